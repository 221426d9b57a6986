import { Chart, Testing } from 'cdk8s';
import { BundleDeployment, OperatorRegistry, PlainEngine } from 'olm-constructs';
import { GenerationNoteCode } from 'olm-constructs/bundle';
import { bundleOfObjects, deploymentOf, roleOf } from '../bundle/generate/operator-objects';

const OBJECTS = [deploymentOf(), roleOf('ClusterRole', 'editor', ['things'])];
const WARNING = /bundle 'sample\.v1\.0\.0', made of manifests: ClusterRole "editor" is in the bundle as it is, .* \(accept: unbound-role\)/;

/** Returns what is printed on standard error while a chart is synthesized. */
function warningsOf(create: (chart: Chart) => void): string[] {
  const write = jest.spyOn(process.stderr, 'write').mockImplementation(() => true);
  try {
    const chart = Testing.chart();
    create(chart);
    Testing.synth(chart);
    return write.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('made of manifests'));
  } finally {
    write.mockRestore();
  }
}

describe('a bundle that was made of manifests', () => {
  it.each<[string, (chart: Chart) => void]>([
    ['a BundleDeployment', (chart) => new BundleDeployment(chart, 'operator', { bundle: bundleOfObjects(OBJECTS), namespace: 'ops' })],
    ['a BundleDeployment without OLM', (chart) => new BundleDeployment(chart, 'operator', { bundle: bundleOfObjects(OBJECTS), namespace: 'ops', engine: new PlainEngine() })],
    ['an OperatorRegistry', (chart) => new OperatorRegistry(chart, 'registry', { bundles: [bundleOfObjects(OBJECTS)], namespace: 'olm' })],
  ])('warns once in %s of what needs a decision', (_, create) => {
    expect(warningsOf(create)).toEqual([expect.stringMatching(WARNING)]);
  });

  it('does not warn of what was accepted', () => {
    const bundle = bundleOfObjects(OBJECTS, { accept: [GenerationNoteCode.UNBOUND_ROLE] });
    expect(warningsOf((chart) => new OperatorRegistry(chart, 'registry', { bundles: [bundle], namespace: 'olm' }))).toEqual([]);
  });
});

import { Chart } from 'cdk8s';
import { BundleDeployment, OlmV0Engine } from 'olm-constructs';
import { Bundle, SlimLevel } from 'olm-constructs/bundle';
import { SAMPLES } from '../test/catalog/sample-bundles';
import { describeWith } from '../test/needed';
import { describeEachMethod } from './acceptance/apply-file';
import { olmFiles } from './acceptance/olm-files';
import { sampleBundles } from './acceptance/sample-bundles';
import { Synthesizer } from './acceptance/synthesize';
import { Cluster } from './cluster/cluster';

const samples = sampleBundles();
const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

/** Bundles whose InstallPlan is too large, with the figures in the error: the required size, and the size after slimming. */
const TOO_LARGE: { readonly [name: string]: RegExp } = {
  'argocd-operator@0.17.0': /an InstallPlan of 1\.79 MB.*set slim to SlimLevel\.CRD_DESCRIPTIONS, which reduces it to 0\.80 MB/,
  'sn-operator@0.19.7': /an InstallPlan of 3\.91 MB.*set slim to SlimLevel\.CRD_DESCRIPTIONS, which reduces it to 1\.20 MB/,
};

/** File of a BundleDeployment in a namespace that only this bundle uses. */
function synthesize(name: string, archive: string, slim: SlimLevel): string {
  const [file] = synthesizer.synthesize(app => {
    new BundleDeployment(new Chart(app, 'operator', { namespace: namespaceOf(name) }), 'operator', {
      bundle: Bundle.fromArchive(archive),
      engine: new OlmV0Engine({ registry: { slim, replicas: 2 } }),
    });
  }) as [string];
  return file;
}

/** Turns `grafana-operator@5.22.0` into the name of a namespace. */
function namespaceOf(name: string): string {
  return `e2e-${name.replace(/[^a-z0-9]+/g, '-')}`;
}

const files = new Map<string, string>();

/** File of a sample, slimmed if it has to be. Generated once for both ways of applying it. */
function fileOf(name: string, archive: string): string {
  const file = files.get(name) ?? synthesize(name, archive, name in TOO_LARGE ? SlimLevel.CRD_DESCRIPTIONS : SlimLevel.NONE);
  files.set(name, file);
  return file;
}

describeEachMethod('a BundleDeployment applied %s', (_, applyFile) => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await Cluster.open();
    for (const file of olmFiles(synthesizer)) {
      expect(await applyFile(cluster, file)).toEqual([]);
    }
  }, 20 * 60_000);
  afterAll(() => cluster.close());

  it.each(samples)('of %s is accepted without a warning and reads back as sent', async (name, archive) => {
    expect(await applyFile(cluster, fileOf(name, archive))).toEqual([]);
  });
}, SAMPLES);

describeWith(SAMPLES)('a bundle that OLM cannot install from an inline catalog', () => {
  it.each(Object.keys(TOO_LARGE))('is rejected unless it may be slimmed: %s', (name) => {
    const [, archive] = samples.find(([sample]) => sample === name)!;
    expect(() => synthesize(name, archive, SlimLevel.NONE)).toThrow(TOO_LARGE[name]);
  });
});

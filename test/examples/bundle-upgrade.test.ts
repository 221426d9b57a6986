import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Testing } from 'cdk8s';
import { OperatorRegistry } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { BundleReport } from 'olm-constructs/report';
import { operatorApp } from '../../examples/bundle-upgrade/app';
import { sampleBundle } from '../builders/sample-bundle';
import { Manifest, manifestsIn, one } from '../builders/synthesized';

const ROOT = join(__dirname, '..', '..');
const GUIDE = readFileSync(join(ROOT, 'docs', 'guides', 'upgrading-a-bundle.md'), 'utf8');

const installed = Bundle.fromDirectory(join(ROOT, 'examples', 'quickstart', 'bundle'));
const next = Bundle.fromDirectory(join(ROOT, 'examples', 'bundle-upgrade', 'bundle-0.2.0'));

function manifestsOf(bundle: Bundle, previous: Bundle[]): Manifest[] {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-upgrade-'));
  try {
    operatorApp(bundle, previous, folder).app.synth();
    return manifestsIn(join(folder, 'operator.k8s.yaml'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the example bundle-upgrade', () => {
  test('changes the ConfigMap, its name in the Deployment, and the wanted version, as its README says', () => {
    const [before, after] = [manifestsOf(installed, []), manifestsOf(next, [installed])];
    const changed = after.filter((manifest, index) => JSON.stringify(manifest) !== JSON.stringify(before[index]));
    const [oldPart, newPart] = [before, after].map(manifests => one(manifests, 'ConfigMap').metadata.name) as [string, string];
    const deployment = (manifests: Manifest[]): string => JSON.stringify(one(manifests, 'Deployment'));

    expect(changed.map(({ kind }) => kind)).toEqual(['ConfigMap', 'Deployment', 'Subscription']);
    expect(deployment(after)).toBe(deployment(before).replaceAll(oldPart, newPart));
    expect([before, after].map(manifests => one(manifests, 'Subscription').metadata.annotations)).toEqual([installed, next].map(({ name }) => (
      { 'olm-constructs/part-of': 'Subscription/hello-operator/hello-operator', 'olm-constructs/wanted-csv': name }
    )));
  });

  test('has an upgrade path to the next bundle', () => {
    expect(operatorApp(next, [installed], 'unused').operator.olmV0.subscription.upgradePath(installed.name)).toEqual([next.name]);
  });

  test('prints what the guide shows', () => {
    expect(GUIDE).toContain(`\`\`\`text\n${BundleReport.compare(installed, next).toText()}\n\`\`\``);
  });
});

test('the guide shows the error for bundles that do not follow each other', () => {
  const bundles = ['0.10.0', '0.11.0'].map(version => sampleBundle({ package: 'limitador-operator', version }));
  const make = (): unknown => new OperatorRegistry(Testing.chart(), 'registry', { bundles });
  const shown = GUIDE.split('\n').find(line => line.startsWith('[operators/limitador] channel "stable"'))!;

  expect(make).toThrow(new Error(shown.replace('operators/limitador', 'test/registry')));
});

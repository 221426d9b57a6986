import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bundle } from 'olm-constructs/bundle';
import { RukpakVersion } from 'olm-constructs/rukpak';
import { rukpakApp } from '../../examples/rukpak/app';
import { kindsOf, Manifest, manifestsIn, one } from '../builders/synthesized';

const ROOT = join(__dirname, '..', '..');
const FOLDER = join(ROOT, 'examples', 'rukpak', 'greeter');
const README = readFileSync(join(ROOT, 'examples', 'rukpak', 'README.md'), 'utf8');
const bundle = Bundle.fromDirectory(join(ROOT, 'examples', 'quickstart', 'bundle'));

/** Returns the manifests of the files that the README lists. */
function manifestsFor(version: RukpakVersion): { readonly apps: Manifest[]; readonly operators: Manifest[] } {
  const outdir = mkdtempSync(join(tmpdir(), 'rukpak-'));
  try {
    rukpakApp(bundle, FOLDER, version, outdir).synth();
    const folder = join(outdir, `rukpak-${version.version}`);
    expect(readdirSync(folder).sort()).toEqual([...README.matchAll(/^\| `(\S+)` \|/gm)].map(([, file]) => file).sort());
    const read = (name: string): Manifest[] => manifestsIn(join(folder, `${name}.k8s.yaml`));
    return { apps: read('apps'), operators: read('operators') };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

describe('the example rukpak', () => {
  const { apps, operators } = manifestsFor(RukpakVersion.V0_24_0);

  test('installs the files of a folder through a ConfigMap', () => {
    expect(kindsOf(apps)).toEqual(['Namespace', 'ConfigMap', 'BundleDeployment']);
    const files = one(apps, 'ConfigMap');
    expect(files).toMatchObject({ metadata: { namespace: 'rukpak-system' }, immutable: true });
    expect(files['data']).toEqual(Object.fromEntries(readdirSync(join(FOLDER, 'manifests')).map(name => [name, readFileSync(join(FOLDER, 'manifests', name), 'utf8')])));
    expect(one(apps, 'BundleDeployment')).toMatchObject({
      apiVersion: 'core.rukpak.io/v1alpha2',
      spec: {
        installNamespace: 'greeter', provisionerClassName: 'core-rukpak-io-plain',
        source: { type: 'configMaps', configMaps: [{ configMap: { name: files.metadata.name }, path: 'manifests' }] },
      },
    });
  });

  test('installs an operator of OLM through the engine', () => {
    expect(new Set(kindsOf(operators))).toEqual(new Set(['Namespace', 'ConfigMap', 'BundleDeployment']));
    expect(one(operators, 'BundleDeployment')).toMatchObject({
      metadata: { name: 'hello-operator' }, spec: { installNamespace: 'hello-operator', provisionerClassName: 'core-rukpak-io-registry' },
    });
  });

  test('has a template, and no namespace of the operator, in the last release with Bundles, as its README says', () => {
    const older = manifestsFor(RukpakVersion.V0_16_0);
    expect(kindsOf(older.operators).filter(kind => kind === 'Namespace')).toEqual([]);
    expect(README).toContain('`hello-operator-system`');
    const newer = { apps, operators };
    for (const chart of ['apps', 'operators'] as const) {
      expect(one(older[chart], 'BundleDeployment')).toMatchObject({
        apiVersion: 'core.rukpak.io/v1alpha1', spec: { template: { spec: { source: one(newer[chart], 'BundleDeployment').spec['source'] } } },
      });
    }
  });
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OlmV1Version } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { olmV1App } from '../../examples/olm-v1/app';
import { kindsOf, Manifest, manifestsIn, one } from '../builders/synthesized';

const ROOT = join(__dirname, '..', '..');
const README = readFileSync(join(ROOT, 'examples', 'olm-v1', 'README.md'), 'utf8');
const bundle = Bundle.fromDirectory(join(ROOT, 'examples', 'quickstart', 'bundle'));

function manifestsFor(version: OlmV1Version): Manifest[] {
  const folder = mkdtempSync(join(tmpdir(), 'olm-v1-'));
  try {
    olmV1App(bundle, { version }, folder).synth();
    return manifestsIn(join(folder, `olm-v1-${version.version}`, 'operators.k8s.yaml'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the example olm-v1', () => {
  test('differs between the releases in the ServiceAccount only, as its README says', () => {
    const [newer, older] = [OlmV1Version.V1_11_0, OlmV1Version.V1_8_0].map(manifestsFor) as [Manifest[], Manifest[]];

    expect(kindsOf(newer)).toEqual(['Namespace', 'ClusterCatalog', 'ClusterExtension']);
    expect(kindsOf(older).filter(kind => !/^(ServiceAccount|(Cluster)?Role(Binding)?)$/.test(kind))).toEqual(kindsOf(newer));
    const { serviceAccount, ...spec } = one(older, 'ClusterExtension').spec;
    expect(spec).toEqual(one(newer, 'ClusterExtension').spec);
    expect(README).toContain(`\`${(serviceAccount as { name: string }).name}\``);
    expect(one(older, 'ClusterCatalog')).toEqual(one(newer, 'ClusterCatalog'));
  });
});

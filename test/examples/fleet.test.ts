import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Yaml } from 'cdk8s';
import { fleet } from '../../examples/fleet/app';
import { kindsOf, Manifest } from '../builders/synthesized';

const ROOT = join(__dirname, '..', '..');

describe('the example fleet', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-'));
  fleet(folder).synth();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort();
  afterAll(() => rmSync(folder, { recursive: true }));

  const manifestsOf = (path: string): Manifest[] => Yaml.load(join(folder, path)) as Manifest[];

  test('writes the files that its README lists', () => {
    const listed = /```text\n([^`]*)```/.exec(readFileSync(join(ROOT, 'examples', 'fleet', 'README.md'), 'utf8'))![1]!;
    expect(files.map(file => `dist/fleet/${file}`)).toEqual(listed.trim().split('\n'));
  });

  test('has the next versions in staging, and two replicas in production', () => {
    const olm = (cluster: string): Manifest | undefined => manifestsOf(`${cluster}/0001-platform-olm.k8s.yaml`)
      .find(({ kind, metadata: { name } }) => kind === 'Deployment' && name === 'olm-operator');
    const operator = (cluster: string): Manifest[] => manifestsOf(`${cluster}/0002-platform-operator.k8s.yaml`);

    expect(olm('staging')?.spec).toMatchObject({ replicas: 1 });
    expect(olm('production')?.spec).toMatchObject({ replicas: 2 });
    expect(kindsOf(operator('staging'))).toEqual(kindsOf(operator('production')));
    expect(operator('staging')).not.toEqual(operator('production'));
  });

  test('installs no OLM on OpenShift', () => {
    expect(manifestsOf('openshift/platform-operator.k8s.yaml')).toEqual(manifestsOf('production/0002-platform-operator.k8s.yaml'));
  });
});

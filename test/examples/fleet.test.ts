import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chart } from 'cdk8s';
import { load } from 'js-yaml';
import { CatalogRef, Cluster, OlmVersion, OperatorSubscription } from 'olm-constructs';
import { FluxStages, ManifestTree } from 'olm-constructs/gitops';
import { fleet } from '../../examples/fleet/app';
import { PRODUCTION } from '../../examples/fleet/environments';
import { kindsOf, Manifest } from '../builders/synthesized';

const ROOT = join(__dirname, '..', '..');

describe('the example fleet', () => {
  const { files } = ManifestTree.of(fleet());

  const manifestsOf = (path: string): Manifest[] => files[path]!.split(/^---$/m).map(document => load(document) as Manifest);
  const stagesOf = (cluster: string): { [path: string]: string } => Object.fromEntries(Object.entries(files)
    .filter(([path]) => path.startsWith(`stages/${cluster}/`)).map(([path, content]) => [path.replace(cluster, '…'), content]));

  test('writes the files that its README lists', () => {
    const listed = /```text\n([^`]*)```/.exec(readFileSync(join(ROOT, 'examples', 'fleet', 'README.md'), 'utf8'))![1]!;
    expect(Object.keys(files).map(file => `dist/fleet/${file}`)).toEqual(listed.trim().split('\n'));
  });

  test('has the same stages in all clusters of an environment', () => {
    expect(stagesOf('prod-us')).toEqual(stagesOf('prod-eu'));
  });

  test('has the next versions in staging, and two replicas in production', () => {
    const olm = (cluster: string): Manifest | undefined => manifestsOf(`stages/${cluster}/olm/platform-olm.yaml`)
      .find(({ kind, metadata: { name } }) => kind === 'Deployment' && name === 'olm-operator');
    const catalog = (cluster: string): Manifest[] => manifestsOf(`stages/${cluster}/catalogs/platform-operator.yaml`);

    expect(olm('staging')?.spec).toMatchObject({ replicas: 1 });
    expect(olm('prod-eu')?.spec).toMatchObject({ replicas: 2 });
    expect(kindsOf(catalog('staging'))).toEqual(kindsOf(catalog('prod-eu')));
    expect(catalog('staging')).not.toEqual(catalog('prod-eu'));
  });

  test('installs no OLM on OpenShift, and the same operator', () => {
    const { 'stages/…/olm/platform-olm.yaml': _olm, 'stages/…/catalogs/platform-olm.yaml': _packageserver, ...others } = stagesOf('prod-eu');
    expect(stagesOf('prod-openshift')).toEqual(others);
  });

  describe('does not write', () => {
    test('an operator that the policy does not allow', () => {
      const app = fleet();
      const chart = new Chart(app.node.findChild('prod-eu'), 'extra');
      new OperatorSubscription(chart, 'etcd', { catalog: CatalogRef.named('community', 'olm'), packageName: 'etcd', channel: 'stable' });
      expect(() => ManifestTree.of(app)).toThrow(/prod-eu\/extra.*etcd/);
    });

    test('a cluster that is too old for its operator', () => {
      const old = { name: 'prod-old', environment: { ...PRODUCTION, kubernetesVersion: '1.10', olm: OlmVersion.V0_45_0 } };
      expect(() => ManifestTree.of(fleet([old]))).toThrow(/1\.10/);
    });
  });

  test('has separate stages for each cluster', () => {
    const stages = fleet().node.findAll().filter(one => FluxStages.isFluxStages(one));
    const found = stages.map(each => [Cluster.of(each)!.node.id, each.stages.length]);
    expect(found).toEqual([['staging', 3], ['prod-eu', 3], ['prod-us', 3], ['prod-openshift', 2]]);
  });
});

import { installedOperator, manifestFile, runInCluster } from './cluster-command';
import type { CommandLineResult } from '../../builders/command-line';
import { FakeCluster } from '../../pulumi/fake-cluster';
import { installOperator } from '../../pulumi/state/cluster-objects';
import { ExitCode } from '../../../lib/cli/frame/cli-error';

jest.mock('../../../lib/cli/frame/cluster', () => ({ ...jest.requireActual<object>('../../../lib/cli/frame/cluster'), connect: jest.fn() }));

const OLM = '/apis/operators.coreos.com';
const SUBSCRIPTION = {
  apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'hello', namespace: 'team' },
  spec: { name: 'hello', channel: 'stable', source: 'shop', sourceNamespace: 'olm', installPlanApproval: 'Manual' },
};
const OPERAND = { path: '/apis/demo.test/v1/hellos', name: 'first', namespace: 'team' };
const DELETIONS = [
  'DELETE /apis/operators.coreos.com/v1alpha1/namespaces/team/subscriptions/hello',
  'DELETE /apis/operators.coreos.com/v1alpha1/namespaces/team/clusterserviceversions/hello.v1.0.0',
];

let cluster: FakeCluster;
installedOperator((found) => cluster = found);

const deleted = (): string[] => cluster.changes.filter((change) => change.startsWith('DELETE'));

describe('remove', () => {
  test('removes an operator by its Subscription, and reports what it removed', async () => {
    const { exitCode, stdout } = await runInCluster(cluster, ['remove', 'subscription/hello', '-o', 'json']);
    expect(exitCode).toBe(ExitCode.SUCCESS);
    expect(deleted()).toEqual(DELETIONS);
    const { results, actions } = JSON.parse(stdout) as { results: object[]; actions: object[] };
    expect(results).toMatchObject([{
      subject: 'removal of operator team/hello', state: 'removed', removed: ['Subscription team/hello', 'ClusterServiceVersion team/hello.v1.0.0'],
    }]);
    expect(actions).toMatchObject([
      { action: 'delete', kind: 'Subscription', name: 'hello', result: 'done' }, { action: 'delete', kind: 'ClusterServiceVersion', name: 'hello.v1.0.0', result: 'done' },
    ]);
    expect(cluster.created).toMatchObject([{ reason: 'Deleted' }, { reason: 'Deleted' }]);
  });

  test('stops before anything is deleted while there are operands', async () => {
    cluster.add(OPERAND);
    const { exitCode, stdout } = await runInCluster(cluster, ['remove', 'sub/hello']);
    expect({ exitCode, changes: cluster.changes }).toEqual({ exitCode: ExitCode.FINDINGS, changes: [] });
    expect(stdout).toContain("the operator's APIs still have one object: Hello team/first");
    expect(stdout).toContain('--operands delete or --operands ignore');
  });

  test('deletes operands and CRDs on request', async () => {
    cluster.add(OPERAND);
    const { exitCode } = await runInCluster(cluster, ['remove', 'sub/hello', '--operands', 'delete', '--delete-crds']);
    expect(exitCode).toBe(ExitCode.SUCCESS);
    expect(deleted()).toEqual([
      DELETIONS[0], 'DELETE /apis/demo.test/v1/namespaces/team/hellos/first', DELETIONS[1],
      'DELETE /apis/apiextensions.k8s.io/v1/customresourcedefinitions/hellos.demo.test',
    ]);
  });

  describe('with --delete-crds', () => {
    const CRD = 'DELETE /apis/apiextensions.k8s.io/v1/customresourcedefinitions/hellos.demo.test';

    test.each([
      [['sub/hello', '--delete-crds']], [['--delete-crds', 'sub/hello']], [['sub/hello', '--delete-crds', 'Hello.demo.test']],
      [['sub/hello', '--delete-crds=Hello.demo.test']], [['--delete-crds=Hello.demo.test', 'sub/hello']],
    ])('%j deletes the CRD', async (args) => {
      const { exitCode } = await runInCluster(cluster, ['remove', ...args]);
      expect({ exitCode, deleted: deleted() }).toEqual({ exitCode: ExitCode.SUCCESS, deleted: [...DELETIONS, CRD] });
    });

    test('keeps the CRDs of other kinds, and reports a kind that no operator owns', async () => {
      const { exitCode, stdout, stderr } = await runInCluster(cluster, ['remove', 'sub/hello', '--delete-crds=Helo.demo.test']);
      expect({ exitCode, deleted: deleted() }).toEqual({ exitCode: ExitCode.FINDINGS, deleted: DELETIONS });
      expect(stdout.replace(/\s+/g, ' ')).toContain('CustomResourceDefinition hellos.demo.test: Hello.demo.test is not among the kinds whose CRDs are deleted');
      expect(stderr).toContain("--delete-crds has 'Helo.demo.test', which no removed operator owns; choose from their kinds: 'Hello.demo.test'");
    });

    test.each<[readonly string[], string]>([
      [['sub/hello', '--delete-crds=hellos.demo.test'], "--delete-crds has 'hellos.demo.test', which is not a kind with its group, such as Database.example.com"],
      [['sub/hello', '--delete-crds=Hello.demo.test,'], "--delete-crds has '', which is not a kind with its group"],
      [['sub/hello', '--delete-crds', '--delete-crds=Hello.demo.test'], '--delete-crds is set with and without kinds; set it once'],
    ])('refuses %j', async (args, message) => {
      const { exitCode, stderr } = await runInCluster(cluster, ['remove', ...args]);
      expect({ exitCode, changes: cluster.changes }).toEqual({ exitCode: ExitCode.USAGE, changes: [] });
      expect(stderr).toContain(message);
    });
  });

  describe('names what OLM leaves behind', () => {
    const ROLE = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
    beforeEach(() => {
      cluster.add({ path: ROLE, name: 'hello-viewer', metadata: { labels: { 'olm.managed': 'true' } } });
      cluster.add({
        path: `${OLM}/v1alpha1/installplans`, name: 'install-hello', namespace: 'team', spec: { clusterServiceVersionNames: ['hello.v1.0.0'] },
        status: { plan: [{
          resolving: 'hello.v1.0.0', status: 'Created',
          resource: { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole', name: 'hello-viewer', manifest: '{}' },
        }] },
      });
    });

    test('with the command that deletes it', async () => {
      const { exitCode, stdout } = await runInCluster(cluster, ['remove', 'sub/hello']);
      expect({ exitCode, deleted: deleted() }).toEqual({ exitCode: ExitCode.SUCCESS, deleted: DELETIONS });
      const shown = stdout.replace(/\s+/g, ' ');
      expect(shown).toContain('ClusterRole hello-viewer: OLM created it from the bundle, and nothing deletes it; to delete it, run kubectl delete clusterrole hello-viewer');
      expect(shown).toContain('OperatorGroup team/hello: no operator of the namespace uses it any longer; to delete it, run kubectl delete operatorgroup -n team hello');
    });

    test.each([[[]], [['--dry-run']]])('or deletes it with --delete-leftovers %j', async (more) => {
      const { exitCode, stdout } = await runInCluster(cluster, ['remove', 'sub/hello', '--delete-leftovers', '-o', 'json', ...more]);
      expect(exitCode).toBe(ExitCode.SUCCESS);
      expect(deleted()).toEqual(more.length > 0 ? [] : [...DELETIONS, `DELETE ${ROLE}/hello-viewer`]);
      expect((JSON.parse(stdout) as { results: [{ removed: string[] }] }).results[0].removed).toContain('ClusterRole hello-viewer');
    });
  });

  test('prints each warning of the API server once', async () => {
    cluster.warn('DELETE', 'clusterserviceversions is deprecated');
    const { stderr } = await runInCluster(cluster, ['remove', 'sub/hello', '--delete-crds']);
    expect(stderr.split('\n').filter((line) => line.includes('is deprecated'))).toEqual(['warning of the API server: clusterserviceversions is deprecated']);
  });

  test('with --dry-run prints every deletion to the end, and sends none', async () => {
    cluster.add(OPERAND);
    const { exitCode, stdout, stderr } = await runInCluster(cluster, ['remove', 'sub/hello', '--operands', 'delete', '--delete-crds', '--dry-run']);
    expect({ exitCode, changes: cluster.changes }).toEqual({ exitCode: ExitCode.SUCCESS, changes: [] });
    expect(stderr.split('\n').map((line) => /: dry run: deletes .*\((.+)\)$/.exec(line)?.[1]).filter(Boolean)).toEqual([
      'Subscription team/hello', 'Hello team/first', 'ClusterServiceVersion team/hello.v1.0.0', 'CustomResourceDefinition hellos.demo.test',
    ]);
    expect(stdout).toMatch(/removal of operator team\/hello +removable/);
  });

  test('continues after an interruption, when the Subscription is gone', async () => {
    cluster.remove('hello');
    installOperator(cluster);
    cluster.add({
      path: `${OLM}/v1alpha1/clusterserviceversions`, name: 'hello.v1.0.0', namespace: 'team', metadata: { labels: { 'operators.coreos.com/hello.team': '' } },
      spec: {}, status: { phase: 'Succeeded' },
    });
    await runInCluster(cluster, ['remove', 'sub/hello']);
    cluster.changes.length = 0;
    cluster.add({
      path: `${OLM}/v1alpha1/clusterserviceversions`, name: 'hello.v1.0.0', namespace: 'team', metadata: { labels: { 'operators.coreos.com/hello.team': '' } },
      spec: {}, status: { phase: 'Succeeded' },
    });
    const { exitCode } = await runInCluster(cluster, ['remove', 'sub/hello']);
    expect({ exitCode, deleted: deleted() }).toEqual({ exitCode: ExitCode.SUCCESS, deleted: [DELETIONS[1]] });
  });

  describe('after a removal that kept the CRDs', () => {
    const CRD = 'DELETE /apis/apiextensions.k8s.io/v1/customresourcedefinitions/hellos.demo.test';
    beforeEach(() => {
      cluster.remove('hello');
      cluster.remove('hello.v1.0.0');
      cluster.add({
        path: `${OLM}/v1/operators`, name: 'hello.team', spec: {},
        status: { components: { refs: [{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: 'hellos.demo.test' }] } },
      });
    });

    test.each([['by name', () => ['sub/hello']], ['with its manifest', () => ['-f', manifestFile(SUBSCRIPTION)]]])('deletes them on request, %s', async (_, what) => {
      const { exitCode } = await runInCluster(cluster, ['remove', ...what(), '--delete-crds']);
      expect({ exitCode, deleted: deleted()[0] }).toEqual({ exitCode: ExitCode.SUCCESS, deleted: CRD });
    });

    test('keeps those that have objects', async () => {
      cluster.add(OPERAND);
      const { exitCode, stdout } = await runInCluster(cluster, ['remove', 'sub/hello', '--delete-crds']);
      expect({ exitCode, deleted: deleted() }).toEqual({ exitCode: ExitCode.SUCCESS, deleted: [] });
      expect(stdout).toContain('CustomResourceDefinition hellos.demo.test: it still has one object');
    });

    test('names them if they are kept', async () => {
      const { exitCode, stderr } = await runInCluster(cluster, ['remove', 'sub/hello', '--ignore-not-found']);
      expect({ exitCode, deleted: deleted() }).toEqual({ exitCode: ExitCode.SUCCESS, deleted: [] });
      expect(stderr).toContain('of its operator, CustomResourceDefinition hellos.demo.test exists, which --delete-crds deletes');
    });
  });

  test('removes what manifests contain: operator, catalog with its parts, and OperatorGroup', async () => {
    const file = manifestFile(
      { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'hello', namespace: 'team' } },
      { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'CatalogSource', metadata: { name: 'shop', namespace: 'olm' } },
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'shop', namespace: 'olm' } },
      SUBSCRIPTION,
    );
    const { exitCode } = await runInCluster(cluster, ['remove', '-f', file]);
    expect(exitCode).toBe(ExitCode.SUCCESS);
    expect(deleted()).toEqual([
      ...DELETIONS, 'DELETE /apis/operators.coreos.com/v1alpha1/namespaces/olm/catalogsources/shop', 'DELETE /apis/apps/v1/namespaces/olm/deployments/shop',
      'DELETE /apis/operators.coreos.com/v1/namespaces/team/operatorgroups/hello',
    ]);
  });

  test('removes each OperatorGroup of a namespace that the manifests contain', async () => {
    const group = (name: string): object => ({ apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name, namespace: 'team' } });
    cluster.add({ path: `${OLM}/v1/operatorgroups`, name: 'second', namespace: 'team', spec: {} });
    const file = manifestFile(group('hello'), group('second'), SUBSCRIPTION);
    const { exitCode, stdout } = await runInCluster(cluster, ['remove', '-f', file]);
    expect({ exitCode, left: stdout.includes('OperatorGroup') }).toEqual({ exitCode: ExitCode.SUCCESS, left: false });
    expect(deleted().slice(-2)).toEqual([
      'DELETE /apis/operators.coreos.com/v1/namespaces/team/operatorgroups/hello', 'DELETE /apis/operators.coreos.com/v1/namespaces/team/operatorgroups/second',
    ]);
  });

  test('with --dry-run predicts that OLM deletes its record of the operator, unless CRDs are kept', async () => {
    const ref = (kind: string, name: string, namespace?: string): object => ({ kind, name, ...(namespace === undefined ? {} : { namespace }) });
    cluster.add({
      path: `${OLM}/v1/operators`, name: 'hello.team', spec: {},
      status: {
        components: {
          refs: [
            ref('Subscription', 'hello', 'team'), ref('ClusterServiceVersion', 'hello.v1.0.0', 'team'), ref('Deployment', 'hello', 'team'),
            ref('ServiceAccount', 'hello', 'team'), ref('CustomResourceDefinition', 'hellos.demo.test'),
          ],
        },
      },
    });
    const kept = await runInCluster(cluster, ['remove', 'sub/hello', '--dry-run', '-o', 'json']);
    const remaining = ({ stdout }: CommandLineResult): string[] => (
      (JSON.parse(stdout) as { results: [{ left: { object: string }[] }] }).results[0].left.map(({ object }) => object)
    );
    expect(remaining(kept)).toEqual(['CustomResourceDefinition hellos.demo.test', 'Operator hello.team', 'OperatorGroup team/hello']);
    const deletedToo = await runInCluster(cluster, ['remove', 'sub/hello', '--delete-crds', '--dry-run', '-o', 'json']);
    expect(remaining(deletedToo)).toEqual(['OperatorGroup team/hello']);
  });

  test('skips the catalog of an operator that cannot be removed', async () => {
    cluster.add(OPERAND);
    const file = manifestFile({ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'CatalogSource', metadata: { name: 'shop', namespace: 'olm' } }, SUBSCRIPTION);
    const { exitCode, stdout } = await runInCluster(cluster, ['remove', '-f', file]);
    expect({ exitCode, changes: cluster.changes }).toEqual({ exitCode: ExitCode.FINDINGS, changes: [] });
    expect(stdout).toMatch(/removal of the other objects +skipped/);
  });

  test('reports that an object does not exist, and fails unless that is ignored', async () => {
    const { exitCode, stdout, stderr } = await runInCluster(cluster, ['remove', 'sub/helo', 'csv/helo.v1.0.0']);
    expect({ exitCode, stdout, changes: cluster.changes }).toEqual({ exitCode: ExitCode.FINDINGS, stdout: '', changes: [] });
    expect(stderr.split('\n')).toEqual([
      "Subscription team/helo does not exist: nothing to remove; in the namespace: 'hello'",
      "ClusterServiceVersion team/helo.v1.0.0 does not exist: nothing to remove; in the namespace: 'hello.v1.0.0'", '',
    ]);
    const both = await runInCluster(cluster, ['remove', 'sub/helo', 'sub/hello', '-o', 'json']);
    expect(both).toMatchObject({ exitCode: ExitCode.FINDINGS, stderr: expect.stringContaining('team/helo does not exist: nothing to remove') as string });
    expect(JSON.parse(both.stdout)).toMatchObject({ results: [{ subject: 'removal of operator team/hello', state: 'removed' }] });
    const ignored = await runInCluster(cluster, ['remove', 'sub/hello', '--ignore-not-found']);
    expect(ignored).toMatchObject({ exitCode: ExitCode.SUCCESS, stderr: expect.stringContaining('team/hello does not exist') as string });
  });

  test.each([
    ['catalogsource/shp', 'CatalogSource team/shp'], ['clusterextension/hello', 'ClusterExtension hello'], ['clustercatalog/hub', 'ClusterCatalog hub'],
  ])('reports that %s does not exist', async (reference, title) => {
    const result = await runInCluster(cluster, ['remove', reference]);
    expect(result).toEqual({ exitCode: ExitCode.FINDINGS, stdout: '', stderr: `${title} does not exist: nothing to remove\n` });
    const ignored = await runInCluster(cluster, ['remove', reference, '--ignore-not-found']);
    expect(ignored.exitCode).toBe(ExitCode.SUCCESS);
  });

  test.each<[string, readonly string[], ExitCode, string]>([
    ['an empty command line', [], ExitCode.USAGE, 'nothing to remove; specify objects such as subscription/plain, or set -f to a file or folder of manifests'],
    ['a name without a kind', ['hello'], ExitCode.USAGE, "'hello' is not KIND/NAME, such as subscription/plain"],
    ['an unknown kind', ['subscripton/hello'], ExitCode.USAGE, "unknown kind 'subscripton'; known kinds: 'subscription'"],
  ])('refuses %s', async (_, args, exitCode, message) => {
    const result = await runInCluster(cluster, ['remove', ...args]);
    expect(result.exitCode).toBe(exitCode);
    expect(result.stderr).toContain(`error: ${message}`);
  });
});

describe('uninstall', () => {
  test('keeps OLM while there are operators', async () => {
    const { exitCode, stdout } = await runInCluster(cluster, ['uninstall']);
    expect({ exitCode, changes: cluster.changes }).toEqual({ exitCode: ExitCode.FINDINGS, changes: [] });
    expect(stdout).toContain('OLM still manages one operator: team/hello.v1.0.0');
    expect(stdout).toContain('--remove-operators');
  });

  test('removes OLM step by step', async () => {
    cluster.remove('hello.v1.0.0');
    const { exitCode } = await runInCluster(cluster, ['uninstall']);
    expect(exitCode).toBe(ExitCode.SUCCESS);
    const all = deleted();
    expect(all[0]).toBe('DELETE /apis/operators.coreos.com/v1alpha1/namespaces/olm/clusterserviceversions/packageserver');
    expect(all.indexOf('DELETE /apis/apiextensions.k8s.io/v1/customresourcedefinitions/subscriptions.operators.coreos.com'))
      .toBeLessThan(all.indexOf('DELETE /apis/apps/v1/namespaces/olm/deployments/olm-operator'));
  });

  test('continues after an interruption, when CRDs and controllers are gone', async () => {
    const green = new FakeCluster('green');
    green.add(
      { path: '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', name: 'olm-operator-binding-olm' },
      { path: '/api/v1/serviceaccounts', name: 'olm-operator-serviceaccount', namespace: 'olm' },
    );
    const { exitCode } = await runInCluster(green, ['uninstall']);
    expect({ exitCode, left: green.changes.map((change) => change.split('/').at(-1)!).sort() }).toEqual({
      exitCode: ExitCode.SUCCESS, left: ['olm-operator-binding-olm', 'olm-operator-serviceaccount'],
    });
  });

  test('does nothing in a cluster without OLM', async () => {
    expect(await runInCluster(new FakeCluster('green'), ['uninstall'])).toEqual({
      exitCode: ExitCode.SUCCESS, stdout: '', stderr: 'OLM v0 is not installed in the cluster\n',
    });
  });
});

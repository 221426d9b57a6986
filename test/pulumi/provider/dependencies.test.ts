import type { FakeCluster } from '../fake-cluster';
import { clusterWithOperator } from '../state/cluster-objects';
import { operatorReady } from '../../../lib/pulumi/waiters';
import type { JsonMap } from '../../../lib/formats/json/json-value';
import { printedLines } from '../printed-lines';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

const OPERATOR = { kubeconfig: 'blue', namespace: 'team', subscription: 'hello', package: 'hello', timeouts: { settling: 0, total: 5 } };
const V1ALPHA1 = '/apis/operators.coreos.com/v1alpha1';
const SUBSCRIPTION = { path: `${V1ALPHA1}/subscriptions`, name: 'plain-stable-shop-olm', namespace: 'team' };
const CSV = { path: `${V1ALPHA1}/clusterserviceversions`, name: 'plain.v1.0.0', namespace: 'team' };
const DEPENDENCY = { package: 'plain', namespace: 'team', subscription: SUBSCRIPTION.name, csv: CSV.name, version: '1.0.0' };
const API = { name: 'plains.demo.test', kind: 'Plain', version: 'v1' };
const DELETED = ['subscriptions/hello', 'clusterserviceversions/hello.v1.0.0'];
const DELETED_TOO = [`subscriptions/${SUBSCRIPTION.name}`, `clusterserviceversions/${CSV.name}`];

let blue: FakeCluster;
let lines: string[];

beforeEach(() => {
  lines = printedLines();
  blue = clusterWithOperator();
  blue.add(
    {
      path: CSV.path, name: 'hello.v1.0.0', namespace: 'team', status: { phase: 'Succeeded', reason: 'InstallSucceeded' },
      spec: {
        version: '1.0.0', install: { spec: { deployments: [{ name: 'hello' }] } },
        customresourcedefinitions: { owned: [{ name: 'hellos.demo.test', kind: 'Hello', version: 'v1' }], required: [API] },
      },
    },
    {
      ...SUBSCRIPTION, metadata: { annotations: { 'olm.generated-by': 'install-1' } },
      spec: { name: 'plain', channel: 'stable', source: 'shop', sourceNamespace: 'olm', startingCSV: CSV.name },
      status: { state: 'AtLatestKnown', installedCSV: CSV.name, currentCSV: CSV.name },
    },
    { ...CSV, spec: { version: '1.0.0', customresourcedefinitions: { owned: [API] } }, status: { phase: 'Succeeded' } },
    { path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', name: API.name, spec: { versions: [{ name: 'v1', served: true, storage: true }] } },
  );
});

afterEach(() => jest.restoreAllMocks());

async function installed(more: JsonMap = {}): Promise<JsonMap> {
  const { outs } = await operatorReady.create({ ...OPERATOR, ...more });
  lines.length = 0;
  return outs;
}

/** Returns the plurals and names of what was deleted. */
const deleted = (): string[] => blue.changes.map((change) => change.replace(/^DELETE .*\/([^/]+\/[^/]+)$/, '$1'));

describe('an operator whose dependency OLM installed', () => {
  it('has it in its outputs, also after a refresh', async () => {
    const outputs = await installed();
    expect(outputs['dependencies']).toEqual([DEPENDENCY]);
    const { dependencies: _, ...older } = outputs;
    expect((await operatorReady.read('id', older)).props).toMatchObject({ dependencies: [DEPENDENCY], drift: [] });
    expect(await operatorReady.diff('id', older, OPERATOR)).toMatchObject({ changes: false });
  });

  it('keeps it in its outputs if the operator itself is gone, because the removal looks for it', async () => {
    const outputs = await installed();
    blue.remove('hello.v1.0.0');
    expect((await operatorReady.read('id', outputs)).props).toMatchObject({ dependencies: [DEPENDENCY] });
  });

  it('still has it in its outputs after an upgrade to a version that does not require it', async () => {
    const outputs = await installed();
    blue.add({
      path: CSV.path, name: 'hello.v1.0.0', namespace: 'team', status: { phase: 'Succeeded', reason: 'InstallSucceeded' },
      spec: {
        version: '1.0.0', install: { spec: { deployments: [{ name: 'hello' }] } },
        customresourcedefinitions: { owned: [{ name: 'hellos.demo.test', kind: 'Hello', version: 'v1' }] },
      },
    });
    const { outs } = await operatorReady.update('id', outputs, { ...OPERATOR, revision: 'two' });
    expect(outs['dependencies']).toEqual([DEPENDENCY]);
    expect((await operatorReady.read('id', outs)).props).toMatchObject({ dependencies: [DEPENDENCY] });
    await operatorReady.delete('id', outs);
    expect(lines).toContainEqual(expect.stringContaining('OLM installed plain.v1.0.0 as a dependency'));
  });

  it('leaves it, and prints how to remove it', async () => {
    await operatorReady.delete('id', await installed());
    expect(deleted()).toEqual(DELETED);
    expect(lines).toContain('removal of operator team/hello: left Subscription team/plain-stable-shop-olm: OLM installed plain.v1.0.0 as a dependency, and '
      + 'nothing in the namespace requires it any longer; to remove it, run kubectl delete -n team '
      + 'subscriptions.operators.coreos.com/plain-stable-shop-olm clusterserviceversions.operators.coreos.com/plain.v1.0.0');
  });

  it('prints it even if everything of the operator was deleted before', async () => {
    const outputs = await installed();
    blue.remove('hello.v1.0.0');
    blue.remove('hello');
    await operatorReady.delete('id', outputs);
    expect(lines).toContainEqual(expect.stringContaining('OLM installed plain.v1.0.0 as a dependency'));
  });

  it('removes it with deleteDependencies, which needs no wait', async () => {
    const before = await installed();
    const { outs } = await operatorReady.update('id', before, { ...OPERATOR, onDestroy: { deleteDependencies: true } });
    expect([lines, outs['dependencies']]).toEqual([[], [DEPENDENCY]]);
    await operatorReady.delete('id', outs);
    expect(deleted()).toEqual([...DELETED, ...DELETED_TOO]);
    expect(lines).toContain('removal of operator team/hello: left CustomResourceDefinition plains.demo.test: CRDs are kept');
  });

  describe('and whose bundle has a ClusterRole', () => {
    const ROLE = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
    beforeEach(() => blue.add(
      { path: ROLE, name: 'hello-viewer', metadata: { labels: { 'olm.managed': 'true' } } },
      {
        path: `${V1ALPHA1}/installplans`, name: 'install-hello', namespace: 'team', spec: { clusterServiceVersionNames: ['hello.v1.0.0'] },
        status: { phase: 'Complete', plan: [{
          resolving: 'hello.v1.0.0', status: 'Created',
          resource: { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole', name: 'hello-viewer', manifest: '{}' },
        }] },
      },
    ));

    it('leaves it, and prints how to delete it', async () => {
      await operatorReady.delete('id', await installed());
      expect(deleted()).toEqual(DELETED);
      expect(lines).toContain('removal of operator team/hello: left ClusterRole hello-viewer: OLM created it from the bundle, and nothing deletes it; '
        + 'to delete it, run kubectl delete clusterrole hello-viewer');
    });

    it('deletes it with deleteLeftovers, which needs no wait', async () => {
      const { outs } = await operatorReady.update('id', await installed(), { ...OPERATOR, onDestroy: { deleteLeftovers: true } });
      await operatorReady.delete('id', outs);
      expect(deleted()).toEqual([...DELETED, 'clusterroles/hello-viewer']);
    });
  });

  it('removes nothing while it has objects', async () => {
    const outputs = await installed({ onDestroy: { deleteDependencies: true } });
    blue.add({ path: '/apis/demo.test/v1/plains', name: 'first', namespace: 'team' });
    await expect(operatorReady.delete('id', outputs)).rejects.toThrow('the APIs of its dependency plain.v1.0.0 still have one object: Plain team/first');
    expect(deleted()).toEqual([]);
  });

  it.each([[true, 'is removed too if nothing else requires it'], [false, 'stays']])('states in a preview what a replacement does with it: %j', async (deleteDependencies, expected) => {
    const inputs = { ...OPERATOR, onDestroy: { deleteDependencies } };
    await operatorReady.diff('id', await installed(inputs), { ...inputs, package: 'other' });
    expect(lines.at(-1)).toBe(`operator team/hello: what OLM installed for it, plain.v1.0.0, ${expected}`);
  });
});

import { FakeCluster } from '../fake-cluster';
import { notReady } from '../not-ready';
import { clusterWithOperator, installOperator } from '../state/cluster-objects';
import { catalogReady, olmReady, operatorAdoption, operatorPlace, operatorReady } from '../../../lib/pulumi/waiters';
import type { JsonMap } from '../../../lib/formats/json/json-value';
import { printedLines } from '../printed-lines';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

const OPERATOR = { kubeconfig: 'blue', namespace: 'team', subscription: 'hello', package: 'hello', timeouts: { settling: 0, total: 5 } };
const CATALOG = { kubeconfig: 'blue', namespace: 'olm', name: 'shop', deployment: 'shop', timeouts: { settling: 0, total: 5 } };
const GROUPS = '/apis/operators.coreos.com/v1/operatorgroups';
const SUBSCRIPTIONS = '/apis/operators.coreos.com/v1alpha1/subscriptions';
const CSVS = '/apis/operators.coreos.com/v1alpha1/clusterserviceversions';

let blue: FakeCluster;
let lines: string[];

beforeEach(() => {
  lines = printedLines();
  blue = clusterWithOperator();
});

afterEach(() => jest.restoreAllMocks());

/** Returns the outputs of an operator that is ready. */
async function installed(more: JsonMap = {}): Promise<JsonMap> {
  const { outs } = await operatorReady.create({ ...OPERATOR, ...more });
  lines.length = 0;
  return outs;
}

describe('check', () => {
  it('names each invalid input with what is wrong', async () => {
    const { inputs, failures } = await operatorReady.check({}, {
      subscription: '', pin: { version: 1 }, timeouts: { total: -1 }, customTimeouts: { read: 5 }, onDestroy: { operands: 'all' }, recover: 1.5,
      adopt: 'yes', channel: 7,
    });
    expect(inputs).toHaveProperty('recover', 1.5);
    expect(failures.map(({ property, reason }) => `${property} ${reason}`.replace(/, got .*/, '')).sort()).toEqual([
      'adopt must be true or false',
      'channel must be a string',
      "customTimeouts unknown key 'read' in customTimeouts; known keys: 'create', 'update', 'delete'",
      'namespace is missing',
      "onDestroy operands must be 'abort', 'ignore' or 'delete'",
      'pin csv is required: set it to a non-empty string; version must be a string',
      'recover must be an integer, 0 or more',
      'subscription must be a non-empty string',
      'timeouts total must be a number of seconds, 0 or more',
    ]);
  });

  it.each<[unknown, string | undefined]>([
    [true, undefined], [[], undefined], [['Hello.demo.test'], undefined],
    ['Hello.demo.test', "deleteCrds must be true, false or a list of kinds with group such as 'Database.example.com', got 'Hello.demo.test': write ['Hello.demo.test']"],
    [['hellos.demo.test'], "deleteCrds[0] must be kind and group such as 'Database.example.com', got 'hellos.demo.test'"],
    [['Hello'], "deleteCrds[0] must be kind and group such as 'Database.example.com', got 'Hello'"],
    [[1], "deleteCrds[0] must be kind and group such as 'Database.example.com', got 1"],
  ])('with the CRDs %j', async (deleteCrds, reason) => {
    const { failures } = await operatorReady.check({}, { ...OPERATOR, onDestroy: { deleteCrds } });
    expect(failures).toEqual(reason === undefined ? [] : [{ property: 'onDestroy', reason }]);
  });

  it('accepts unknown values and null', async () => {
    const UNKNOWN = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';
    const pin = { csv: UNKNOWN, intermediateCsvs: [UNKNOWN], version: null };
    const { failures } = await operatorReady.check({}, { ...OPERATOR, pin, recover: UNKNOWN, channel: null });
    expect(failures).toEqual([]);
  });

  it('requires lists and objects', async () => {
    const { failures } = await olmReady.check({}, { parts: { crds: 'one', deployments: [1] }, removal: {} });
    expect(failures.map(({ property, reason }) => `${property} ${reason}`.replace(/, got .*/, ''))).toEqual([
      'parts crds must be a list of non-empty strings', 'removal must be a list of objects',
    ]);
    expect((await operatorReady.check({}, { ...OPERATOR, pin: [], timeouts: { phases: 1 } })).failures.map(({ property }) => property)).toEqual(['timeouts', 'pin']);
  });
});

describe('diff', () => {
  const UNCHANGED = { changes: false, replaces: [], deleteBeforeReplace: false };

  it.each<[string, JsonMap, object, string | undefined]>([
    ['nothing for the same inputs', {}, {}, undefined],
    ['nothing for a field without a value', { pin: undefined, channel: null }, {}, undefined],
    ['nothing for an input that no release knows', { other: 1 }, {}, undefined],
    ['an update for a new wait', { revision: 'two' }, { changes: true }, 'operator team/hello: update, because revision changed'],
    ['an update for a setting', { deleteUnreachable: true, customTimeouts: { create: 1 } }, { changes: true },
      'operator team/hello: update, because customTimeouts changed; deleteUnreachable changed'],
    ['a replacement for another identity', { package: 'other' }, { changes: true, replaces: ['package'], deleteBeforeReplace: true },
      'operator team/hello: replace, because package changed'],
    ['a replacement for an identity that is not known yet', { namespace: '04da6b54-80e4-46f7-96ec-b56ff0331ba9' },
      { changes: true, replaces: ['namespace'], deleteBeforeReplace: true }, 'operator team/hello: replace, because namespace may change'],
  ])('plans %s', async (_, change, expected, line) => {
    expect(await operatorReady.diff('id', await installed(), { ...OPERATOR, ...change })).toEqual({ ...UNCHANGED, ...expected });
    expect(lines.slice(0, 1)).toEqual(line === undefined ? [] : [line]);
  });

  it.each<[string, JsonMap, JsonMap, readonly string[]]>([
    ['another namespace', { namespace: 'other' }, {}, ['is removed before it is installed in namespace other, and does not run in between; '
      + 'objects of its APIs stop the removal before anything is deleted; its CRDs stay']],
    ['another namespace, with ignored operands', { namespace: 'other' }, { onDestroy: { operands: 'ignore' } }, [
      'is removed before it is installed in namespace other, and does not run in between; '
      + 'objects of its APIs stay, and nothing handles them in between; its CRDs stay']],
    ['another package, with everything deleted', { package: 'other' }, { onDestroy: { operands: 'delete', deleteCrds: true } }, [
      'is removed before it is installed again, and does not run in between; '
      + 'objects of its APIs are deleted; CRDs without objects are deleted as onDestroy.deleteCrds says']],
    ['another name of the Subscription', { subscription: 'greet' }, {}, [
      'is removed before it is installed again, and does not run in between; objects of its APIs stop the removal before anything is deleted; its CRDs stay',
      "if only the name of the Subscription changes, previousName: 'hello' keeps it running"]],
  ])('states what a replacement means, for %s', async (_, change, settings, expected) => {
    const { replaces } = await operatorReady.diff('id', await installed(settings), { ...OPERATOR, ...settings, ...change });
    expect(replaces).toEqual(Object.keys(change));
    expect(lines.slice(1)).toEqual(expected.map((line) => `operator team/hello: ${line}`));
  });

  const RENAMED = { subscription: 'greet', previousSubscription: 'hello' };

  it('plans a hand-over for another name of the Subscription that states the previous one', async () => {
    expect(await operatorReady.diff('id', await installed(), { ...OPERATOR, ...RENAMED })).toEqual({ ...UNCHANGED, changes: true });
    expect(lines).toEqual([
      'operator team/hello: update, because subscription changed; previousSubscription changed',
      'operator team/hello: hands over: Subscription team/hello is deleted without its operator, and Subscription team/greet adopts hello.v1.0.0, '
      + 'which keeps running',
    ]);
  });

  it.each<[string, JsonMap, readonly string[]]>([
    ['another namespace', { ...RENAMED, namespace: 'other' }, ['namespace', 'subscription']],
    ['another package', { ...RENAMED, package: 'other' }, ['subscription', 'package']],
    ['a previous name that is not the last one', { ...RENAMED, previousSubscription: 'older' }, ['subscription']],
  ])('plans a replacement for %s', async (_, change, replaces) => {
    expect((await operatorReady.diff('id', await installed(), { ...OPERATOR, ...change })).replaces).toEqual(replaces);
  });

  it('plans an update for another channel, which keeps the operator', async () => {
    expect(await operatorReady.diff('id', await installed({ channel: 'stable' }), { ...OPERATOR, channel: 'fast' })).toEqual({ ...UNCHANGED, changes: true });
    expect(lines).toEqual(['operator team/hello: update, because channel changed']);
  });

  it('fails for CRDs of kinds that the installed operator does not own', async () => {
    await expect(operatorReady.diff('id', await installed(), { ...OPERATOR, onDestroy: { deleteCrds: ['Helo.demo.test'] } })).rejects.toThrow(
      "operator team/hello: onDestroy.deleteCrds has 'Helo.demo.test', which the operator does not own; choose from its kinds: 'Hello.demo.test'");
    // Another version may own them.
    const change = { onDestroy: { deleteCrds: ['Helo.demo.test'] }, pin: { csv: 'hello.v2.0.0' } };
    expect(await operatorReady.diff('id', await installed(), { ...OPERATOR, ...change })).toMatchObject({ changes: true, replaces: [] });
  });

  it('plans an update for drift and for a wait that failed', async () => {
    const outputs = { ...await installed(), drift: ['it was edited'], ready: false };
    expect(await operatorReady.diff('id', outputs, OPERATOR)).toEqual({ ...UNCHANGED, changes: true });
    expect(lines).toEqual(['operator team/hello: update, because it was edited; it did not become ready before']);
  });

  it('plans a replacement in another cluster, where the new one comes first', async () => {
    new FakeCluster('green');
    expect(await operatorReady.diff('id', await installed(), { ...OPERATOR, kubeconfig: 'green' })).toEqual(
      { changes: true, replaces: ['kubeconfig'], deleteBeforeReplace: false });
    expect(lines).toEqual(['operator team/hello: replace, because kubeconfig selects another cluster']);
  });

  it('plans an update where the same cluster has another kubeconfig, or cannot be identified', async () => {
    new FakeCluster('renewed', 'uid-of-blue');
    const outputs = await installed();
    expect(await operatorReady.diff('id', outputs, { ...OPERATOR, kubeconfig: 'renewed' })).toEqual({ ...UNCHANGED, changes: true });
    expect(await operatorReady.diff('id', outputs, { ...OPERATOR, kubeconfig: 'nowhere' })).toEqual({ ...UNCHANGED, changes: true });
    expect(lines).toEqual([
      'operator team/hello: update, because kubeconfig changed',
      'operator team/hello: update, because kubeconfig changed',
      'operator team/hello: assumed to be in the same cluster as before, because the new cluster cannot be identified: nothing is listening at nowhere',
    ]);
  });
});

describe('create', () => {
  it('outputs what is installed, and the duration of each phase', async () => {
    const { id, outs } = await operatorReady.create({ ...OPERATOR, pin: { csv: 'hello.v1.0.0' } });
    expect(id).toBe('operator team/hello');
    expect(outs).toEqual({
      ...OPERATOR, pin: { csv: 'hello.v1.0.0' }, schemaVersion: 1, clusterUid: 'uid-of-blue', ready: true, drift: [],
      csvName: 'hello.v1.0.0', version: '1.0.0', phase: 'Succeeded', deployments: ['hello'], dependencies: [], installPlan: 'install-1',
      ownedApis: [{ crd: 'hellos.demo.test', group: 'demo.test', plural: 'hellos', kind: 'Hello', version: 'v1' }],
      operatorGroups: [{ name: 'hello', targetNamespaces: ['team'] }],
      left: { csvName: 'hello.v1.0.0', operatorGroups: [{ name: 'hello', targetNamespaces: ['team'] }] },
      phaseSeconds: expect.any(Object) as unknown,
    });
    expect(lines.at(-1)).toBe('operator team/hello: ready after 0 s');
  });

  it('fails partially with the known outputs if the operator does not become ready', async () => {
    const { id, reasons, properties } = await notReady(operatorReady.create({ ...OPERATOR, pin: { csv: 'hello.v0.5.0' } }));
    expect(id).toBe('operator team/hello');
    expect(reasons).toHaveLength(1);
    expect(properties).toMatchObject({ ...OPERATOR, csvName: 'hello.v1.0.0', clusterUid: 'uid-of-blue', ready: false, schemaVersion: 1 });
  });

  it('fails partially for CRDs of kinds that the operator turns out not to own, and continues once they are corrected', async () => {
    const { reasons, properties } = await notReady(operatorReady.create({ ...OPERATOR, onDestroy: { deleteCrds: ['Other.demo.test'] } }));
    expect(reasons).toEqual(["operator team/hello: onDestroy.deleteCrds has 'Other.demo.test', which the operator does not own; choose from its kinds: 'Hello.demo.test'"]);
    expect(properties).toMatchObject({ csvName: 'hello.v1.0.0', ready: false });
    const { outs } = await operatorReady.update('id', properties, { ...OPERATOR, onDestroy: { deleteCrds: ['Hello.demo.test'] } });
    expect(outs).toMatchObject({ ready: true, onDestroy: { deleteCrds: ['Hello.demo.test'] } });
  });

  it('fails partially if the cluster does not respond', async () => {
    const { reasons, properties } = await notReady(operatorReady.create({ ...OPERATOR, kubeconfig: 'nowhere' }));
    expect(reasons).toEqual(['operator team/hello did not become ready: nothing is listening at nowhere']);
    expect(properties).toEqual({ ...OPERATOR, kubeconfig: 'nowhere', ready: false, schemaVersion: 1 });
  });

  it('retries a failed installation as often as the inputs specify', async () => {
    blue.remove('hello.v1.0.0');
    blue.add({
      path: '/apis/operators.coreos.com/v1alpha1/installplans', name: 'install-1', namespace: 'team',
      spec: { approval: 'Manual', approved: true, clusterServiceVersionNames: ['hello.v1.0.0'] }, status: { phase: 'Failed' },
    });
    const timeouts = { settling: 0, total: 0.5, terminalGrace: 0, transientGrace: 0 };
    await notReady(operatorReady.create({ ...OPERATOR, timeouts }));
    expect(blue.changes).toEqual([]);
    await notReady(operatorReady.create({ ...OPERATOR, timeouts, recover: 1 }));
    expect(blue.changes).toContain('DELETE /apis/operators.coreos.com/v1alpha1/namespaces/team/installplans/install-1');
  });

  it('prints what is deprecated, as a warning, once the operator is ready', async () => {
    const subscribed = {
      path: SUBSCRIPTIONS, name: 'hello', namespace: 'team', spec: { name: 'hello', channel: 'stable', source: 'shop', sourceNamespace: 'olm' },
      status: {
        state: 'AtLatestKnown', installedCSV: 'hello.v1.0.0', currentCSV: 'hello.v1.0.0',
        conditions: [{ type: 'ChannelDeprecated', status: 'True', message: 'olm.channel/stable: use fast' }],
      },
    };
    blue.add(subscribed);
    const { outs } = await operatorReady.create(OPERATOR);
    expect(outs).toMatchObject({ ready: true, csvName: 'hello.v1.0.0' });
    expect(lines.slice(-2)).toEqual([
      "operator team/hello: warning: channel 'stable' of package 'hello' is deprecated: use fast",
      expect.stringMatching(/^operator team\/hello: ready after /),
    ]);
    expect(lines.filter((line) => line.includes('deprecated'))).toHaveLength(1);
  });

  it('prints what an adoption finds', async () => {
    const { outs } = await operatorAdoption.create({ ...OPERATOR, operatorGroup: 'hello' });
    expect(outs).toMatchObject({ found: { subscription: 'team/hello', channel: 'stable', csv: 'hello.v1.0.0' }, taken: { operatorGroup: 'hello' } });
    expect(lines).toContain('adoption of operator team/hello: adopts Subscription team/hello (channel stable, hello.v1.0.0 installed)');
  });
});

describe('read', () => {
  it('returns the same outputs if nothing changed', async () => {
    const outputs = await installed();
    expect(await operatorReady.read('id', outputs)).toEqual({ id: 'id', props: outputs });
  });

  it('reports each difference', async () => {
    const outputs = await installed();
    blue.add({ path: CSVS, name: 'hello.v1.0.0', namespace: 'team', spec: { version: '1.0.0' }, status: { phase: 'Failed' } });
    blue.add({ path: GROUPS, name: 'hello', namespace: 'team', spec: {}, status: {} });
    const { props } = await operatorReady.read('id', outputs);
    expect(props['drift']).toEqual(['ClusterServiceVersion hello.v1.0.0 is in phase Failed', 'the OperatorGroup was changed from hello (team) to hello (all namespaces)']);
    expect(props).toMatchObject({ phase: 'Failed', left: outputs['left'], operatorGroups: [{ name: 'hello', targetNamespaces: [] }] });
    // Drift lasts until it is undone.
    expect((await operatorReady.read('id', props)).props['drift']).toEqual(props['drift']);
  });

  it('reports another installed version, and one that was deleted', async () => {
    const outputs = await installed();
    blue.remove('hello.v1.0.0');
    blue.remove('hellos.demo.test');
    expect((await operatorReady.read('id', outputs)).props['drift']).toEqual(['ClusterServiceVersion hello.v1.0.0 no longer exists']);
    blue.add({ path: CSVS, name: 'hello.v1.1.0', namespace: 'team', spec: { version: '1.1.0' }, status: { phase: 'Succeeded' } });
    blue.add({
      path: SUBSCRIPTIONS, name: 'hello', namespace: 'team', spec: { name: 'hello', channel: 'stable', source: 'shop', sourceNamespace: 'olm' },
      status: { state: 'AtLatestKnown', installedCSV: 'hello.v1.1.0', currentCSV: 'hello.v1.1.0' },
    });
    expect((await operatorReady.read('id', outputs)).props['drift']).toEqual(['hello.v1.1.0 is installed instead of hello.v1.0.0']);
  });

  it('drops a deleted Subscription from the state', async () => {
    const outputs = await installed();
    blue.remove('hello');
    expect(await operatorReady.read('id', outputs)).toEqual({ id: '', props: {} });
  });

  it('reports a catalog without a connection, and drops a deleted one from the state', async () => {
    const { outs } = await catalogReady.create(CATALOG);
    expect((await catalogReady.read('id', outs)).props).toEqual(outs);
    blue.add({
      path: '/apis/operators.coreos.com/v1alpha1/catalogsources', name: 'shop', namespace: 'olm', spec: { sourceType: 'grpc', address: 'shop.olm.svc:50051' },
      status: { connectionState: { lastObservedState: 'TRANSIENT_FAILURE', address: 'shop.olm.svc:50051' } },
    });
    expect((await catalogReady.read('id', outs)).props['drift']).toHaveLength(1);
    blue.remove('shop');
    expect(await catalogReady.read('id', outs)).toEqual({ id: '', props: {} });
  });

  it('reports missing or unavailable parts of OLM, and drops OLM from the state if all are missing', async () => {
    const OLM = {
      kubeconfig: 'blue', timeouts: { settling: 0, total: 5 }, removal: [],
      parts: { crds: ['subscriptions.operators.coreos.com'], deployments: [{ namespace: 'olm', name: 'olm-operator' }], csvs: [], apiServices: [] },
    };
    const { outs } = await olmReady.create(OLM);
    expect((await olmReady.read('id', outs)).props['drift']).toEqual([]);
    blue.add({
      path: '/apis/apps/v1/deployments', name: 'olm-operator', namespace: 'olm', metadata: { generation: 1 }, spec: { replicas: 1 },
      status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas: 0 },
    });
    blue.remove('subscriptions.operators.coreos.com');
    expect((await olmReady.read('id', outs)).props['drift']).toEqual([
      'CustomResourceDefinition subscriptions.operators.coreos.com no longer exists', expect.stringMatching(/^Deployment olm\/olm-operator: .*0/),
    ]);
    blue.remove('olm-operator');
    expect(await olmReady.read('id', outs)).toEqual({ id: '', props: {} });
  });

  it('fails in another cluster, and drops the resources of a deleted one only with deleteUnreachable', async () => {
    const outputs = await installed();
    new FakeCluster('blue', 'recreated');
    await expect(operatorReady.read('id', outputs)).rejects.toThrow(
      'operator team/hello: the kubeconfig selects another cluster (uid recreated of its Namespace kube-system) than the one this was created in (uid uid-of-blue); '
      + 'select the cluster it was created in, or, if that cluster was deleted, run it again with PULUMI_K8S_DELETE_UNREACHABLE=true in the environment');
    expect(await operatorReady.read('id', { ...outputs, deleteUnreachable: true })).toEqual({ id: '', props: {} });
    expect(lines).toEqual([expect.stringMatching(/^operator team\/hello: considered deleted because of deleteUnreachable: the kubeconfig selects/)]);
  });

  it('fails without a cluster, and drops its resources only with deleteUnreachable', async () => {
    const outputs = { ...await installed(), kubeconfig: 'nowhere' };
    await expect(operatorReady.read('id', outputs)).rejects.toThrow('nothing is listening at nowhere');
    expect(await operatorReady.read('id', { ...outputs, deleteUnreachable: true })).toEqual({ id: '', props: {} });
    expect(lines).toEqual(['operator team/hello: considered deleted because of deleteUnreachable: nothing is listening at nowhere']);
  });
});

describe('update', () => {
  it.each<[string, JsonMap, JsonMap, boolean]>([
    ['a setting changed', {}, { customTimeouts: { create: 5 }, recover: 2, adopt: true, onDestroy: { force: true } }, false],
    ['an input that counts changed', {}, { revision: 'two' }, true],
    ['it was not ready', { ready: false }, {}, true],
    ['it drifted', { drift: ['edited'] }, {}, true],
  ])('when %s: waits only if it must', async (_, before, change, waits) => {
    const outputs = { ...await installed(), ...before };
    blue.lists.length = 0;
    const { outs } = await operatorReady.update('id', outputs, { ...OPERATOR, ...change });
    expect(outs).toMatchObject({ ...OPERATOR, ...change, csvName: 'hello.v1.0.0', ready: true, drift: [] });
    expect(blue.lists.length > 0).toBe(waits);
  });

  it('forgets an input that the program no longer sets', async () => {
    const { outs } = await operatorReady.update('id', await installed({ recover: 2, channel: 'stable' }), { ...OPERATOR, channel: 'stable' });
    expect(outs).not.toHaveProperty('recover');
    expect(outs).toHaveProperty('channel', 'stable');
  });

  it('keeps the outputs of the old version if the new one fails', async () => {
    const { properties } = await notReady(operatorReady.update('id', await installed(), { ...OPERATOR, kubeconfig: 'nowhere' }));
    expect(properties).toMatchObject({ csvName: 'hello.v1.0.0', kubeconfig: 'blue', clusterUid: 'uid-of-blue', ready: false });
  });

  it('is an error in another cluster', async () => {
    const outputs = { ...await installed(), ready: false };
    new FakeCluster('blue', 'recreated');
    await expect(operatorReady.update('id', outputs, OPERATOR)).rejects.toThrow(/selects another cluster .*; select the cluster it was created in, or set `kubeconfig`/);
  });

  describe('to another name of the Subscription', () => {
    const RENAMED = { ...OPERATOR, subscription: 'greet', previousSubscription: 'hello' };
    const SPEC = { name: 'hello', channel: 'stable', source: 'shop', sourceNamespace: 'olm', installPlanApproval: 'Manual' };
    const CHANGES = [
      'DELETE /apis/operators.coreos.com/v1alpha1/namespaces/team/subscriptions/hello',
      'PATCH /apis/operators.coreos.com/v1alpha1/namespaces/team/subscriptions/greet/status',
    ];

    beforeEach(() => {
      const labels = { 'operators.coreos.com/hello.team': '' };
      blue.add({
        path: CSVS, name: 'hello.v1.0.0', namespace: 'team', metadata: { labels }, status: { phase: 'Succeeded', reason: 'InstallSucceeded' },
        spec: {
          version: '1.0.0', customresourcedefinitions: { owned: [{ name: 'hellos.demo.test', kind: 'Hello', version: 'v1' }] },
          install: { spec: { deployments: [{ name: 'hello' }] } },
        },
      });
    });

    it('hands over the operator: deletes the previous Subscription alone, and lets the new one adopt the ClusterServiceVersion', async () => {
      const outputs = await installed();
      blue.add({ path: SUBSCRIPTIONS, name: 'greet', namespace: 'team', spec: SPEC });
      const { outs } = await operatorReady.update('id', outputs, RENAMED);
      expect(blue.changes).toEqual(CHANGES);
      expect(outs).toMatchObject({ ready: true, subscription: 'greet', csvName: 'hello.v1.0.0' });
      expect(lines).toContain('hand-over of operator team/hello: deletes the previous Subscription without its operator (Subscription team/hello)');
      // The setting has no effect later, and can be omitted.
      blue.lists.length = 0;
      const { previousSubscription: _, ...without } = RENAMED;
      expect(await operatorReady.diff('id', outs, RENAMED)).toMatchObject({ changes: false });
      expect((await operatorReady.update('id', outs, without)).outs).not.toHaveProperty('previousSubscription');
      expect(blue.lists).toEqual([]);
    });

    it('continues a hand-over that failed', async () => {
      const outputs = await installed();
      const { properties } = await notReady(operatorReady.update('id', outputs, { ...RENAMED, timeouts: { settling: 0, total: 0.5, terminalGrace: 0 } }));
      expect(properties).toMatchObject({ ready: false, subscription: 'greet', csvName: 'hello.v1.0.0' });
      blue.add({ path: SUBSCRIPTIONS, name: 'greet', namespace: 'team', spec: SPEC });
      expect((await operatorReady.update('id', properties, RENAMED)).outs).toMatchObject({ ready: true, csvName: 'hello.v1.0.0' });
      expect(blue.changes).toEqual(CHANGES);
    });

    it('keeps the previous name if its Subscription cannot be deleted, so that the next up does it', async () => {
      const outputs = await installed();
      blue.hold('hello');
      const { properties } = await notReady(operatorReady.update('id', { ...outputs, timeouts: { total: 0.5 } }, RENAMED));
      expect(properties).toMatchObject({ ready: false, subscription: 'hello' });
    });

    it('leaves a Subscription to another package alone', async () => {
      const outputs = await installed();
      blue.add({ path: SUBSCRIPTIONS, name: 'hello', namespace: 'team', spec: { ...SPEC, name: 'other' } });
      blue.add({ path: SUBSCRIPTIONS, name: 'greet', namespace: 'team', spec: SPEC });
      await operatorReady.update('id', outputs, RENAMED);
      expect(blue.changes).toEqual(CHANGES.slice(1));
    });
  });

  const NAMESPACE = { kubeconfig: 'blue', namespace: 'team', operatorGroup: 'hello', removeOperatorGroup: true, removeNamespace: true };

  it('removes a replaced OperatorGroup, but not the Namespace', async () => {
    ['install-1', 'hello.v1.0.0'].forEach((name) => blue.remove(name));
    blue.remove('hello');
    blue.add(...['hello', 'other'].map((name) => ({ path: GROUPS, name, namespace: 'team', spec: { targetNamespaces: ['team'] } })));
    const { outs } = await operatorPlace.create(NAMESPACE);
    const { outs: updated } = await operatorPlace.update('id', outs, { ...NAMESPACE, operatorGroup: 'other' });
    expect(blue.changes).toEqual(['DELETE /apis/operators.coreos.com/v1/namespaces/team/operatorgroups/hello']);
    expect(updated).toMatchObject({ operatorGroup: 'other', ready: true });
  });

  it.each<[string, JsonMap, JsonMap]>([
    ['another setting changed', NAMESPACE, { removeNamespace: false }],
    ['the old OperatorGroup is not its own', { ...NAMESPACE, removeOperatorGroup: false }, { operatorGroup: 'other' }],
  ])('removes no OperatorGroup if %s', async (_, before, change) => {
    const { outs } = await operatorPlace.create(before);
    await operatorPlace.update('id', outs, { ...before, ...change });
    expect(blue.changes).toEqual([]);
  });

  it('keeps the old inputs if that removal fails, so that the next up does it', async () => {
    const { outs } = await operatorPlace.create(NAMESPACE);
    const { reasons, properties } = await notReady(operatorPlace.update('id', outs, { ...NAMESPACE, kubeconfig: 'nowhere', operatorGroup: 'other' }));
    expect(reasons).toEqual(['nothing is listening at nowhere']);
    expect(properties).toEqual({ ...outs, ready: false });
  });
});

describe('delete', () => {
  it('prints what it keeps', async () => {
    await operatorReady.delete('id', await installed());
    expect(blue.changes).toEqual([
      'DELETE /apis/operators.coreos.com/v1alpha1/namespaces/team/subscriptions/hello',
      'DELETE /apis/operators.coreos.com/v1alpha1/namespaces/team/clusterserviceversions/hello.v1.0.0',
    ]);
    expect(lines).toContainEqual(expect.stringMatching(/^removal of operator team\/hello: left CustomResourceDefinition hellos\.demo\.test: /));
    expect(lines.at(-1)).toMatch(/^removal of operator team\/hello: done after \d+ s$/);
  });

  const operand = { path: '/apis/demo.test/v1/hellos', name: 'first', namespace: 'team' };

  it('removes nothing while there are objects of its APIs', async () => {
    const outputs = await installed({ timeouts: { settling: 0, total: 5, terminalGrace: 0 } });
    blue.add(operand);
    await expect(operatorReady.delete('id', outputs)).rejects.toThrow('removal of operator team/hello');
    expect(blue.changes).toEqual([]);
  });

  it('prints what it leaves of its APIs even if its ClusterServiceVersion was deleted before', async () => {
    const outputs = await installed();
    blue.remove('hello.v1.0.0');
    await operatorReady.delete('id', outputs);
    expect(lines).toContainEqual(expect.stringMatching(/left CustomResourceDefinition hellos\.demo\.test: /));
  });

  it.each<[string, string[]]>([
    ['ignore', ['subscriptions/hello', 'clusterserviceversions/hello.v1.0.0']],
    ['delete', ['hellos/first', 'subscriptions/hello', 'clusterserviceversions/hello.v1.0.0']],
  ])('continues with operands %s', async (operands, removed) => {
    const outputs = await installed({ onDestroy: { operands } });
    blue.add(operand);
    await operatorReady.delete('id', outputs);
    expect(blue.changes.map((change) => change.replace(/.*\/([^/]+\/[^/]+)$/, '$1')).sort()).toEqual([...removed].sort());
  });

  it('keeps the operator if only waiting was turned off', async () => {
    const outputs = await installed();
    blue.add({
      path: SUBSCRIPTIONS, name: 'hello', namespace: 'team', metadata: { annotations: { 'olm-constructs/waiter': 'none' } },
      spec: { name: 'hello' }, status: { installedCSV: 'hello.v1.0.0' },
    });
    await operatorReady.delete('id', outputs);
    expect(blue.changes).toEqual([]);
  });

  it('needs no cluster if there is nothing to remove', async () => {
    await catalogReady.delete('id', { ...CATALOG, kubeconfig: 'nowhere' });
    await operatorAdoption.delete('id', { ...OPERATOR, kubeconfig: 'nowhere' });
    await operatorPlace.delete('id', { kubeconfig: 'nowhere', namespace: 'team', operatorGroup: 'hello' });
    expect(lines).toEqual([]);
  });

  it('fails without a cluster unless deleteUnreachable is set', async () => {
    const outputs = { ...await installed(), kubeconfig: 'nowhere' };
    await expect(operatorReady.delete('id', outputs)).rejects.toThrow('nothing is listening at nowhere');
    await operatorReady.delete('id', { ...outputs, deleteUnreachable: true });
    expect(lines).toEqual(['removal of operator team/hello: skipped because of deleteUnreachable: nothing is listening at nowhere']);
  });

  it('removes nothing in a cluster that it was not created in', async () => {
    const outputs = await installed();
    const recreated = new FakeCluster('blue', 'recreated');
    installOperator(recreated);
    await expect(operatorReady.delete('id', outputs)).rejects.toThrow(/removal of operator team\/hello: the kubeconfig selects another cluster/);
    await operatorReady.delete('id', { ...outputs, deleteUnreachable: true });
    expect(recreated.changes).toEqual([]);
  });
});

describe('what a waiter changes', () => {
  const planned = (): void => blue.add(
    {
      path: '/apis/operators.coreos.com/v1alpha1/installplans', name: 'install-1', namespace: 'team',
      metadata: { ownerReferences: [{ kind: 'Subscription', name: 'hello', uid: 'uid-of-hello' }] },
      spec: { approval: 'Manual', approved: false, clusterServiceVersionNames: ['hello.v1.0.0'] }, status: { phase: 'RequiresApproval' },
    },
    {
      path: SUBSCRIPTIONS, name: 'hello', namespace: 'team', spec: { name: 'hello', channel: 'stable', source: 'shop', sourceNamespace: 'olm' },
      status: { state: 'UpgradePending', currentCSV: 'hello.v1.0.0', installPlanRef: { name: 'install-1', uid: 'uid-of-install-1' } },
    },
  );
  const record = { action: 'approve', kind: 'InstallPlan', namespace: 'team', name: 'install-1', result: 'done' };

  it('is recorded in an output, which a refresh and an update keep, and in an Event', async () => {
    planned();
    const { id, outs } = await operatorReady.create({ ...OPERATOR, pin: { csv: 'hello.v1.0.0' } });
    expect(outs['actions']).toMatchObject([record]);
    expect(blue.created).toMatchObject([{ kind: 'Event', reason: 'InstallPlanApproved', involvedObject: { name: 'install-1' } }]);
    const { props } = await operatorReady.read(id, outs);
    expect(props['actions']).toEqual(outs['actions']);
    const inputs = { ...OPERATOR, pin: { csv: 'hello.v1.0.0' } };
    expect((await operatorReady.diff(id, props, inputs)).changes).toBe(false);
    expect((await operatorReady.update(id, props, { ...inputs, revision: 'next' })).outs['actions']).toEqual(outs['actions']);
  });

  it('is recorded without an Event if the account may not create Events', async () => {
    planned();
    blue.forbid('POST');
    expect((await operatorReady.create({ ...OPERATOR, pin: { csv: 'hello.v1.0.0' } })).outs).toMatchObject({ ready: true, actions: [record] });
  });
});

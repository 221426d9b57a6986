import { OPERATOR_NAMESPACE } from '../../../lib/pulumi/waiters/operator-namespace-provider';
import { FakeCluster } from '../fake-cluster';
import { printedLines } from '../printed-lines';
import type { JsonMap } from '../../../lib/formats/json/json-value';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

const INPUTS = { kubeconfig: 'blue', namespace: 'team', operatorGroup: 'plain', removeOperatorGroup: true, removeNamespace: true };
const GROUPS = '/apis/operators.coreos.com/v1/operatorgroups';
const GROUP = 'DELETE /apis/operators.coreos.com/v1/namespaces/team/operatorgroups/plain';
const NAMESPACE = 'DELETE /api/v1/namespaces/team';
const WIDGETS = '/apis/demo.test/v1/widgets';

let blue: FakeCluster;
let lines: string[];

beforeEach(() => {
  lines = printedLines();
  blue = new FakeCluster('blue');
  blue.add({ path: '/api/v1/namespaces', name: 'team', status: { phase: 'Active' } }, { path: GROUPS, name: 'plain', namespace: 'team' });
});

afterEach(() => jest.restoreAllMocks());

const created = async (more: JsonMap = {}): Promise<JsonMap> => (await OPERATOR_NAMESPACE.create({ ...INPUTS, ...more })).outs;

describe('an update of OperatorNamespace', () => {
  it.each<[string, JsonMap, JsonMap, readonly string[]]>([
    ['removes the OperatorGroup that another one replaces, because OLM ignores a namespace with two', {}, { operatorGroup: 'other' }, [GROUP]],
    ['removes the OperatorGroup, but not the Namespace, if the program no longer has one', {}, { operatorGroup: undefined }, [GROUP]],
    ['keeps the OperatorGroup of the same name', {}, { removeNamespace: false }, []],
    ['keeps an OperatorGroup that is not its own', { removeOperatorGroup: false }, { operatorGroup: 'other' }, []],
  ])('%s', async (_, before, change, changes) => {
    const outputs = await created(before);
    if ('operatorGroup' in change && change['operatorGroup'] !== undefined) {
      blue.add({ path: GROUPS, name: 'other', namespace: 'team' });
    }
    const { outs } = await OPERATOR_NAMESPACE.update('id', outputs, { ...INPUTS, ...before, ...change });
    expect(outs).toMatchObject({ ready: true });
    expect(blue.changes).toEqual(changes);
    expect(lines.some((line) => line.startsWith('removal of operator namespace team: done'))).toBe(changes.length > 0);
  });
});

describe('the deletion of OperatorNamespace', () => {
  it.each<[string, JsonMap, readonly string[]]>([
    ['the OperatorGroup and the Namespace', {}, [GROUP, NAMESPACE]],
    ['only the OperatorGroup, if the Namespace is not its own', { removeNamespace: false }, [GROUP]],
    ['only the Namespace, if the OperatorGroup is not its own', { removeOperatorGroup: false }, [NAMESPACE]],
    ['only the Namespace, if there is no OperatorGroup', { operatorGroup: undefined }, [NAMESPACE]],
  ])('removes %s', async (_, inputs, changes) => {
    const outputs = await created(inputs);
    blue.remove('plain', inputs['removeOperatorGroup'] === false || 'operatorGroup' in inputs ? GROUPS : 'none');
    await OPERATOR_NAMESPACE.delete('id', outputs);
    expect(blue.changes).toEqual(changes);
  });

  it('keeps the Namespace while it has objects of the CRDs of the operator', async () => {
    blue.add({
      path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', name: 'widgets.demo.test',
      spec: { group: 'demo.test', names: { plural: 'widgets', kind: 'Widget' }, scope: 'Namespaced', versions: [{ name: 'v1', served: true, storage: true }] },
    }, { path: WIDGETS, name: 'mine', namespace: 'team' });
    await OPERATOR_NAMESPACE.delete('id', await created({ crds: ['widgets.demo.test'] }));
    expect(blue.changes).toEqual([GROUP]);
    expect(lines).toContain('removal of operator namespace team: left Namespace team: in use by Widget team/mine');
  });

});

describe('OperatorNamespace', () => {
  it('is kept by a refresh without asking the cluster', async () => {
    const outputs = await created();
    blue.stop();
    expect(await OPERATOR_NAMESPACE.read('id', outputs)).toMatchObject({ id: 'id', props: { namespace: 'team', ready: true, drift: [] } });
    expect(lines.join()).not.toContain('connection refused');
  });

  it('needs the name of the namespace, and checks what a removal depends on', async () => {
    const { failures } = await OPERATOR_NAMESPACE.check({}, { kubeconfig: 'blue', removeOperatorGroup: 'yes', crds: 'widgets', force: 1 });
    expect(failures.map(({ property }) => property).sort()).toEqual(['crds', 'force', 'namespace', 'removeOperatorGroup']);
  });
});

import { OPERATOR_NAMESPACE } from '../../../lib/pulumi/waiters/operator-namespace-provider';

const NAMESPACE = { namespace: 'team', operatorGroup: 'plain', package: 'plain', removeNamespace: true, removeOperatorGroup: true };
const MADE = { ...NAMESPACE, ready: true, drift: [] };

beforeAll(() => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});

afterAll(() => jest.restoreAllMocks());

describe('the provider of OperatorNamespace', () => {
  it('creates at once, even if no cluster answers', async () => {
    const { id, outs } = await OPERATOR_NAMESPACE.create({ ...NAMESPACE, kubeconfig: '{}' });
    expect({ id, outs }).toEqual({ id: 'operator namespace team', outs: { ...MADE, kubeconfig: '{}', schemaVersion: 1 } });
  });

  it.each<[string, object, object]>([
    ['plans nothing without a change', {}, { changes: false, replaces: [] }],
    ['plans an update for another OperatorGroup', { operatorGroup: 'other' }, { changes: true, replaces: [] }],
    ['plans an update for a setting of the removal', { removeNamespace: false }, { changes: true, replaces: [] }],
    ['plans a replacement for another namespace, the new one first', { namespace: 'other' }, { changes: true, replaces: ['namespace'] }],
  ])('%s', async (_, change, expected) => {
    expect(await OPERATOR_NAMESPACE.diff('id', MADE, { ...NAMESPACE, ...change })).toEqual({ ...expected, deleteBeforeReplace: false });
  });

  it('removes nothing if it owns nothing', async () => {
    await OPERATOR_NAMESPACE.delete('id', { ...MADE, removeNamespace: false, removeOperatorGroup: false, kubeconfig: '{}' });
    await expect(OPERATOR_NAMESPACE.delete('id', { ...MADE, kubeconfig: '{}' })).rejects.toThrow('kubeconfig');
  });

  it('checks its inputs', async () => {
    const { failures } = await OPERATOR_NAMESPACE.check({}, { ...NAMESPACE, operatorGroup: '', removeNamespace: 'yes' });
    expect(failures.map(({ property }) => property).sort()).toEqual(['operatorGroup', 'removeNamespace']);
  });
});

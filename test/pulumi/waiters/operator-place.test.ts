import { OPERATOR_PLACE } from '../../../lib/pulumi/waiters/operator-place';

const PLACE = { namespace: 'team', operatorGroup: 'plain', package: 'plain', removeNamespace: true, removeOperatorGroup: true };
const MADE = { ...PLACE, ready: true, drift: [] };

beforeAll(() => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});

afterAll(() => jest.restoreAllMocks());

describe('the place of an operator', () => {
  it('is there as soon as it is asked for, also where no cluster answers', async () => {
    const { id, outs } = await OPERATOR_PLACE.create({ ...PLACE, kubeconfig: '{}' });
    expect({ id, outs }).toEqual({ id: 'place team', outs: { ...MADE, kubeconfig: '{}' } });
  });

  it.each<[string, object, object]>([
    ['nothing', {}, { changes: false, replaces: [] }],
    ['another OperatorGroup in place', { operatorGroup: 'other' }, { changes: true, replaces: [] }],
    ['what becomes of it in place', { removeNamespace: false }, { changes: true, replaces: [] }],
    ['another namespace by a new one, which comes first', { namespace: 'other' }, { changes: true, replaces: ['namespace'] }],
  ])('changes %s', async (_, change, expected) => {
    expect(await OPERATOR_PLACE.diff('id', MADE, { ...PLACE, ...change })).toEqual({ ...expected, deleteBeforeReplace: false });
  });

  it('removes nothing where nothing of it is its own', async () => {
    await OPERATOR_PLACE.delete('id', { ...MADE, removeNamespace: false, removeOperatorGroup: false, kubeconfig: '{}' });
    await expect(OPERATOR_PLACE.delete('id', { ...MADE, kubeconfig: '{}' })).rejects.toThrow('kubeconfig');
  });

  it('says what is wrong with its inputs', async () => {
    const { failures } = await OPERATOR_PLACE.check({}, { ...PLACE, operatorGroup: '', removeNamespace: 'yes' });
    expect(failures.map(({ property }) => property).sort()).toEqual(['operatorGroup', 'removeNamespace']);
  });
});

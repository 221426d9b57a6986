import { differingField } from '../../../../lib/cluster/waiting/machine/once-applied';

describe('a spec in the cluster', () => {
  test.each<[string, unknown, unknown]>([
    ['with defaults besides', { channel: 'stable' }, { channel: 'stable', installPlanApproval: 'Automatic' }],
    ['without what is empty', { channel: 'stable', config: { env: [] }, startingCSV: '' }, { channel: 'stable' }],
    ['with equal lists', { env: [{ name: 'A', value: '1' }] }, { env: [{ name: 'A', value: '1' }] }],
    ['if the manifest has none', undefined, { channel: 'stable' }],
  ])('is as in the manifest %s', (_, wanted, actual) => {
    expect(differingField('spec', wanted, actual)).toBeUndefined();
  });

  test.each<[unknown, unknown, string]>([
    [{ channel: 'beta' }, { channel: 'stable' }, "spec.channel is 'stable' instead of 'beta'"],
    [{ startingCSV: 'a.v1' }, {}, 'spec.startingCSV is missing'],
    [{ config: { env: [{ name: 'A', value: '1' }] } }, { config: { env: [{ name: 'A', value: '2' }] } }, "spec.config.env[0].value is '2' instead of '1'"],
    [{ list: ['a'] }, { list: ['a', 'b'] }, 'spec.list is ["a","b"] instead of ["a"]'],
    [{ channel: 'beta' }, undefined, 'spec is missing'],
  ])('differs: %j, %j', (wanted, actual, message) => {
    expect(differingField('spec', wanted, actual)).toBe(message);
  });
});

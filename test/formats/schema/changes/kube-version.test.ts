import { compareKubeVersions } from '../../../../lib/formats/schema/changes/crd-comparison';

describe('versions of an API', () => {
  const ordered = ['foo10', 'foo1', 'v01', 'v1alpha1', 'v1alpha10', 'v11alpha2', 'v1beta1', 'v12beta1', 'v1', 'v2', 'v10', 'v99999999999999999999'];

  it('are ordered from the least mature to the most', () => {
    expect([...ordered].reverse().sort(compareKubeVersions)).toEqual(['v01', 'foo10', 'foo1', ...ordered.slice(3)]);
  });

  it.each(ordered)('rank %s equal to itself', (version) => {
    expect(compareKubeVersions(version, version)).toBe(0);
  });
});

import { compareKubeVersions, isEarlierKubernetes } from '../../../lib/formats/semver/kubernetes-version';

describe('versions of an API', () => {
  const ordered = ['foo10', 'foo1', 'v01', 'v1alpha1', 'v1alpha10', 'v11alpha2', 'v1beta1', 'v12beta1', 'v1', 'v2', 'v10', 'v99999999999999999999'];

  it('are ordered from the least mature to the most', () => {
    expect([...ordered].reverse().sort(compareKubeVersions)).toEqual(['v01', 'foo10', 'foo1', ...ordered.slice(3)]);
  });

  it.each(ordered)('rank %s equal to itself', (version) => {
    expect(compareKubeVersions(version, version)).toBe(0);
  });
});

describe('a version of Kubernetes', () => {
  it.each([['1.29.4', '1.30.0'], ['1.30.1', '1.30.2'], ['v1.9', '1.10'], ['0.30.0', '1.0.0'], ['1.30.0-eks-1', '1.31.0']])('%s is earlier than %s', (one, other) => {
    expect(isEarlierKubernetes(one, other)).toBe(true);
    expect(isEarlierKubernetes(other, one)).toBe(false);
  });

  it.each<[string | undefined, string | undefined, string]>([
    ['1.30.0', '1.30.0', 'they are the same'], ['1.30', '1.30.5', 'it may be any patch release'], ['1.30.5', '1.30', 'the other may be any patch release'],
    [undefined, '1.30.0', 'it is unknown'], ['1.30.0', undefined, 'the other is unknown'], ['latest', '1.30.0', 'it is not a version'],
  ])('%s is not earlier than %s: %s', (one, other) => {
    expect(isEarlierKubernetes(one, other)).toBe(false);
  });
});

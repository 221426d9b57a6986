import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { hasFeature, type ReleaseFeature, releasesWith } from '../../../../lib/olm/v0/model/release-features';

function releases(feature: ReleaseFeature): string[] {
  return OlmVersion.all.filter((version) => hasFeature(version, feature)).map(({ version }) => version);
}

describe('a feature', () => {
  test('without an end is in all releases from its first one on', () => {
    expect(releases('networkPolicies')).toEqual(OlmVersion.all.map(({ version }) => version).slice(-15));
    expect(releases('networkPolicies')[0]).toBe('0.32.0');
  });

  test('with an end is in no later release', () => {
    expect(releases('certManager')).toEqual(['0.36.0', '0.37.0']);
    expect(releases('fixedApiServerPort').at(-1)).toBe('0.40.0');
  });

  test('has a range of releases', () => {
    expect(releasesWith('certManager')).toEqual({ since: '0.36.0', until: '0.38.0' });
  });

  test('opmImage is in exactly the releases with an image of opm', () => {
    expect(releases('opmImage')).toEqual(OlmVersion.all.filter(({ opmImage }) => opmImage !== undefined).map(({ version }) => version));
  });
});

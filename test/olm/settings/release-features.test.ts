import { OlmVersion } from '../../lib/olm/olm-version';
import { hasFeature, type ReleaseFeature, releasesWith } from '../../lib/olm/release-features';

function releases(feature: ReleaseFeature): string[] {
  return OlmVersion.all.filter((version) => hasFeature(version, feature)).map(({ version }) => version);
}

describe('a feature', () => {
  test('that came and stayed is in all releases from its first one on', () => {
    expect(releases('networkPolicies')).toEqual(OlmVersion.all.map(({ version }) => version).slice(-15));
    expect(releases('networkPolicies')[0]).toBe('0.32.0');
  });

  test('that went again is in none of the later ones', () => {
    expect(releases('certManager')).toEqual(['0.36.0', '0.37.0']);
    expect(releases('fixedApiServerPort').at(-1)).toBe('0.40.0');
  });

  test('tells the releases that have it', () => {
    expect(releasesWith('certManager')).toEqual({ since: '0.36.0', until: '0.38.0' });
  });

  test('opmImage is in exactly those releases that name an opm', () => {
    expect(releases('opmImage')).toEqual(OlmVersion.all.filter(({ opmImage }) => opmImage !== undefined).map(({ version }) => version));
  });
});

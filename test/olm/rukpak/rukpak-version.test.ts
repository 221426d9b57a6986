import { releasesText, RukpakVersion } from '../../../lib/olm/rukpak/rukpak-version';

describe('RukpakVersion', () => {
  test('names the constants after their versions', () => {
    const constants = Object.entries(RukpakVersion).filter(([name]) => /^V\d/.test(name));
    expect(constants).toEqual(RukpakVersion.all.map((version) => [`V${version.version.replace(/\./g, '_')}`, version]));
  });

  test('has version and tag', () => {
    expect({ ...RukpakVersion.V0_18_1 }).toEqual({ version: '0.18.1', tag: 'v0.18.1' });
    expect(String(RukpakVersion.V0_18_1)).toBe('0.18.1');
  });

  test('is found with and without a v', () => {
    expect(['0.13.0', 'v0.13.0'].map((version) => RukpakVersion.parse(version))).toEqual([RukpakVersion.V0_13_0, RukpakVersion.V0_13_0]);
  });

  test('rejects a release that does not exist', () => {
    expect(() => RukpakVersion.parse('0.25.0')).toThrow(/^unknown RukPak version "0\.25\.0"; nearest known versions: 0\.24\.0$/);
    expect(() => RukpakVersion.parse('v0.11.5')).toThrow(/nearest known versions: 0\.11\.0, 0\.12\.0$/);
  });

  test.each([
    [RukpakVersion.V0_1_0, 'core.rukpak.io/v1alpha1'],
    [RukpakVersion.V0_16_0, 'core.rukpak.io/v1alpha1'],
    [RukpakVersion.V0_17_0, 'core.rukpak.io/v1alpha2'],
    [RukpakVersion.DEFAULT, 'core.rukpak.io/v1alpha2'],
  ])('%s has API version %s', (version, apiVersion) => {
    expect(version.apiVersion).toBe(apiVersion);
  });

  test.each([
    [RukpakVersion.V0_9_0, RukpakVersion.V0_10_0, false],
    [RukpakVersion.V0_10_0, RukpakVersion.V0_10_0, true],
    [RukpakVersion.V0_10_0, RukpakVersion.V0_9_0, true],
  ])('%s is at least %s: %s', (version, other, expected) => {
    expect(version.isAtLeast(other)).toBe(expected);
  });

  test.each([
    [{ since: '0.7.0', until: '0.12.0' }, 'RukPak 0.7.0 to 0.11.0'],
    [{ since: '0.12.0' }, 'RukPak 0.12.0 and later'],
    [{ until: '0.2.0' }, 'RukPak 0.1.0'],
  ])('describes the releases %j', (range, text) => {
    expect(releasesText(range)).toBe(text);
  });
});

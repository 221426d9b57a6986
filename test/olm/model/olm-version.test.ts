import { OlmVersion } from '../../lib/olm/olm-version';
import { DEFAULT_OPM_IMAGE } from '../../lib/olm/opm-image';

describe('OlmVersion', () => {
  test.each(OlmVersion.all.map((version) => [version.version, version]))('finds release %s by its number, with and without a v', (number, version) => {
    expect(OlmVersion.of(number)).toBe(version);
    expect(OlmVersion.of(`v${number}`)).toBe(version);
  });

  test('has a constant for every release, named after it', () => {
    const constants = Object.entries(OlmVersion).filter(([name]) => /^V\d/.test(name));
    expect(constants).toEqual(OlmVersion.all.map((version) => [`V${version.version.replace(/\./g, '_')}`, version]));
  });

  test('knows number, tag and images of a release', () => {
    const version = OlmVersion.V0_46_0;
    expect({ ...version }).toEqual({
      version: '0.46.0',
      tag: 'v0.46.0',
      olmImage: 'quay.io/operator-framework/olm@sha256:4404599eb7b7736bdbd0f36260a60599f32acb6edeaf7d0c54bb10b36619e5fe',
      opmImage: 'quay.io/operator-framework/opm@sha256:e5a6220603fb4504d58c6e3e488386b817e3695c906a62ee0370b5faedc3799a',
    });
    expect(`${version.toString()}`).toBe('0.46.0');
  });

  test('names images by tag where no digest is known, and says so', () => {
    const { olmImage, opmImage, imagesAreDigests } = OlmVersion.V0_32_0;
    expect({ olmImage, opmImage, imagesAreDigests }).toEqual({
      olmImage: 'quay.io/operator-framework/olm:v0.32.0',
      opmImage: 'quay.io/operator-framework/opm:v1.55.0',
      imagesAreDigests: false,
    });
  });

  test('says that images are no digests when one of two is none', () => {
    expect(OlmVersion.V0_29_0.olmImage).toContain('@sha256:');
    expect(OlmVersion.V0_29_0.imagesAreDigests).toBe(false);
  });

  test.each([
    ['0.28.0', false],
    ['0.29.0', true],
  ])('knows whether %s has an opm: %s', (number, hasOpm) => {
    expect(OlmVersion.of(number).opmImage !== undefined).toBe(hasOpm);
  });

  test('installs the newest release when none is named, and serves registries with its opm', () => {
    expect(OlmVersion.DEFAULT).toBe(OlmVersion.all.at(-1));
    expect(DEFAULT_OPM_IMAGE).toBe(OlmVersion.DEFAULT.opmImage);
  });

  test('lists all releases, oldest first, and keeps its own list to itself', () => {
    expect(OlmVersion.all.every((version, index, all) => version.isAtLeast(all[index - 1] ?? version))).toBe(true);
    OlmVersion.all.pop();
    expect(OlmVersion.all.at(-1)).toBe(OlmVersion.V0_46_0);
  });

  test.each([
    [OlmVersion.V0_46_0, OlmVersion.V0_18_3, true],
    [OlmVersion.V0_32_0, OlmVersion.V0_32_0, true],
    [OlmVersion.V0_18_3, OlmVersion.V0_20_0, false],
  ])('compares by number: %s is at least %s: %s', (version, other, expected) => {
    expect(version.isAtLeast(other)).toBe(expected);
  });

  test.each([
    ['0.46.1', '0.46.0'],
    ['1', '0.46.0'],
    ['99999999999.0.0', '0.46.0'],
    ['0.46', '0.45.0, 0.46.0'],
    ['0.17.0', '0.18.3'],
    ['v0.21.1', '0.20.0, 0.21.2'],
    ['0.9', '0.18.3'],
    ['latest', '0.46.0'],
    ['', '0.46.0'],
    ['v', '0.46.0'],
    ['0.46.0 ', '0.46.0'],
    ['0.46.0-rc.1', '0.46.0'],
  ])('refuses the unknown release "%s" and offers the nearest that it knows: %s', (number, nearest) => {
    expect(() => OlmVersion.of(number)).toThrow(new Error(`unknown OLM version: got "${number}"; the nearest known: ${nearest}`));
  });
});

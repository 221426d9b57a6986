import { DEFAULT_OPM_IMAGE, OlmVersion } from '../../../../lib/olm/v0/model/olm-version';

const KNOWN = OlmVersion.all.map((version) => [version.version, version] as const);

describe('OlmVersion', () => {
  test.each(KNOWN)('has a constant for %s, which of and parse return with and without a v', (number, version) => {
    expect([number, `v${number}`].map((spelling) => OlmVersion.of(spelling))).toEqual([version, version]);
    expect(OlmVersion.of(number)).toBe(version);
    expect(OlmVersion.parse(`v${number}`)).toBe(version);
    expect(version.isKnown).toBe(true);
  });

  test('names the constants after their versions', () => {
    const constants = Object.entries(OlmVersion).filter(([name]) => /^V\d/.test(name));
    expect(constants).toEqual(OlmVersion.all.map((version) => [`V${version.version.replace(/\./g, '_')}`, version]));
  });

  test('has version, tag and images', () => {
    const version = OlmVersion.V0_46_0;
    expect({ ...version }).toEqual({
      version: '0.46.0',
      tag: 'v0.46.0',
      olmImage: 'quay.io/operator-framework/olm@sha256:4404599eb7b7736bdbd0f36260a60599f32acb6edeaf7d0c54bb10b36619e5fe',
      opmImage: 'quay.io/operator-framework/opm@sha256:e5a6220603fb4504d58c6e3e488386b817e3695c906a62ee0370b5faedc3799a',
    });
    expect(`${version.toString()}`).toBe('0.46.0');
  });

  test('has images with a tag if the digest is not known', () => {
    const { olmImage, opmImage, imagesAreDigests } = OlmVersion.V0_32_0;
    expect({ olmImage, opmImage, imagesAreDigests }).toEqual({
      olmImage: 'quay.io/operator-framework/olm:v0.32.0',
      opmImage: 'quay.io/operator-framework/opm:v1.55.0',
      imagesAreDigests: false,
    });
  });

  test('reports images as digests only if both are', () => {
    expect(OlmVersion.V0_29_0.olmImage).toContain('@sha256:');
    expect(OlmVersion.V0_29_0.imagesAreDigests).toBe(false);
  });

  test.each([
    ['0.28.0', false],
    ['0.29.0', true],
  ])('%s has an image of opm: %s', (number, hasOpm) => {
    expect(OlmVersion.parse(number).opmImage !== undefined).toBe(hasOpm);
  });

  test('has the newest release as default, whose opm serves registries', () => {
    expect(OlmVersion.DEFAULT).toBe(OlmVersion.all.at(-1));
    expect(DEFAULT_OPM_IMAGE).toBe(OlmVersion.DEFAULT.opmImage);
  });

  test('lists all constants, oldest first, as a copy', () => {
    expect(OlmVersion.all.every((version, index, all) => version.isAtLeast(all[index - 1] ?? version))).toBe(true);
    OlmVersion.all.pop();
    expect(OlmVersion.all.at(-1)).toBe(OlmVersion.V0_46_0);
  });

  test.each([
    [OlmVersion.V0_46_0, OlmVersion.V0_18_3, true],
    [OlmVersion.V0_32_0, OlmVersion.V0_32_0, true],
    [OlmVersion.V0_18_3, OlmVersion.V0_20_0, false],
    [OlmVersion.of('0.46.1'), OlmVersion.V0_46_0, true],
    [OlmVersion.V0_46_0, OlmVersion.of('0.47.0'), false],
    [OlmVersion.of('1.0.0'), OlmVersion.of('0.100.0'), true],
  ])('compares by number: %s is at least %s: %s', (version, other, expected) => {
    expect(version.isAtLeast(other)).toBe(expected);
  });
});

describe('OlmVersion.of', () => {
  test.each(['0.47.0', 'v0.47.0'])('describes the unknown release %s without images', (spelling) => {
    const version = OlmVersion.of(spelling);
    expect({ ...version }).toEqual({ version: '0.47.0', tag: 'v0.47.0' });
    expect([version.isKnown, version.imagesAreDigests, version.toString()]).toEqual([false, false, '0.47.0']);
  });

  test('does not add the release to the known ones', () => {
    OlmVersion.of('0.47.0');
    expect(OlmVersion.all.at(-1)).toBe(OlmVersion.V0_46_0);
  });

  test.each(['', 'v', 'latest', '0.46', '0.46.0 ', '0.46.0-rc.1', '100000.0.0', '0.46.0.1'])('refuses "%s"', (spelling) => {
    expect(() => OlmVersion.of(spelling)).toThrow(new Error(
      `invalid OLM version "${spelling}"; write it as three numbers, such as 0.46.0 or v0.46.0`,
    ));
  });
});

describe('OlmVersion.parse', () => {
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
  ])('refuses the unknown release "%s" and names the nearest known ones: %s', (spelling, nearest) => {
    expect(() => OlmVersion.parse(spelling)).toThrow(new Error(`unknown OLM version "${spelling}"; nearest known versions: ${nearest}`));
  });
});

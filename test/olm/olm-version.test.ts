import { OlmVersion } from '../../lib/olm/olm-version';

describe('OlmVersion', () => {
  test.each(['0.46.0', 'v0.46.0'])('finds a release by its number, given as %s', (number) => {
    expect(OlmVersion.of(number)).toBe(OlmVersion.V0_46_0);
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

  test('installs the newest release when none is named', () => {
    expect(OlmVersion.DEFAULT).toBe(OlmVersion.V0_46_0);
  });

  test.each(['0.46.1', 'v0.45.0', '0.46', '1', '99999999999.0.0', 'latest', '', 'v', '0.46.0 ', '0.46.0-rc.1'])(
    'refuses the unknown release "%s" and offers the nearest one that it knows',
    (number) => {
      expect(() => OlmVersion.of(number)).toThrow(new Error(`unknown OLM version: got "${number}"; the nearest known one is "0.46.0"`));
    },
  );
});

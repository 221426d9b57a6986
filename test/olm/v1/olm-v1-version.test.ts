import { OlmV1Version } from '../../../lib/olm/v1/olm-v1-version';

test('the default is the newest release', () => {
  expect(OlmV1Version.DEFAULT).toBe(OlmV1Version.all.at(-1));
  expect(OlmV1Version.all[0]).toBe(OlmV1Version.V1_0_0);
});

test('a release is found with and without the leading v', () => {
  expect(OlmV1Version.parse('1.5.1')).toBe(OlmV1Version.V1_5_1);
  expect(OlmV1Version.parse('v1.10.0')).toBe(OlmV1Version.V1_10_0);
});

test.each([
  ['1.5.2', 'unknown OLM v1 version "1.5.2"; nearest known versions: 1.5.1, 1.6.0'],
  ['2', 'unknown OLM v1 version "2"; nearest known versions: 1.11.0'],
  ['0.46.0', 'unknown OLM v1 version "0.46.0"; nearest known versions: 1.0.0'],
  ['newest', 'unknown OLM v1 version "newest"; nearest known versions: 1.11.0'],
])('%s is unknown', (version, message) => {
  expect(() => OlmV1Version.parse(version)).toThrow(message);
});

test('releases are ordered by their numbers', () => {
  expect(OlmV1Version.V1_10_0.isAtLeast(OlmV1Version.V1_9_0)).toBe(true);
  expect(OlmV1Version.V1_9_0.isAtLeast(OlmV1Version.V1_10_0)).toBe(false);
  expect([OlmV1Version.V1_9_0.toString(), OlmV1Version.V1_9_0.tag]).toEqual(['1.9.0', 'v1.9.0']);
});

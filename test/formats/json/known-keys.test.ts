import { unknownKey } from '../../../lib/formats/json/known-keys';

interface Options {
  readonly width?: number;
  readonly color?: boolean;
}

const known = { width: true, color: true } as const;

test.each<[string, object | undefined, string | undefined]>([
  ['accepts known keys', { width: 1, color: true }, undefined],
  ['accepts an empty object', {}, undefined],
  ['accepts a missing object', undefined, undefined],
  ['accepts an unknown key without a value', { colour: undefined }, undefined],
  ['refuses an unknown key', { colour: true }, "unknown key 'colour' in options of toText; known keys: 'width', 'color'"],
  ['refuses the name of an inherited property', { toString: true }, "unknown key 'toString' in options of toText; known keys: 'width', 'color'"],
])('%s', (_, options, message) => {
  expect(unknownKey<Options>('options of toText', options, known)).toBe(message);
});

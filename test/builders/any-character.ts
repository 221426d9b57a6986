import * as fc from 'fast-check';

/** First surrogate and their number: halves of a character in UTF-16, which are no characters. */
const [SURROGATES, COUNT] = [0xd800, 0x800];

/** Any character of Unicode. fast-check's unit `binary` is the same, but makes a table of all 1.1 million characters in each test file. */
export const anyCharacter: fc.Arbitrary<string> = fc.integer({ min: 0, max: 0x10ffff - COUNT }).map(
  (index) => String.fromCodePoint(index < SURROGATES ? index : index + COUNT),
  (character) => {
    if (typeof character !== 'string' || character !== String.fromCodePoint(character.codePointAt(0) ?? 0)) {
      throw new Error('not one character');
    }
    const code = character.codePointAt(0)!;
    return code < SURROGATES ? code : code - COUNT;
  },
);

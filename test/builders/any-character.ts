import * as fc from 'fast-check';

/** First surrogate, and the number of surrogates: halves of a UTF-16 pair, which are not characters themselves. */
const [SURROGATES, COUNT] = [0xd800, 0x800];

/** Any Unicode character. fast-check's unit `binary` is the same, but builds a table of all 1.1 million characters in each test file. */
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

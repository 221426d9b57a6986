/** Characters without a width of their own. */
const COMBINING = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Characters in the width of Latin letters, although the others of their scripts are wide. */
const HALF_WIDTH = /[\uff61-\uffdc]/u;

/** Characters as wide as two Latin letters. */
const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;

/** Strings of one width for each character. */
const PLAIN = /^[\x20-\x7e\u00a0]*$/;

/** Returns the width of a string on a terminal, in columns. */
export function displayWidth(value: string): number {
  return PLAIN.test(value) ? value.length : [...value].reduce((width, character) => width + widthOf(character), 0);
}

function widthOf(character: string): number {
  return COMBINING.test(character) ? 0 : !HALF_WIDTH.test(character) && WIDE.test(character) ? 2 : 1;
}

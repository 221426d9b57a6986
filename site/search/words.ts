/** Words that say nothing about what somebody looks for. */
const STOP_WORDS = new Set((
  'a an and are as at be by can do does for from get have how i if in into is it its me my no not of on or our that the their there this to use using want was we what when '
  + 'where which why will with you your'
).split(' '));

/** Endings by which forms of a word differ, the longest first. */
const ENDINGS = /(?:izations?|isations?|ations?|ating|ated|ates?|ings?|ed|es|als?|e|(?<!s)s)$/;

/** Shortest word that remains without its ending. */
const MIN_STEM = 4;

/** Returns the words of a string as they are; of `OperatorGroup`, also its parts. */
export function wordsOf(text: string): string[] {
  return plainWords(text).flatMap((word) => [word, ...partsOf(word)]);
}

/** Returns the words of a string, without the parts of names. */
export function plainWords(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** Returns the parts of a name such as `OperatorGroup` or `olmV1`, or nothing for another word. */
export function partsOf(word: string): string[] {
  return isName(word) ? word.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u) : [];
}

/** Whether a word is one that programs use: with a capital inside of it. */
export function isName(word: string): boolean {
  return /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|\p{N}\p{Lu}/u.test(word);
}

/** Returns what the forms of a word have in common: `install` of `Installing` and of `installation`. */
export function stemOf(word: string): string {
  const lower = word.toLowerCase().replace(/ies$/, 'y');
  const stem = lower.replace(ENDINGS, '');
  return stem.length >= MIN_STEM ? stem : lower.length > MIN_STEM ? lower.replace(/(?<!s)s$/, '') : lower;
}

/** Whether a word is left out of queries. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase());
}

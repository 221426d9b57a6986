import { Query } from './query';
import { isStopWord, plainWords, stemOf, wordsOf } from './words';

/** The words of a title or heading. */
export interface Title {
  /** All stems, also those of the parts of names. */
  readonly stems: readonly string[];
  /** Number of words that say something. */
  readonly length: number;
}

/** Most words that people write as one. */
const MAX_JOINED = 3;

/** Parses a title. */
export function titleOf(text: string): Title {
  const stems = [...wordsOf(text), joinedWords(text)].map(stemOf);
  return { stems: [...new Set(stems)], length: plainWords(text).filter((word) => !isStopWord(word)).length };
}

/** Returns a short title as people write it in one word, such as `quickstart` for `Quick start`, or an empty string. */
export function joinedWords(text: string): string {
  const words = plainWords(text);
  return words.length <= MAX_JOINED ? words.join('') : '';
}

/** Returns from 0 to 1 how much a title is what somebody typed: how much of that it has, and how little besides. Synonyms count less. */
export function likeness(title: Title, { parts }: Query): number {
  let share = 0;
  let same = 0;
  for (const { alternatives } of parts) {
    const at = alternatives.findIndex((words) => words.every((word) => has(title, stemOf(word))));
    if (at >= 0) {
      share += at === 0 ? 1 : 0.85;
      same += alternatives[at]!.length;
    }
  }
  return share === 0 ? 0 : (share / parts.length) ** 2 * (0.3 + 0.7 * Math.min(1, same / title.length));
}

/** Whether a title has everything that somebody typed, or synonyms of it. */
export function hasAll(title: Title, { parts }: Query): boolean {
  return parts.every(({ alternatives }) => alternatives.some((words) => words.every((word) => has(title, stemOf(word)))));
}

/** Whether a title has a word, or one that begins with it. */
function has({ stems }: Title, stem: string): boolean {
  return stems.some((other) => other === stem || (stem.length > 2 && other.startsWith(stem)));
}

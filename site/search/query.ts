import { isName, isStopWord, partsOf, plainWords, stemOf } from './words';
import { MAX_PHRASE_WORDS, synonymsOf } from './synonyms';

/** A word or phrase of a query, and what means the same. */
export interface QueryPart {
  /** Words as they were typed, and then those of each synonym. */
  readonly alternatives: readonly (readonly string[])[];
}

/** What somebody typed. */
export interface Query {
  readonly text: string;
  /** The same in lower case, with single spaces. */
  readonly phrase: string;
  readonly parts: readonly QueryPart[];
  /** Stems of the words that were typed; those of synonyms count less. */
  readonly typed: ReadonlySet<string>;
}

/** Parses what somebody typed. Words that say nothing are left out, unless there is nothing else. */
export function parseQuery(text: string): Query {
  const words = plainWords(text);
  const all = partsOfQuery(words);
  const telling = all.filter(({ alternatives }) => alternatives.length > 1 || !isStopWord(alternatives[0]!.join(' ')));
  return { text, phrase: text.trim().toLowerCase().replace(/\s+/g, ' '), parts: telling.length === 0 ? all : telling, typed: new Set(words.flatMap((word) => [word, ...partsOf(word)]).map(stemOf)) };
}

function partsOfQuery(words: readonly string[]): QueryPart[] {
  const parts: QueryPart[] = [];
  for (let at = 0; at < words.length;) {
    const { length, synonyms } = phraseAt(words, at);
    const typed = words.slice(at, at + length);
    const pieces = typed.filter(isName).map((name) => partsOf(name).filter((piece) => !isStopWord(piece)));
    parts.push({ alternatives: [typed, ...pieces, ...synonyms.map(plainWords)] });
    at += length;
  }
  return parts;
}

/** Returns the longest phrase at a position that the table of synonyms has, or the single word. */
function phraseAt(words: readonly string[], at: number): { readonly length: number; readonly synonyms: readonly string[] } {
  for (let length = Math.min(MAX_PHRASE_WORDS, words.length - at); length > 0; length -= 1) {
    const synonyms = synonymsOf(words.slice(at, at + length).join(' '));
    if (synonyms !== undefined) {
      return { length, synonyms };
    }
  }
  return { length: 1, synonyms: [] };
}

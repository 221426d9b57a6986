import { plainWords, stemOf, wordsOf } from './words';

/** A piece of an excerpt, and whether it is a word that was looked for. */
export interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

/** Longest excerpt, in characters. */
const LENGTH = 160;

/** Returns the part of a text with most of the words that were found, and these words marked. */
export function excerptOf(text: string, stems: ReadonlySet<string>): Piece[] {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({ start: index, end: index + word.length, marked: isFound(word, stems) }));
  const found = words.filter(({ marked }) => marked);
  const near = ({ start: first }: { readonly start: number }): number => (
    found.filter(({ start, end }) => start >= first && end <= first + LENGTH).length
  );
  const best = found.reduce<{ readonly start: number }>((most, first) => (near(first) > near(most) ? first : most), { start: 0 });
  // A few words before the first one that was found.
  const start = words.find((word) => word.start >= best.start - LENGTH / 4)?.start ?? 0;
  const from = start <= LENGTH / 4 ? 0 : start;
  const to = words.filter(({ end }) => end <= from + LENGTH).at(-1)?.end ?? Math.min(text.length, LENGTH);
  const isRest = text.length - to <= 2;
  return [
    ...(from === 0 ? [] : [{ text: '… ', marked: false }]),
    ...pieces(text.slice(0, isRest ? text.length : to), from, found.filter((word) => word.start >= from && word.end <= to)),
    ...(isRest ? [] : [{ text: ' …', marked: false }]),
  ];
}

function isFound(word: string, stems: ReadonlySet<string>): boolean {
  return plainWords(word).flatMap(wordsOf).some((each) => stems.has(stemOf(each)));
}

function pieces(text: string, from: number, marked: readonly { readonly start: number; readonly end: number }[]): Piece[] {
  const parts: Piece[] = [];
  let at = from;
  for (const { start, end } of marked) {
    parts.push({ text: text.slice(at, start), marked: false }, { text: text.slice(start, end), marked: true });
    at = end;
  }
  return [...parts, { text: text.slice(at), marked: false }].filter((piece) => piece.text !== '');
}

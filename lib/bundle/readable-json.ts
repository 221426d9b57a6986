import { goJson } from './go-json';

/** Go escapes letters in JSON that people would rather read. */
const ESCAPE = /\\(?:u[0-9a-f]{4}|.)/g;
const LETTERS = new Map([['\\u0026', '&'], ['\\u003c', '<'], ['\\u003e', '>']]);

/** A value as compact JSON for a sentence: with `<`, `>` and `&` as they are. */
export function readableJson(value: unknown): string {
  return goJson(value).replace(ESCAPE, (escape) => LETTERS.get(escape) ?? escape);
}

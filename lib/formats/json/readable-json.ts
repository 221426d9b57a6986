import { goJson } from './go-json';

/** Go escapes `<`, `>` and `&` in JSON. */
const ESCAPE = /\\(?:u[0-9a-f]{4}|.)/g;
const UNESCAPED = new Map([['\\u0026', '&'], ['\\u003c', '<'], ['\\u003e', '>']]);

/** Returns compact JSON for messages, with `<`, `>` and `&` unescaped. */
export function readableJson(value: unknown): string {
  return goJson(value).replace(ESCAPE, (escape) => UNESCAPED.get(escape) ?? escape);
}

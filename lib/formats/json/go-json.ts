import { printableMessage } from '../../text/printable';

/**
 * JSON as Go's encoding/json writes it.
 *
 * Catalog properties are compared and sorted as raw bytes by opm, and OLM stores objects in the form that Go gives them. So sizes,
 * hashes and the order of properties require the same bytes.
 *
 * @see https://pkg.go.dev/encoding/json#Marshal
 */

/** Matches a character that must be escaped, or a surrogate: a string without one only needs quotes. */
const NOT_PLAIN = /[^ !#-%'-;=?-[\]-\u2027\u202a-\ud7ff\ue000-\uffff]/;
const HTML = /[<>&\u2028\u2029]/g;
const LINE_SEPARATORS = /[\u2028\u2029]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Returns compact JSON exactly as Go's `json.Marshal` writes a `map[string]interface{}`.
 *
 * Keys are sorted by their UTF-8 bytes; `<`, `>`, `&`, U+2028 and U+2029 are escaped; a `bigint` is written with all its digits; an
 * unpaired surrogate becomes U+FFFD, as it does when Go reads one. A property whose value is `undefined` does not exist.
 *
 * @throws TypeError for values that JSON does not have: infinite numbers, NaN, functions, symbols
 */
export function goJson(value: unknown): string {
  return json(value, GO);
}

/**
 * Returns the same with `<`, `>` and `&` unescaped, as opm writes it with `SetEscapeHTML(false)`.
 *
 * @throws TypeError for values that JSON does not have: infinite numbers, NaN, functions, symbols
 */
export function goJsonUnescaped(value: unknown): string {
  return json(value, UNESCAPED_HTML);
}

/**
 * Returns JSON as Go writes structs with `SetEscapeHTML(false)`: fields in the order of the object.
 *
 * @throws TypeError for values that JSON does not have: infinite numbers, NaN, functions, symbols
 */
export function plainJson(value: unknown): string {
  return json(value, UNSORTED);
}

/** How JSON is written. */
interface Style {
  readonly quote: (value: string) => string;
  readonly keysOf: (map: object) => string[];
}

const GO: Style = { quote, keysOf: sortedKeys };
const UNESCAPED_HTML: Style = { quote: quoteUnescaped, keysOf: sortedKeys };
const UNSORTED: Style = { quote: quoteUnescaped, keysOf: Object.keys };

function json(value: unknown, style: Style): string {
  switch (typeof value) {
    case 'string':
      return style.quote(value);
    case 'number':
      return number(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return value.toString();
    case 'object':
      if (value === null) {
        return 'null';
      }
      return Array.isArray(value) ? list(value, style) : map(value as { [key: string]: unknown }, style);
    default:
      throw new TypeError(printableMessage(`JSON cannot hold a value of type ${typeof value}`));
  }
}

function list(items: unknown[], style: Style): string {
  let output = '[';
  for (let index = 0; index < items.length; index++) {
    output += (index === 0 ? '' : ',') + json(items[index], style);
  }
  return output + ']';
}

function map(fields: { [key: string]: unknown }, style: Style): string {
  let entries = '';
  for (const key of style.keysOf(fields)) {
    const value = fields[key];
    if (value !== undefined) {
      entries += (entries === '' ? '' : ',') + style.quote(key) + ':' + json(value, style);
    }
  }
  return '{' + entries + '}';
}

function sortedKeys(fields: object): string[] {
  const keys = Object.keys(fields);
  for (let index = 1; index < keys.length; index++) {
    if (compareUtf8(keys[index - 1]!, keys[index]!) > 0) {
      return keys.sort(compareUtf8);
    }
  }
  return keys;
}

/**
 * Compares strings as Go does: by their UTF-8 bytes, which is the order of code points.
 *
 * JavaScript's `<` differs if a surrogate pair is compared with a character of U+E000 to U+FFFF.
 */
export function compareUtf8(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (a !== b) {
      return codePointRank(a) - codePointRank(b);
    }
  }
  return left.length - right.length;
}

/** Ranks surrogates, which encode the code points from U+10000 on, above all other characters. */
function codePointRank(codeUnit: number): number {
  return codeUnit >= 0xd800 && codeUnit <= 0xdfff ? codeUnit + 0x1_0000 : codeUnit;
}

function number(value: number): string {
  if (!Number.isFinite(value)) {
    throw new TypeError(printableMessage(`JSON cannot hold the number ${value}`));
  }
  // Go has JavaScript's rule for exponents; only the sign of zero differs.
  return Object.is(value, -0) ? '-0' : String(value);
}

function quote(value: string): string {
  if (!NOT_PLAIN.test(value)) {
    return '"' + value + '"';
  }
  return JSON.stringify(value.replace(LONE_SURROGATE, '\ufffd')).replace(HTML, escapeHtml);
}

/** Go escapes line separators even with `SetEscapeHTML(false)`. */
function quoteUnescaped(value: string): string {
  if (!NOT_PLAIN.test(value)) {
    return '"' + value + '"';
  }
  return JSON.stringify(value.replace(LONE_SURROGATE, '\ufffd')).replace(LINE_SEPARATORS, escapeHtml);
}

function escapeHtml(character: string): string {
  return '\\u' + character.charCodeAt(0).toString(16).padStart(4, '0');
}

/** Go escapes `<`, `>` and `&` in JSON. */
const ESCAPE = /\\(?:u[0-9a-f]{4}|.)/g;
const UNESCAPED = new Map([['\\u0026', '&'], ['\\u003c', '<'], ['\\u003e', '>']]);

/** Returns compact JSON for messages, with `<`, `>` and `&` unescaped. */
export function readableJson(value: unknown): string {
  return goJson(value).replace(ESCAPE, (escape) => UNESCAPED.get(escape) ?? escape);
}

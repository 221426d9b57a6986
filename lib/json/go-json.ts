/**
 * JSON as Go's encoding/json writes it.
 *
 * Catalog properties are compared and sorted as raw bytes by opm, and OLM stores objects in the form that Go gives them. So sizes,
 * hashes and property order are only right when the text is the same byte for byte.
 *
 * @see https://pkg.go.dev/encoding/json#Marshal
 */

/** Finds a letter that makes a string need more than quotes around it: all but the listed ranges, which leave out surrogates too. */
const NOT_PLAIN = /[^ !#-%'-;=?-[\]-\u2027\u202a-\ud7ff\ue000-\uffff]/;
const HTML = /[<>&\u2028\u2029]/g;
const LINE_SEPARATORS = /[\u2028\u2029]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Compact JSON exactly as Go's `json.Marshal` writes a `map[string]interface{}`.
 *
 * Keys are sorted by their UTF-8 bytes; `<`, `>`, `&`, U+2028 and U+2029 are escaped; a `bigint` is written with all its digits; an
 * unpaired surrogate becomes U+FFFD, as it does when Go reads one. A property whose value is `undefined` does not exist.
 *
 * @throws TypeError for what JSON cannot hold: infinite numbers, NaN, functions, symbols
 */
export function goJson(value: unknown): string {
  return json(value, quote);
}

/**
 * The same with `<`, `>`, `&` as they are: what Go's encoder writes when told not to escape HTML, as opm tells it.
 *
 * @throws TypeError for what JSON cannot hold: infinite numbers, NaN, functions, symbols
 */
export function goJsonUnescaped(value: unknown): string {
  return json(value, quoteUnescaped);
}

type Quote = (text: string) => string;

function json(value: unknown, quoted: Quote): string {
  switch (typeof value) {
    case 'string':
      return quoted(value);
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
      return Array.isArray(value) ? list(value, quoted) : map(value as { [key: string]: unknown }, quoted);
    default:
      throw new TypeError(`JSON cannot hold a value of type ${typeof value}`);
  }
}

function list(items: unknown[], quoted: Quote): string {
  let text = '[';
  for (let index = 0; index < items.length; index++) {
    text += (index === 0 ? '' : ',') + json(items[index], quoted);
  }
  return text + ']';
}

function map(fields: { [key: string]: unknown }, quoted: Quote): string {
  let text = '';
  for (const key of sortedKeys(fields)) {
    const value = fields[key];
    if (value !== undefined) {
      text += (text === '' ? '' : ',') + quoted(key) + ':' + json(value, quoted);
    }
  }
  return '{' + text + '}';
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
 * Orders strings as Go does: by their UTF-8 bytes, which is the order of code points.
 *
 * JavaScript's `<` differs from it where a surrogate pair meets a letter of U+E000 to U+FFFF.
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

/** Ranks surrogates, which stand for the code points from U+10000 on, above all other letters. */
function codePointRank(codeUnit: number): number {
  return codeUnit >= 0xd800 && codeUnit <= 0xdfff ? codeUnit + 0x1_0000 : codeUnit;
}

function number(value: number): string {
  if (!Number.isFinite(value)) {
    throw new TypeError(`JSON cannot hold the number ${value}`);
  }
  // Go took over JavaScript's rule for exponents; only the sign of zero differs.
  return Object.is(value, -0) ? '-0' : String(value);
}

function quote(text: string): string {
  if (!NOT_PLAIN.test(text)) {
    return '"' + text + '"';
  }
  return JSON.stringify(text.replace(LONE_SURROGATE, '\ufffd')).replace(HTML, escapeHtml);
}

/** Line separators are escaped even then. */
function quoteUnescaped(text: string): string {
  if (!NOT_PLAIN.test(text)) {
    return '"' + text + '"';
  }
  return JSON.stringify(text.replace(LONE_SURROGATE, '\ufffd')).replace(LINE_SEPARATORS, escapeHtml);
}

function escapeHtml(letter: string): string {
  return '\\u' + letter.charCodeAt(0).toString(16).padStart(4, '0');
}

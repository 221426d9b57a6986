import { stringEnd } from './json-syntax';

/**
 * Returns the fields of each object of a list as compact JSON: Go keeps the bytes of a value that it does not decode (`json.RawMessage`), with
 * the order of its keys and all digits of its numbers. The fields are in the order in which Go decodes them; a key that is repeated has its last
 * position.
 *
 * @param list valid JSON: a list of objects, which ends before the first item that is none
 */
export function rawFields(list: string): ReadonlyMap<string, string>[] {
  const json = compact(list);
  const objects: Map<string, string>[] = [];
  let at = 1;
  while (json.charCodeAt(at) === OPEN_BRACE) {
    const fields = new Map<string, string>();
    objects.push(fields);
    at++;
    while (json.charCodeAt(at) === QUOTE) {
      const colon = stringEnd(json, at) + 1;
      const end = valueEnd(json, colon + 1);
      const key = JSON.parse(json.slice(at, colon)) as string;
      fields.delete(key);
      fields.set(key, json.slice(colon + 1, end));
      at = afterComma(json, end);
    }
    at = afterComma(json, at + 1);
  }
  return objects;
}

/** Removes the white space between tokens. */
function compact(json: string): string {
  let kept = '';
  let copied = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(json, at);
    } else if (code <= SPACE) {
      kept += json.slice(copied, at);
      copied = at + 1;
    }
  }
  return kept + json.slice(copied);
}

function afterComma(json: string, at: number): number {
  return json.charCodeAt(at) === COMMA ? at + 1 : at;
}

/** Returns the offset of the comma or bracket after a value. */
function valueEnd(json: string, start: number): number {
  let depth = 0;
  for (let at = start; ; at++) {
    switch (json.charCodeAt(at)) {
      case QUOTE:
        at = stringEnd(json, at);
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        if (depth-- === 0) {
          return at;
        }
        break;
      case COMMA:
        if (depth === 0) {
          return at;
        }
    }
  }
}

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

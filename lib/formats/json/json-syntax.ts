/** White space between tokens. */
const WHITE_SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const LITERAL = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
/** Number of characters shown of the invalid part. */
const SHOWN_LENGTH = 20;

/**
 * Returns where a string stops being valid JSON, or undefined if it is valid. Node's own messages change between versions, and do not always contain
 * the position.
 */
export function jsonFault(json: string): string | undefined {
  try {
    JSON.parse(json);
    return undefined;
  } catch {
    return faultAt(json, firstFault(json));
  }
}

function faultAt(json: string, offset: number): string {
  const line = json.slice(0, offset).split('\n').length;
  const column = offset - json.lastIndexOf('\n', offset - 1);
  if (offset >= json.length) {
    return `unexpected end of the JSON in its line ${line}`;
  }
  return `unexpected ${JSON.stringify(json.slice(offset, offset + SHOWN_LENGTH))} in line ${line}, column ${column} of the JSON`;
}

/** Returns the offset of the first invalid character. */
function firstFault(json: string): number {
  const open: ('{' | '[')[] = [];
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(json);
    at = found ? pattern.lastIndex : at;
    return found;
  };
  let expect: 'end' | 'key' | 'key-or-end' | 'value' | 'value-or-end' = 'value';
  for (;;) {
    skip(WHITE_SPACE);
    const character = json[at];
    if (expect === 'end') {
      const inner = open.at(-1);
      if (character === ',' && inner !== undefined) {
        at++;
        expect = inner === '{' ? 'key' : 'value';
      } else if (character !== undefined && inner !== undefined && character === (inner === '{' ? '}' : ']')) {
        at++;
        open.pop();
      } else {
        return at;
      }
    } else if ((expect === 'key-or-end' && character === '}') || (expect === 'value-or-end' && character === ']')) {
      at++;
      open.pop();
      expect = 'end';
    } else if (expect === 'key' || expect === 'key-or-end') {
      if (!skip(STRING) || (skip(WHITE_SPACE), json[at] !== ':')) {
        return at;
      }
      at++;
      expect = 'value';
    } else if (character === '{' || character === '[') {
      at++;
      open.push(character);
      expect = character === '{' ? 'key-or-end' : 'value-or-end';
    } else if (skip(STRING) || skip(LITERAL)) {
      expect = 'end';
    } else {
      return at;
    }
  }
}

/** Returns the offset of the quote that ends a string, or of the end of the source. */
export function stringEnd(text: string, start: number): number {
  let end = start;
  let escaped = true;
  while (escaped) {
    end = text.indexOf('"', end + 1);
    if (end < 0) {
      return text.length;
    }
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) {
      backslashes++;
    }
    escaped = backslashes % 2 === 1;
  }
  return end;
}

const BACKSLASH = 0x5c;

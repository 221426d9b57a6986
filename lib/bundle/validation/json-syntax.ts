/** Blanks between the parts of JSON. */
const BLANKS = /[ \t\n\r]*/y;
const TEXT = /"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const PLAIN = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const SHOWN = 20;

/**
 * Where a text stops being JSON, in words; undefined when it is JSON. Node's own words change from version to version, and do not always
 * tell the place.
 */
export function jsonFault(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return faultAt(text, firstFault(text));
  }
}

function faultAt(text: string, offset: number): string {
  const line = text.slice(0, offset).split('\n').length;
  const column = offset - text.lastIndexOf('\n', offset - 1);
  if (offset >= text.length) {
    return `the text ends too early, in line ${line} of it`;
  }
  return `unexpected ${JSON.stringify(text.slice(offset, offset + SHOWN))} in line ${line}, column ${column} of the text`;
}

/** The offset of the first letter that cannot go on what stands before it. */
function firstFault(text: string): number {
  const open: ('{' | '[')[] = [];
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    at = found ? pattern.lastIndex : at;
    return found;
  };
  let expect: 'end' | 'key' | 'key-or-end' | 'value' | 'value-or-end' = 'value';
  for (;;) {
    skip(BLANKS);
    const letter = text[at];
    if (expect === 'end') {
      const inner = open.at(-1);
      if (letter === ',' && inner !== undefined) {
        at++;
        expect = inner === '{' ? 'key' : 'value';
      } else if (letter !== undefined && inner !== undefined && letter === (inner === '{' ? '}' : ']')) {
        at++;
        open.pop();
      } else {
        return at;
      }
    } else if ((expect === 'key-or-end' && letter === '}') || (expect === 'value-or-end' && letter === ']')) {
      at++;
      open.pop();
      expect = 'end';
    } else if (expect === 'key' || expect === 'key-or-end') {
      if (!skip(TEXT) || (skip(BLANKS), text[at] !== ':')) {
        return at;
      }
      at++;
      expect = 'value';
    } else if (letter === '{' || letter === '[') {
      at++;
      open.push(letter);
      expect = letter === '{' ? 'key-or-end' : 'value-or-end';
    } else if (skip(TEXT) || skip(PLAIN)) {
      expect = 'end';
    } else {
      return at;
    }
  }
}

import { type BlockStyleScalar, folded, hasSpecialCharacters, nextLine, OTHER_YAML } from './block-lines';

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const DOUBLE_QUOTE = 0x22;
const BACKSLASH = 0x5c;
const TILDE = 0x7e;

/** Characters for escapes other than those by code. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\0', '\0'], ['\\a', '\x07'], ['\\b', '\b'], ['\\t', '\t'], ['\\n', '\n'], ['\\v', '\v'], ['\\f', '\f'], ['\\r', '\r'], ['\\e', '\x1b'],
  ['\\ ', ' '], ['\\"', '"'], ['\\\\', '\\'],
]);

const ESCAPE_OR_BREAK = /\\\n *|\\x([0-9a-fA-F]{2})|\\u((?![dD][89a-fA-F])[0-9a-fA-F]{4})|\\[^]| *\n[ \n]*/g;
const BREAK = / *\n[ \n]*/g;

/**
 * Reads a quoted scalar.
 *
 * @param text source
 * @param start offset of the quote
 * @param parent column of the key or dash that it belongs to
 * @throws OTHER_YAML if js-yaml must read it
 */
export function quotedScalar(text: string, start: number, parent: number): BlockStyleScalar {
  const quote = text.charCodeAt(start);
  let isOneLine = true;
  let hasEscapes = false;
  let at = start + 1;
  for (; ; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      if (quote === DOUBLE_QUOTE || text.charCodeAt(at + 1) !== quote) {
        break;
      }
      hasEscapes = true;
      at++;
    } else if (code === LINE_FEED) {
      isOneLine = false;
      const { first, column } = nextLine(text, at);
      if (column <= parent) {
        throw OTHER_YAML;
      }
      at = first - 1;
    } else if (code === BACKSLASH && quote === DOUBLE_QUOTE) {
      hasEscapes = true;
      at += text.charCodeAt(at + 1) === LINE_FEED ? 0 : 1;
    } else if (!(code >= SPACE) || (code > TILDE && hasSpecialCharacters(text[at]!))) {
      throw OTHER_YAML;
    }
  }
  const source = text.slice(start + 1, at);
  if (!hasEscapes || quote !== DOUBLE_QUOTE) {
    const value = isOneLine ? source : source.replace(BREAK, folded);
    return { value: hasEscapes ? value.replaceAll("''", "'") : value, end: at + 1 };
  }
  return { value: source.replace(ESCAPE_OR_BREAK, unescaped), end: at + 1 };
}

/** Returns the characters that an escape, or the white space around a line break, stands for. */
function unescaped(found: string, short: string | undefined, long: string | undefined, offset: number, source: string): string {
  const digits = short ?? long;
  if (digits !== undefined) {
    return String.fromCharCode(parseInt(digits, 16));
  }
  if (!found.startsWith('\\')) {
    return folded(found);
  }
  const isBreak = found[1] === '\n';
  const character = isBreak ? '' : ESCAPES.get(found);
  // js-yaml loses empty lines after an escaped line break.
  if (character === undefined || (isBreak && source[offset + found.length] === '\n')) {
    throw OTHER_YAML;
  }
  return character;
}

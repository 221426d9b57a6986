import { read, refusal } from './read';

const TAB = "Go's readers refuse a tab before the first value of a line; replace it with spaces";
const MARK = (mark: string, value: string) => `inside brackets Go's readers take the ${mark} in "${value}" as the mark of a key; quote the value`;
const COLON = "Go's readers take a colon as a part of the key before it unless white space follows; put a space after the colon";
const KEY_LINE = "Go's readers refuse a key inside brackets that is not on one line with its colon; join the lines";

// Expected values were produced by Go's sigs.k8s.io/yaml from the same sources.
describe('readYaml accepts quoted scalars on lines indented less than their key', () => {
  it.each<[string, string, unknown]>([
    ['in double quotes', 'x:\n  a: "b\nc"\n', { x: { a: 'b c' } }],
    ['in single quotes', "x:\n  a: 'b\n\nc'\n", { x: { a: 'b\nc' } }],
    ['in a list', '- x: 1\n- "b\nc"\n', [{ x: 1 }, 'b c']],
    ['inside brackets', 'x:\n  a: {b: "c\nd",\ne: \'f\ng\'}\n', { x: { a: { b: 'c d', e: 'f g' } } }],
    ['with an escaped line break', 'x:\n  a: "b\\\nc\\\n\n d"\n', { x: { a: 'bc\nd' } }],
    ['with escaped quotes', 'x:\n  a: "b\n\\"c\n"\n  d: \'e\n\'\'f\n\'\n', { x: { a: 'b "c ', d: "e 'f " } }],
    ['with what looks like a comment or a key', 'x:\n  a: "b\n# c\nd: e"\n', { x: { a: 'b # c d: e' } }],
    ['with a tab', 'x:\n  a: "b\n\tc"\n', { x: { a: 'b c' } }],
    ['as the whole document', '"b\nc"\n', 'b c'],
  ])('%s', (_, source, value) => {
    expect(read(source).value).toEqual(value);
  });

  it('on thousands of lines', () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `line ${index} `.repeat(10).trim());
    const { value, locate } = read(`x:\n  a: "${lines.join('\n')}"\n  b: 1\n`);
    expect(value).toEqual({ x: { a: lines.join(' '), b: 1 } });
    expect(locate(['x', 'b'])).toEqual({ line: 3002, column: 3 });
  });

  it.each(['---', '...', '--- c'])('but refuses the line %j, which ends the document', (line) => {
    expect(refusal(`x:\n  a: "b\n${line}\n"\n`)).not.toBe('not refused');
  });
});

describe('readYaml names what is not closed at the end', () => {
  const places = [
    ['in a map', 'x: '], ['in a map in a map', 'x:\n  y: '], ['in a list', '- '], ['in a list in a map', 'x:\n- y\n- '], ['at the root', ''], ['at the indented root', '\n  '],
    ['in a second line', 'x: [\n1]\ny: '], ['after ---', '---\n '],
  ] as const;
  const openings = [
    ['[', 'a flow collection'], ['[1,', 'a flow collection'], ['{a: [', 'a flow collection'], ['{a: 1,\n', 'a flow collection'], ['"a', 'a double quoted scalar'], ['"a\n\n', 'a double quoted scalar'],
    ["'a\nb", 'a single quoted scalar'], ['[ # ]\n# ]', 'a flow collection'],
  ] as const;

  it.each(places)('%s', (_, before) => {
    for (const [opening, what] of openings) {
      for (const end of ['', '\n', '\n\n', '\n ', '\r\n']) {
        const source = `${before}${opening}${end}`;
        const lines = source.split('\n');
        expect(`${JSON.stringify(source)} ${refusal(source)}`)
          .toBe(`${JSON.stringify(source)} ${lines.length}:${lines.at(-1)!.length + 1}: this is not YAML: unexpected end of the stream within ${what}`);
      }
    }
  });
});

describe('readYaml accepts tabs', () => {
  it.each<[string, string, unknown]>([
    ['before and inside brackets', 'a:\nb:\t[\t1,\t2 ]\nc: {\t}\n', { a: null, b: [1, 2], c: {} }],
    ['after a key and after a value', 'a:\t1\t\nb: 2\t# c\n', { a: 1, b: 2 }],
    ['inside scalars', 'a: b\tc\nd: "\t"\ne: |\n  f\tg\n   \th\n', { a: 'b\tc', d: '\t', e: 'f\tg\n \th\n' }],
    ['in a comment', '#\ta\na: 1 #\tb\n', { a: 1 }],
    ['after spaces in a plain scalar', 'a: b\n  \tc\n', { a: 'b c' }],
  ])('%s', (_, source, value) => {
    expect(read(source).value).toEqual(value);
  });
});

describe('readYaml refuses what Go reads differently', () => {
  it.each([
    ['a tab that indents a key', 'a: >\n  b\n\tc: {d: e}\n', '3:1: this is not YAML: tab characters must not be used in indentation'],
    ['a tab that indents a value', 'a:\n  \tb\n', `2:3: ${TAB}`],
    ['a tab after the - of an item', 'a:\n-\tb\n', `2:2: ${TAB}`],
    ['a tab in an empty line', 'a: {b: 1}\n\t\nc: 1\n', `2:1: ${TAB}`],
    ['a tab at the start of a line of a plain scalar', 'a: b\n\t\n  c\n', `2:1: ${TAB}`],
    ['a tab at the start of the first line of a block scalar', 'a: |\n  \tb\n', `2:3: ${TAB}`],
    ['a tab in the indentation of a later line of a block scalar', 'a: |\n    b\n  \n  \t\n', `4:3: ${TAB}`],
    ['a tab after the : of a complex key', '? a\n:\tb\n', `2:2: ${TAB}`],
    ['a ? in a value inside brackets', 'a: [{url: http://x?y=1}]\n', `1:11: ${MARK('?', 'http://x?y=1')}`],
    ['a ? before a key inside brackets', '{?a: 1}\n', `1:2: ${MARK('?', '?a')}`],
    ['a : before a key inside brackets', 'x: {:a: 1}\n', `1:5: ${MARK(':', ':a')}`],
    ['a colon right before a bracket', 'x: {a:}\n', `1:6: ${COLON}`],
    ['a colon right before a list', 'x: {a:[1]}\n', `1:6: ${COLON}`],
    ['a multi-line key inside brackets', 'x: {"a\n b": 1}\n', `1:5: ${KEY_LINE}`],
    ['a key inside brackets with its colon on the next line', 'x: {a\n : 1}\n', `1:5: ${KEY_LINE}`],
    ['a comma right after a tag', '[!1, 2]\n', "1:4: Go's readers take a comma or bracket right after a tag as a part of it; put a space before it"],
    ['an anchor with unsupported characters', 'a: &x:y 1\n', '1:5: the anchor "x:y" has characters other than letters, digits, - and _, which Go\'s readers refuse; rename it'],
  ])('%s', (_, source, reason) => {
    expect(refusal(source)).toBe(reason);
  });

  it.each<[string, unknown]>([
    ['{"a":{"b":[1]},"c":"?"}', { a: { b: [1] }, c: '?' }],
    ['x: {"a":1, \'b\':2, ? c : 3, "?": 4}\n', { x: { a: 1, b: 2, c: 3, '?': 4 } }],
    ['x: {? "a\n b" : 1}\n', { x: { 'a b': 1 } }],
    ['x: [a: 1, !t {b: 1}, &c-1 d, *c-1 ]\n', { x: [{ a: 1 }, { b: 1 }, 'd', 'd'] }],
    ['a?b: c?d\n?e: f:g\n', { 'a?b': 'c?d', '?e': 'f:g' }],
  ])('but accepts %j', (source, value) => {
    expect(read(source).value).toEqual(value);
  });
});

test('readYaml stays fast for long lines full of tabs', () => {
  const count = 200_000;
  for (const source of [`a:${'\t'.repeat(count)}1`, `a: b${'\tc'.repeat(count)}`, `a: b${'\n \t'.repeat(count)}`, `a: 1 #${'\tb'.repeat(count)}`]) {
    expect(refusal(source)).toBe('not refused');
  }
});

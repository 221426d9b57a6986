import { readStream } from '../../../lib/formats/yaml/stream';
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

describe('readYaml refuses a map on the line of its key', () => {
  const PROPERTIES = ['&x', '!t', '!!map', '!t &x', '&x !t', '!<tag:yaml.org,2002:map>'];
  const FIRST_KEYS = ['b: 1', '"b": 1', "'b' : 1", 'b: 1 # c'];

  it.each(['a: ', '- a: ', 'a:\n  b: ', '"a" : '])('after %j, with a tag or an anchor, too', (before) => {
    for (const properties of PROPERTIES) {
      for (const key of FIRST_KEYS) {
        expect([properties, key, refusal(`${before}${properties} ${key}\n`)])
          .toEqual([properties, key, expect.stringContaining("Go's readers refuse a map on the line of its key; begin it on the next line")]);
      }
    }
  });

  it.each<[string, unknown]>([
    ['&x b: 1\nc: *x\n', { b: 1, c: 'b' }],
    ['- &x b: 1\n- - !t b: 2\n- *x\n', [{ b: 1 }, [{ b: 2 }], 'b']],
    ['a:\n  &x b: 1\n  c: *x\n', { a: { b: 1, c: 'b' } }],
    ['a: &x\n  !t b: 1\nc: *x\n', { a: { b: 1 }, c: { b: 1 } }],
    ['? a\n: !t b: 1\n', { a: { b: 1 } }],
    ['[&x a: 1, *x]\n', [{ a: 1 }, 'a']],
    ['a: &x {b: 1}\n', { a: { b: 1 } }],
    ['\ufeff&x a: 1\n', { a: 1 }],
  ])('but accepts %j', (source, value) => {
    expect(read(source).value).toEqual(value);
  });
});

describe.each(['\u0085', '\u2028', '\u2029'])("Go's readers end a line at %j, where", (separator) => {
  const code = separator.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const refused = expect.stringContaining(`Go's readers end the line at the character U+${code}; remove it, or write it as \\u${code} in double quotes`) as string;
  const outcomes = (source: string): string[] => [refusal(source), streamOutcome(source)];

  it.each([
    '# c<kind: X', '# c<kind: X\n', '\n# c\n  # d<', '---\n# c<kind: X\n', '# c<%YAML 1.1', 'a: 1\n# c<b: 2\n', 'a: 1 # c<b: 2', '- a # c<- b', 'a: { # c<b: 2\n}', 'a: |\n  b\n# c<d: e',
    '\ufeff# c<a: 1', '# c<a: 1\n---\nb: 2', '# c<a: 1\n---\nb: 2\n---\nc: 3', '<', ' <', '<a: 1', '...\n# c<a: 1',
  ])('a comment may hide values, so %j is refused', (source) => {
    const text = source.replaceAll('<', separator);
    expect(outcomes(text)).toEqual([refused, refused]);
  });

  it.each(['"<": 1', '"a<b": 1', "'a<b' : 1", 'x: {"a<b": 1}', 'x: ["a<b": 1]', '- "a<b": 1', 'x:\n  &k "a<b": 1', '? "a<b"\n: 1', '{x: 1, "a<": 2}', 'x: {y: z, "a<b"}'])('a key must be on one line, so %j is refused', (source) => {
    expect(outcomes(source.replace('<', separator))).toEqual([refused, refused]);
  });

  it.each<[string, (string: string) => unknown]>([
    ['a: "x<y"\nb: \'x<y\'\n', (string) => ({ a: string, b: string })],
    ['- "x<y"\n- ["x<y", {k: \'x<y\'}, {"k": "x<y", "l": [\'x<y\']}]\n', (string) => [string, [string, { k: string }, { k: string, l: [string] }]]],
    ['? k\n: "x<y"\n', (string) => ({ k: string })],
    ['a: &x "x<y"\nb: *x\n', (string) => ({ a: string, b: string })],
    ['"x<y"\n', (string) => string],
  ])('a value in quotes keeps U+2028 and U+2029: %j', (source, value) => {
    const text = source.replaceAll('<', separator);
    const result = separator === '\u0085' ? refused : 'not refused';
    expect(outcomes(text)).toEqual([result, result]);
    if (separator !== '\u0085') {
      expect(read(text).value).toEqual(value(`x${separator}y`));
    }
  });

  it('JSON has no lines', () => {
    const value = { a: `x ${separator} y`, [`${separator} b`]: { c: separator } };
    expect(read(JSON.stringify(value)).value).toEqual(value);
  });
});

/** Sources in brackets that Go reads as JSON or as YAML, with what only JSON has. */
describe('what begins like JSON', () => {
  const ONLY_JSON: readonly (readonly [string, string])[] = [
    ['"\\/"', '/'], ['"\\ud83d\\ude00"', '😀'], ['"\\ud83d"', '\ufffd'], ['"a \u2028 b"', 'a \u2028 b'], ['"\x7f"', '\x7f'],
  ];

  it.each(ONLY_JSON)('and is JSON may contain %s', (string, value) => {
    for (const before of ['', ' ', '\n\t', '\r\n']) {
      for (const after of ['', '\n', '\n---\nb: 1\n']) {
        expect(read(`${before}{"v":${string}}${after}`).value).toEqual({ v: value });
        expect([...readStream(`${before}{"v":${string}}${after}`, LIMITS)][0]!.value).toEqual({ v: value });
      }
    }
  });

  it.each(ONLY_JSON)('but is YAML must not contain %s', (string) => {
    const sources = [
      '{k: X, "v": $}', '{"k": X, "v": $}', '{"v": $,}', '\ufeff{"v":$}', '# c\n{"v":$}', '---\n{"v":$}', '[$]', '{k: X, v: a\u2028 b, "v": $}',
    ];
    for (const source of sources) {
      const text = source.replace('$', string);
      expect([text, refusal(text), streamOutcome(text)]).not.toContain('not refused');
    }
    expect(streamOutcome(`a: 1\n---\n{"v":${string}}\n`)).not.toBe('not refused');
  });
});

const LIMITS = { maxDepth: 100, maxNodes: 1000, target: 'object' } as const;

function streamOutcome(source: string): string {
  try {
    return [...readStream(source, LIMITS)].length === 0 ? 'no documents' : 'not refused';
  } catch (error) {
    return (error as Error).message;
  }
}

test('readYaml stays fast for long lines full of tabs', () => {
  const count = 200_000;
  for (const source of [`a:${'\t'.repeat(count)}1`, `a: b${'\tc'.repeat(count)}`, `a: b${'\n \t'.repeat(count)}`, `a: 1 #${'\tb'.repeat(count)}`]) {
    expect(refusal(source)).toBe('not refused');
  }
});

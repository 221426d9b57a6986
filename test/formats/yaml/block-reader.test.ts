import * as fc from 'fast-check';
import { readBlockStyle } from '../../../lib/formats/yaml/block-reader';
import { readEvents, readPiece, type YamlReadOptions } from '../../../lib/formats/yaml/read-yaml';
import { YamlSyntaxError } from '../../../lib/formats/yaml/source-text';

const OPTIONS: YamlReadOptions = { target: 'object', maxDepth: 500, maxNodes: 1_000_000 };

describe('readBlockStyle reads', () => {
  it.each<[string, string, unknown]>([
    ['maps and lists', 'a:\n  b: c\n  d:\n  - e\n  - f: g\n    h:\n', { a: { b: 'c', d: ['e', { f: 'g', h: null }] } }],
    ['lists in lists', '- - a\n  - - b\n-\n  - c\n-\n', [['a', ['b']], ['c'], null]],
    ['empty lists and maps', 'a: []\nb: {}\n', { a: [], b: {} }],
    ['the start of a document, comments and empty lines', '---\n# x\n\na: b\n  # y\n\n', { a: 'b' }],
    ['quoted keys', '"a b": c\n\'d\': e\n', { 'a b': 'c', 'd': 'e' }],
    ['plain scalars as Go resolves them', 'a: yes\nb: 012\nc: 1.5\nd: ~\ne: v1\n', { a: true, b: 10, c: 1.5, d: null, e: 'v1' }],
    ['plain scalars of several lines', 'a: b\n  c: d\n'.replace(': d', ' d\n\n   e'), { a: 'b c d\ne' }],
    ['scalars in quotes', 'a: "b\\n\\u00e9\\x41"\nc: \'it\'\'s\'\n', { a: 'b\n\u00e9A', c: "it's" }],
    ['quotes over several lines', 'a: "b \\\n  \\ c\n\n  d"\ne: \'f\n  g\'\n', { a: 'b  c\nd', e: 'f g' }],
    ['literal scalars', 'a: |\n  b\n   c\n\n  d\n\ne: |-\n  f\ng: |+\n\n  h\n\n', { a: 'b\n c\n\nd\n', e: 'f', g: '\nh\n\n' }],
    ['folded scalars', 'a: >\n  b\n  c\n\n  d\ne: >-\n  f\n', { a: 'b c\nd\n', e: 'f' }],
    ['the last of equal keys', 'a: b\na: c\n', { a: 'c' }],
  ])('%s', (_, source, value) => {
    expect(readBlockStyle(source, OPTIONS)?.value).toEqual(value);
    expect(outcome(() => readEvents(source, OPTIONS))).toEqual(outcome(() => readPiece(source, OPTIONS)));
  });

  it('values that are frozen', () => {
    const { value } = readBlockStyle('a:\n- b: []\n', OPTIONS)!;
    const { a } = value as { a: { b: unknown }[] };
    expect([value, a, a[0], a[0]!.b].every(Object.isFrozen)).toBe(true);
  });
});

describe('readBlockStyle leaves to js-yaml', () => {
  it.each([
    ['lists and maps in flow style', 'a: [b]\n'], ['anchors', 'a: &b c\n'], ['aliases', 'a: *b\n'], ['tags', 'a: !!str b\n'], ['merge keys', '<<: {}\n'],
    ['explicit keys', '? a\n: b\n'], ['comments after values', 'a: b # c\n'], ['tabs', 'a:\tb\n'], ['carriage returns', 'a: b\r\n'],
    ['directives', '%YAML 1.1\n---\na: b\n'], ['document ends', 'a: b\n...\n'], ['a document that is a scalar', 'a\n'], ['an empty document', '# a\n'],
    ['JSON', '{"a": 1}\n'], ['escapes that Go refuses', 'a: "\\/"\n'], ['halves of characters', 'a: \ud83d\n'], ['line separators', 'a: b\u2028c\n'],
    ['control characters in comments', '# \u0007\na: b\n'], ['keys that are not strings', '1: a\n'], ['infinity', 'a: .inf\n'],
    ['indentation indicators', 'a: |2\n   b\n'], ['a literal scalar without a line break at its end', 'a: |\n  b'], ['bad indentation', 'a: b\n c: d\n'],
  ])('%s', (_, source) => {
    expect(readBlockStyle(source, OPTIONS)).toBeUndefined();
  });

  it('what exceeds a limit', () => {
    expect(readBlockStyle('a: b\n', { ...OPTIONS, maxNodes: 2 })).toBeUndefined();
    expect(readBlockStyle('a: b\n', { ...OPTIONS, maxNodes: 3 })).toEqual({ value: { a: 'b' }, nodes: 3 });
    expect(readBlockStyle('- - a\n', { ...OPTIONS, maxDepth: 1 })).toBeUndefined();
    expect(readBlockStyle('- '.repeat(100_000), OPTIONS)).toBeUndefined();
  });
});

describe('a document', () => {
  it('is the same whether js-yaml reads it or not', () => {
    let direct = 0;
    fc.assert(fc.property(source, fc.constantFrom('object', 'string', 'any', 'float'), fc.constantFrom(1000, 1000, 1000, 1000, 1000, 8), (text, target, maxNodes) => {
      const options = { target, maxNodes, maxDepth: 20 } as const;
      direct += readBlockStyle(text, options) === undefined ? 0 : 1;
      expect(outcome(() => readPiece(text, options))).toEqual(outcome(() => readEvents(text, options)));
    }), { numRuns: 400, seed: 1 });
    expect(direct).toBeGreaterThan(50);
  });
});

/** Returns the value of a document and the number of its values, or its error. */
function outcome(read: () => { readonly value: unknown; readonly nodes: number; readonly secondAt: number | undefined }): unknown {
  try {
    const { value, nodes, secondAt } = read();
    return { value, nodes, secondAt };
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      return { message: error.message, position: error.position };
    }
    throw error;
  }
}

const key = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom('a', 'b', 'type', 'x.y/z', '"q"') },
  { weight: 1, arbitrary: fc.constantFrom('yes', '1', '~', 'a b', '"\\n"', 'f:x', '-k', '__proto__', "'a''b'") },
);
const word = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom('a', 'word', '12', 'x:y') },
  { weight: 1, arbitrary: fc.constantFrom('b:', '#', 'c#d', '-', 'é', '"', "'", '{x}', '~', '-0', '1.0', '\t', '\u2028', '\ud83d\ude00', '\\') },
);
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
const escape = fc.constantFrom('', '', '', '', '', '', '', '\\n', '\\"', '\\\\', '\\', '\\ ', '\\u00e9', '\\ud83d', '\\/', '\\x41', '\\N', ' \\');
const indentation = fc.oneof({ weight: 15, arbitrary: fc.constant('  ') }, { weight: 1, arbitrary: fc.constantFrom('    ', ' ', '') });

/** Lines of a scalar; the first follows its indicator, the others have `|` for the indentation of the line. */
function lines(line: fc.Arbitrary<string>, minLength: number): fc.Arbitrary<string> {
  return fc.array(fc.tuple(fc.constantFrom('\n', '\n', '\n', '\n', '\n\n', '\n  \n'), indentation, line).map((parts) => parts.join('')), { minLength, maxLength: 3 })
    .map((list) => list.join(''));
}

const scalar = fc.oneof(
  { weight: 3, arbitrary: words },
  fc.tuple(words, lines(words, 1)).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom('|', '|-', '|+', '>', '>-', '>+', '|2', '| '), lines(words, 1)).map((parts) => parts.join('')),
  fc.tuple(words, escape, lines(fc.tuple(words, escape).map((parts) => parts.join('')), 0)).map(([first, ...rest]) => `"${first.replaceAll('"', '')}${rest.join('')}"`),
  fc.tuple(words, lines(words, 0)).map((parts) => `'${parts.join('')}'`),
  { weight: 2, arbitrary: fc.constantFrom('', '[]', '{}', '12', '0o7', '1e3', '12345678901234567890') },
  fc.constantFrom('[a]', '&x a', '*x', '!!str 1', '.inf', '?'),
);

/** Lists and maps of lines, indented relative to their first. */
const { block } = fc.letrec<{ block: string; value: string; item: string }>((tie) => ({
  block: fc.oneof(
    fc.array(fc.tuple(key, tie('value')), { minLength: 1, maxLength: 3 }).map((entries) => entries.map(([name, value]) => `${name}:${value}`).join('\n')),
    fc.array(tie('item'), { minLength: 1, maxLength: 3 }).map((items) => items.map((item) => `-${item}`).join('\n')),
  ),
  item: fc.oneof(tie('value'), tie('block').map((value) => ` ${indented(value, '  ').trimStart()}`)),
  value: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(fc.constantFrom(' ', ' ', ' ', ' ', ' ', '  ', ''), scalar).map(([space, value]) => `${space}${value}`),
    fc.tuple(fc.constantFrom('\n', '\n', '\n\n', '\n# x\n'), indentation, tie('block')).map(([start, space, value]) => `${start}${indented(value, space)}`),
  ),
}));

function indented(value: string, space: string): string {
  return value.replace(/^(?=.)/gm, space);
}

/** Blocks, some of them damaged by a character. */
const source = fc.tuple(
  block, fc.constantFrom('', '', '---\n', '\n'), fc.constantFrom('\n', '\n', '\n', '\n', '', '\n...\n', '\n# x\n'),
  fc.option(fc.tuple(fc.nat(), fc.constantFrom(' ', '\n', ':', '#', '-', '"', "'", '\\', '\t', '\r', '\ufeff', '')), { freq: 1 }),
).map(([text, start, end, damage]) => {
  const whole = `${start}${text}${end}`;
  const at = damage === null ? 0 : damage[0] % whole.length;
  return damage === null ? whole : `${whole.slice(0, at)}${damage[1]}${whole.slice(at + 1)}`;
});

import type { ValuePath } from '../../lib/formats/json/source-position';
import { jsonFault } from '../../lib/formats/json/json-syntax';
import { repeatedKey } from '../../lib/formats/yaml/locate';
import { readYaml } from '../../lib/formats/yaml/read-yaml';
import { YamlSyntaxError } from '../../lib/formats/yaml/source-text';
import { readStream } from '../../lib/formats/yaml/stream';
import { toYaml } from '../../lib/formats/yaml/write';
import { expectLinear } from './growth';

const LIMITS = { maxDepth: 500, maxNodes: 10_000_000 };

function allowingRefusal(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) {
      throw error;
    }
  }
}

function read(source: string): void {
  allowingRefusal(() => readYaml(source, { ...LIMITS, target: 'any' }));
}

/** Source that only js-yaml reads, because of its last line. */
function forJsYaml(source: string): string {
  return `${source}last: {a: 1}\n`;
}

const lines = (size: number, line: (index: number) => string): string => Array.from({ length: size }, (_, index) => line(index)).join('');

const SOURCES: { readonly [what: string]: (size: number) => string } = {
  'entries': (size) => lines(size, (index) => `k${index}: v\n`),
  'entries that only js-yaml reads': (size) => forJsYaml(lines(size, (index) => `k${index}: v\n`)),
  'quoted scalars with lines indented less than their key': (size) => lines(size, (index) => `k${index}:\n  d: 'one\n  two\n\n three'\n`),
  'such scalars that only js-yaml reads': (size) => forJsYaml(lines(size, (index) => `k${index}:\n  d: 'one\n  two\n\n three'\n`)),
  'one quoted scalar with such lines': (size) => forJsYaml(`a:\n  b: "\n${'x\n'.repeat(size)}"\n`),
  'such lines inside brackets': (size) => `a:\n  b: [\n${'x,\n'.repeat(size)}]\n`,
  'brackets with such lines': (size) => lines(size, (index) => `k${index}: [\n1,\n2\n]\n`),
  'tabs before brackets': (size) => lines(size, (index) => `k${index}:\t[1,\t2]\n`),
  'such lines below a long indentation': (size) => `a:\n${' '.repeat(size)}b: "\n${'x\n'.repeat(size)}"\n`,
  'comments with Windows line breaks': (size) => `${'#\r\n'.repeat(size)}a: 1\n`,
  'comments with Windows line breaks before a separator': (size) => `${'#\r\n'.repeat(size)}a\r\n---\n`,
  'empty lines': (size) => `a: b\n${'\n'.repeat(size)}c: d`,
  'separators': (size) => '---\n'.repeat(size),
  'comments before separators': (size) => '# c\n---\n'.repeat(size),
  'spaces inside quotes': (size) => `a: "b${' '.repeat(size)}c\n  d"\n`,
  'spaces inside quotes with an escape': (size) => `a: "\\t${' '.repeat(size)}c\n  d"\n`,
  'spaces inside single quotes': (size) => `a: 'b${' '.repeat(size)}c\n  d'\n`,
  'spaces inside a plain scalar': (size) => `a: b${' '.repeat(size)}c\n  d\n`,
  'backslashes': (size) => `a: "${'\\\\'.repeat(size)}"\n`,
  'escaped line breaks': (size) => `a: "${'\\\n  \n  '.repeat(size)}"\n`,
  'a folded scalar': (size) => `a: >\n${'  b\n\n'.repeat(size)}`,
  'a literal scalar with empty lines': (size) => `a: |\n  b\n${'  \n'.repeat(size)}c: d\n`,
  'lines with tabs in a literal scalar after a long indentation': (size) => `a:${' '.repeat(size)}|2\n${'  \tx\n'.repeat(size)}`,
  'a long plain scalar of several lines': (size) => `a: b\n${'  c\n'.repeat(size)}`,
  'plain scalars with tabs below a long indentation': (size) => `a:\n${' '.repeat(100)}b: c\n${`${' '.repeat(101)}\td\n`.repeat(size)}`,
  'open brackets': (size) => '['.repeat(size),
  'open maps': (size) => '{"a":'.repeat(size),
  'dashes': (size) => '- '.repeat(size),
  'quotes that do not end': (size) => lines(size, () => "a: 'b\n"),
  'keys that are lists': (size) => lines(size, () => '[a, b]: c\n'),
  'pairs inside brackets': (size) => `[${'a: b, '.repeat(size)}]`,
  'explicit keys': (size) => lines(size, (index) => `? k${index}\n: v\n`),
  'anchors and aliases': (size) => lines(size, (index) => `k${index}: &a${index} [1]\nl${index}: *a${index}\n`),
  'aliases of one scalar': (size) => `a: &a ${'x'.repeat(size)}\n${lines(size, (index) => `k${index}: *a\n`)}`,
  'merges': (size) => `a: &a {b: c}\n${lines(size, (index) => `k${index}:\n  <<: *a\n`)}`,
  'merges into one map': (size) => `a: &a {b: c}\nd:\n${'  <<: *a\n'.repeat(size)}`,
  'tags': (size) => lines(size, (index) => `k${index}: !!str 1\n`),
  'anchors before lines': (size) => lines(size, (index) => `k${index}: &a\n  !!map\n  b: c\n`),
  'repeated keys': (size) => 'a: b\n'.repeat(size),
  'digits': (size) => `a: ${'1'.repeat(size)}\nb: 0x${'1'.repeat(size)}\nc: 1_${'0'.repeat(size)}\n`,
  'digits of a float': (size) => `a: 1.${'1'.repeat(size)}x\n`,
  'byte order marks': (size) => `a: b\n${'\ufeff# c\n'.repeat(size)}`,
  'line separators': (size) => forJsYaml(lines(size, (index) => `k${index}: "a\u2028b"\n`)),
  'binary': (size) => `a: !!binary ${'AAAA'.repeat(size)}\n`,
  'JSON': (size) => JSON.stringify(Array(size).fill({ a: 'b' })),
  'JSON with an error at its end': (size) => `${JSON.stringify({ a: Array(size).fill('b') })}x`,
  'JSON with line breaks': (size) => JSON.stringify({ a: Array(size).fill({ b: 'c' }) }, null, 1),
};

describe.each(Object.entries(SOURCES))('YAML with %s', (_what, make) => {
  it('is read in linear time', () => {
    expectLinear(make, read);
  });
});

describe('streams of documents', () => {
  it.each([
    ['YAML', (size: number) => lines(size, (index) => `---\na: ${index}\n`)],
    ['JSON', (size: number) => lines(size, (index) => `{"a": ${index}}\n`)],
    ['JSON and then something else', (size: number) => `${lines(size, (index) => `{"a": ${index}}\n`)}a`],
    ['JSON that does not end', (size: number) => `{"a": 1}{${'"b": [{'.repeat(size)}`],
    ['backslashes in JSON', (size: number) => `{"a": "${'\\\\'.repeat(size)}"}`],
    ['quotes in JSON', (size: number) => `{"a": "${'\\"'.repeat(size)}"}`],
    ['YAML after JSON', (size: number) => `{"a": 1}\n---\n${lines(size, (index) => `---\na: ${index}\n`)}`],
  ])('of %s are read in linear time', (_what, make) => {
    expectLinear(make, (source) => {
      allowingRefusal(() => {
        for (const { value } of readStream(source, LIMITS)) {
          Object.isFrozen(value);
        }
      });
    });
  });
});

describe('positions of values', () => {
  it.each<[string, (size: number) => string, (index: number) => ValuePath]>([
    ['entries', (size) => lines(size, (index) => `k${index}: 'a\nb'\n`), (index) => [`k${index}`]],
    ['items', (size) => lines(size, () => '- a: b\n'), (index) => [index, 'a']],
    ['entries of a map in lists', (size) => `a:\n- b:\n${lines(size, (index) => `    k${index}: c\n`)}`, (index) => ['a', 0, 'b', `k${index}`]],
    ['entries that are missing', (size) => lines(size, (index) => `k${index}:\n`), (index) => [`l${index}`]],
    ['such lines', (size) => lines(size, (index) => `k${index}:\n  d: 'one\n  two'\n`), (index) => [`k${index}`, 'd']],
  ])('of all %s are found in linear time', (_what, make, pathOf) => {
    expectLinear((size) => ({ source: make(size), size }), ({ source, size }) => {
      const { locate } = readYaml(source, { ...LIMITS, target: 'any' });
      Array.from({ length: size }, (_, index) => locate(pathOf(index)));
    });
  });

  it('of repeated keys are found in linear time', () => {
    expectLinear((size) => lines(size, (index) => `k${index}: 'a\nb'\n`), (source) => repeatedKey(source, LIMITS));
  });

  it.each([
    ['a long line', (size: number) => `[${'1,'.repeat(size)}`],
    ['many lines', (size: number) => `[${'1,\n'.repeat(size)}`],
    ['a long string', (size: number) => `["${'\\n'.repeat(size)}`],
    ['open lists', (size: number) => '['.repeat(size)],
    ['white space', (size: number) => `[${' '.repeat(size)}`],
  ])('of errors in JSON with %s are found in linear time', (_what, make) => {
    expectLinear(make, jsonFault);
  });
});

describe('toYaml', () => {
  it.each([
    ['entries', (size: number) => Object.fromEntries(Array.from({ length: size }, (_, index) => [`k${index}`, 'v']))],
    ['a long string', (size: number) => 'a: b '.repeat(size)],
    ['spaces', (size: number) => ` ${' '.repeat(size)}\n${' '.repeat(size)}`],
    ['lines', (size: number) => `${'a \n\n'.repeat(size)}b`],
    ['digits', (size: number) => `${'1'.repeat(size)}x`],
    ['quotes', (size: number) => '\'"'.repeat(size)],
    ['lists in lists', (size: number) => Array<unknown>(size).fill([['a']])],
  ])('writes %s in linear time', (_what, make) => {
    expectLinear(make as (size: number) => unknown, toYaml);
  });
});

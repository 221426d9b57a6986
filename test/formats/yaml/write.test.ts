import fc from 'fast-check';
import { CORE_SCHEMA, load, YAML11_SCHEMA } from 'js-yaml';
import { anyCharacter } from '../../builders/any-character';

import { goJson } from '../../../lib/formats/json/go-json';
import { toYaml } from '../../../lib/formats/yaml/write';
import { read } from './read';

/** Strings that some reader resolves to another type, or that are hard to write. */
const AWKWARD = [
  'yes', 'no', 'y', 'n', 'Y', 'N', 'on', 'off', 'true', 'True', 'null', '~', '', '0777', '0o777', '+0o17', '08', '1_000', '0b11', '0b+1', '1:30',
  '2001-01-01', '2001-12-14t21:59:43.10-05:00', '1e3', '.5', '+.5', '1.', '-0', '0x1F', '.inf', '-.INF', '.nan', '12345678901234567890',
  '1e400', '1,2', '-', '?', ':', '<<', '=', '# c', 'a #b', 'a: b', 'a:', '- a', '? a', '?a', '-a', ':a', '---', '--- a', '...', '|', '>', '!x',
  '&a', '*a', '%y', '@a', '`a', '"', "'", '[', '{a}', 'a,b', '[a]', '/', '\\/', 'a\nb', 'a\nb\n', 'a\n\n', '\na', ' a', 'a ', '\ta', 'a\tb',
  'a\n\tb', 'a\n  b', 'a \nb', '\n', '\r\n', 'a\rb', 'a\n---\nb', '---\na', 'a\n...\nb', '\u0085', 'x\u2028y', 'a\u00a0', '\ufeff', '\u007f', '\0', '\u001b',
  'é', '😀', 'w '.repeat(100), 'k'.repeat(1100), '__proto__', 'constructor',
];

describe('toYaml', () => {
  it.each(AWKWARD)('writes the string %j so that Go, YAML 1.1 and YAML 1.2 readers read it back, as key, entry and item', (string) => {
    const value: { [key: string]: unknown } = Object.fromEntries<unknown>([['key', string], ['list', [string]], [`${string} as a key`, 1], [string, 'x']]);
    const yaml = toYaml(value);
    for (const back of [read(yaml).value, load(yaml, { schema: YAML11_SCHEMA }), load(yaml, { schema: CORE_SCHEMA })]) {
      expect(Object.entries(back as { [key: string]: unknown })).toEqual(Object.entries(value));
    }
  });

  it.each<[unknown, string]>([
    [{ b: 1, a: [1, { c: true }], d: null }, 'b: 1\na:\n  - 1\n  - c: true\nd: null\n'],
    [{ a: [], b: {} }, 'a: []\nb: {}\n'],
    [{ a: 'two\nlines\n', b: 'two\nlines' }, 'a: |\n  two\n  lines\nb: |-\n  two\n  lines\n'],
    [{ a: 18446744073709551615n, b: -9007199254740993n }, 'a: 18446744073709551615\nb: -9007199254740993\n'],
    [{ a: 1.5, b: 1e21, c: 1e-7, d: -0, e: 1e20 }, 'a: 1.5\nb: 1.0e+21\nc: 1.0e-7\nd: 0\ne: 100000000000000000000\n'],
    [{ a: undefined, b: [undefined] }, 'b:\n  - null\n'],
    [{ a: 'yes', no: 'plain text' }, 'a: "yes"\n"no": plain text\n'],
    [{ a: `${'word '.repeat(60)}end` }, `a: ${'word '.repeat(60)}end\n`],
    [{ a: 'x\ud800y' }, 'a: x\ufffdy\n'],
  ])('%#: writes one canonical form', (value, yaml) => {
    expect(toYaml(value)).toBe(yaml);
  });

  it('repeats a shared value instead of writing an anchor', () => {
    const shared = { x: [1] };
    expect(toYaml({ a: shared, b: shared })).toBe('a:\n  x:\n    - 1\nb:\n  x:\n    - 1\n');
  });

  it.each([NaN, Infinity, -Infinity])('throws for %d', (number) => {
    expect(() => toYaml({ a: number })).toThrow(`JSON does not have the number ${number}`);
  });
});

describe('writing and reading', () => {
  const string = fc.oneof(
    fc.constantFrom(...AWKWARD),
    fc.string({ unit: anyCharacter, maxLength: 12 }).map((raw) => raw.replace(/\p{Surrogate}/gu, '')),
    fc.array(fc.constantFrom(...AWKWARD), { maxLength: 3 }).map((lines) => lines.join('\n')),
  );
  const scalar = fc.oneof(
    string,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
    fc.boolean(),
    fc.constant(null),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, scalar, fc.array(tie('value'), { maxLength: 4 }), fc.dictionary(string, tie('value'), { maxKeys: 4 })),
  }));

  it('returns every value unchanged', () => {
    fc.assert(
      fc.property(value, (any) => {
        expect(goJson(read(toYaml({ any })).value)).toBe(goJson({ any }));
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('is stable: writing what was read gives the same YAML', () => {
    fc.assert(
      fc.property(value, (any) => {
        const yaml = toYaml({ any });
        expect(toYaml(read(yaml).value)).toBe(yaml);
      }),
      { seed: 2, numRuns: 200 },
    );
  });
});

describe('reading', () => {
  it('either returns a value or throws a YamlSyntaxError with a position, for any source', () => {
    const pieces = fc.constantFrom(...AWKWARD, ' ', '  ', '\n', '\n  ', ': ', '- ', ', ', '{', '}', '[', ']', '"', "'", '#', '&x ', '*x', '!t ', '|\n', '>-\n', '---\n');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        try {
          read(parts.join(''));
        } catch (error) {
          expect(error).toMatchObject({ name: 'YamlSyntaxError', position: { line: expect.any(Number) as number, column: expect.any(Number) as number } });
        }
      }),
      { seed: 3, numRuns: 1000 },
    );
  });
});

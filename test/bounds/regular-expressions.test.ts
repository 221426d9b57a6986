import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

const LIB = join(__dirname, '../../lib');

/** Patterns that backtrack, with the reason why no input makes them slow. */
const BOUNDED: ReadonlyMap<string, string> = new Map([
  ['ENDING_VERSION', 'reads at most the last 253 characters of a name'],
]);

interface Literal {
  readonly place: string;
  readonly pattern: RegExp;
}

/** Returns the regular expressions of the library, without those of generated files. */
function literals(): Literal[] {
  return readdirSync(LIB, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.includes('generated')).sort().flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(join(LIB, file), 'utf8'), ts.ScriptTarget.Latest, true);
    const found: Literal[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const [, pattern = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text)!;
        const name = ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : '';
        found.push({ place: `lib/${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${name}`.trim(), pattern: new RegExp(pattern, flags.replace('g', '')) });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

/** Characters of the classes in a pattern, and others that end what matches. */
const OF_CLASSES: readonly (readonly [part: string, characters: string])[] = [
  ['\\s', ' \n'], ['\\S', 'a'], ['\\d', '0'], ['\\w', 'a'], ['\\n', '\n'], ['\\r', '\r'], ['\\t', '\t'], ['\\0', '\0'], ['.', 'a'], ['[^', 'a\r'], ['A-Z', 'A'], ['a-z', 'a'], ['0-9', '0'],
];

/** Pieces of which attacks consist: characters that a pattern has, pairs of them, and its strings. */
function pumpsOf({ source }: RegExp): string[] {
  const written = source.replace(/\\[a-zA-Z0]|\(\?<?[:=!]|[()[\]{}|*+?^$.-]/g, '').replaceAll('\\', '');
  const letters = [...new Set([
    ...OF_CLASSES.filter(([part]) => source.includes(part)).flatMap(([, characters]) => [...characters]),
    ...[...written].filter((character) => !/[a-zA-Z0-9]/.test(character)), ...written.slice(0, 1),
  ])].slice(0, 12);
  const strings = source.split(/\\[sSdDwWbB][*+]?|\.[*+]?\??|\[\^?[^\]]*\][*+]?\??|[()|^$]|\?[:=!]/)
    .map((part) => part.replaceAll('\\', '')).filter((part) => part.length > 2);
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  const pumps = [...letters, ...pairs, ...strings, ...strings.map((part) => `${part}a `), strings.join('a')];
  return [...new Set(pumps)].filter((pump) => pump !== '');
}

/** Strings that a pattern begins with, before which nothing else may be. */
function prefixesOf({ source }: RegExp): string[] {
  const [, literal = ''] = /^\^([\w:/ ]+)/.exec(source) ?? [];
  return [...new Set(['', literal, literal.slice(0, -1)])];
}

/** Lengths at which exponential time begins to show, and one at which quadratic time does. */
const LENGTHS = [12, 16, 20, 24, 4000];

/** Milliseconds of CPU that no linear pattern needs for so few characters. */
const SUSPICIOUS = 4;

/** An attack, as a function of its length. */
interface Attack {
  readonly text: (length: number) => string;

  /** Length that took suspiciously long. */
  readonly length: number;
}

/** Returns an attack that takes suspiciously long. */
function attackOn(pattern: RegExp): Attack | undefined {
  for (const prefix of prefixesOf(pattern)) {
    for (const pump of pumpsOf(pattern)) {
      const text = (length: number): string => `${prefix}${pump.repeat(Math.ceil(length / pump.length))}\u0001`;
      const isSlow = (length: number): boolean => millisecondsOf(pattern, text(length)) > SUSPICIOUS;
      const length = LENGTHS.find((candidate) => isSlow(candidate) && isSlow(candidate));
      if (length !== undefined) {
        return { text, length };
      }
    }
  }
  return undefined;
}

function millisecondsOf(pattern: RegExp, text: string): number {
  const before = process.cpuUsage().user;
  pattern.lastIndex = 0;
  pattern.test(text);
  return (process.cpuUsage().user - before) / 1000;
}

describe('regular expressions of the library', () => {
  it('take linear time', () => {
    const slow = literals().filter(({ place }) => !BOUNDED.has(place.split(' ')[1] ?? '')).flatMap(({ place, pattern }) => {
      const attack = attackOn(pattern);
      return attack === undefined ? [] : [`${place} ${String(pattern)} with ${JSON.stringify(attack.text(8))}, ${attack.length} characters long`];
    });
    expect(slow).toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/** A limit in the sources: an option with its default, or a constant with its values. */
export interface DeclaredLimit {
  /** `Interface.option`, or the path of a file and the name of a constant. */
  readonly name: string;
  readonly values: readonly number[];
}

/** Returns the options named `max…` of the public interfaces, and the timeouts of registries, with their defaults. */
export function limitOptions(): DeclaredLimit[] {
  return sources().flatMap(({ content }) => [...content.matchAll(/^export interface (\w+)[^\n]*\{\n(.*?)^\}/gms)].flatMap(([, owner = '', body = '']) => (
    [...body.matchAll(/@default (\S+)[^@]*?\n {3}\*\/\n {2}readonly (max[A-Z]\w*|idleTimeoutSeconds|timeoutSeconds)\?: number;/g)]
      .map(([, value = '', option = '']) => ({ name: `${owner}.${option}`, values: [Number(value.replace(/,$/, ''))] }))
  )));
}

/** Returns the constants whose names have `MAX`, `LIMIT` or `LARGEST`, with the numbers in them. */
export function limitConstants(): DeclaredLimit[] {
  return sources().flatMap(({ file, content }) => (
    [...content.matchAll(/^(?:export )?const ((?:\w+_)?(?:MAX|LIMITS?|LARGEST)(?:_\w+)?)\b(?:: [^=]+)? = (.*)$/gm)]
      .map(([, name = '', value = '']) => ({ name: `${file} ${name}`, values: numbersIn(value) }))
  ));
}

/** Returns the numbers in an expression such as `{ maxDepth: 500, maxBytes: 64 * 1024 }`. */
function numbersIn(expression: string): number[] {
  const products = expression.match(/\d[\d_]*(?: (?:\*\*?|<<) \d[\d_]*)*/g) ?? [];
  return products.map((product) => {
    const [first = 0, ...others] = product.replaceAll('_', '').split(/ (?:\*\*?|<<) /).map(Number);
    const [operator] = /\*\*|<</.exec(product) ?? [];
    return others.reduce((value, other) => operator === '**' ? value ** other : operator === '<<' ? value * 2 ** other : value * other, first);
  });
}

function sources(): { readonly file: string; readonly content: string }[] {
  return readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('generated'))
    .map((name) => ({ file: name.replaceAll('\\', '/').replace(/\.ts$/, ''), content: readFileSync(join(ROOT, 'lib', name), 'utf8') }))
    .sort((left, right) => left.file < right.file ? -1 : 1);
}

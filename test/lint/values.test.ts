import { Linter } from './linter';

/** Values of strangers must stay the same, or be refused: the rules that refuse what changes them. */

const linter = new Linter();
afterAll(() => linter.close());

// The first request loads the rules, which is slow on a busy machine.
jest.setTimeout(60_000);

/** Returns the rules that source code violates. */
async function violated(source: string): Promise<string[]> {
  return (await linter.lintTyped(source)).map((message) => message.split(':')[0]!);
}

it('the library has these rules', async () => {
  expect((await linter.importOrder).typed).toEqual(['values/inexact-json', 'values/unchecked-text']);
});

describe('JSON.stringify', () => {
  it.each([
    'unknown', 'object', 'bigint', 'unknown[]', '{ readonly a: unknown }', 'Record<string, unknown>', 'readonly [string, unknown]', 'string | bigint', '{ a: { b: { c: unknown }[] } }',
    '{ readonly [key: string]: string | number | bigint }', '{}',
  ])('is refused for the type %s, which may have a bigint', async (type) => {
    expect(await violated(`export const json = (value: ${type}): string => JSON.stringify(value);\n`)).toEqual(['values/inexact-json']);
    expect(await violated(`export const json = (value: ${type}): string => JSON.stringify([1, value], undefined, 1);\n`)).toEqual(['values/inexact-json']);
  });

  it.each(['string', 'string | undefined', 'readonly (string | number)[]', '{ readonly a: string; b?: boolean[] }', 'Record<string, number>', 'readonly [string, null]'])(
    'is allowed for the type %s', async (type) => {
      expect(await violated(`export const json = (value: ${type}): string => JSON.stringify(value);\n`)).toEqual([]);
    },
  );
});

describe('bytes', () => {
  it.each([
    'content.toString()', "content.toString('utf8')", "content.toString('utf-8', 1)", 'content?.toString()', "content.subarray(1).toString('ascii')", 'Buffer.concat([content]).toString(encoding)',
    "readFileSync('a', 'utf8')", "readFileSync('a', { encoding: 'utf8' })", 'new TextDecoder().decode(content)', "new StringDecoder('utf8').write(content)",
    "Buffer.from('', 'base64').toString()",
  ])('are not decoded by %s', async (expression) => {
    for (const type of ['Buffer', 'Buffer<ArrayBuffer>', 'Buffer | undefined']) {
      const source = 'import { readFileSync } from "node:fs";\nimport { StringDecoder } from "node:string_decoder";\n'
        + `export const text = (content: ${type}, encoding: BufferEncoding): unknown => [readFileSync, StringDecoder, encoding, ${expression}];\n`;
      expect(await violated(source)).toEqual(['values/unchecked-text']);
    }
  });

  it.each(["content.toString('base64')", "content.toString('hex')", 'content.length.toString()', "readFileSync('a')", 'new URLSearchParams().toString()', "content.toString('latin1')"])(
    'may be read by %s', async (expression) => {
      const source = `import { readFileSync } from 'node:fs';\nexport const value = (content: Buffer): unknown => [readFileSync, ${expression}];\n`;
      expect(await violated(source)).toEqual([]);
    },
  );
});

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
  expect((await linter.importOrder).typed).toEqual(['values/inexact-json']);
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

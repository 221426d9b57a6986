import { Linter } from './linter';

const linter = new Linter();
afterAll(() => linter.close());

// The linter reads its rules, and the files that a file imports, when it is first asked: on a busy machine that takes a while.
jest.setTimeout(60_000);

describe('the library', () => {
  it.each([
    ['any', 'export const value: any = 1;', '@typescript-eslint/no-explicit-any'],
    ['a default export', 'export default 1;', 'import-x/no-default-export'],
    ['a comparison by locale', "export const order = 'a'.localeCompare('b');", 'no-restricted-properties'],
    ['text by locale', 'export const text = (1000).toLocaleString();', 'no-restricted-properties'],
    ['Intl', 'export const collator = new Intl.Collator();', 'no-restricted-globals'],
    ['chance', 'export const number = Math.random();', 'no-restricted-properties'],
    ['the time of day', 'export const now = Date.now();', 'no-restricted-properties'],
    ['today', 'export const today = new Date();', 'no-restricted-syntax'],
    ['environment variables', 'export const home = process.env;', 'no-restricted-properties'],
    ['output on the console', "console.log('made');", 'no-console'],
    ['a silenced type check', '// @ts-ignore\nexport const value: string = 1;', '@typescript-eslint/ban-ts-comment'],
  ])('does without %s', async (_, source, rule) => {
    const messages = await linter.lint('lib/bundle/bundle.ts', `${source}\n`);
    expect(messages.map(message => message.split(':')[0])).toEqual([rule]);
  });

  it('is refused a lint directive that silences nothing', async () => {
    const messages = await linter.lint('lib/bundle/bundle.ts', '// eslint-disable-next-line no-console\nexport const value = 1;\n');
    expect(messages).toEqual([expect.stringContaining('Unused eslint-disable directive')]);
  });
});

describe('scripts and tests', () => {
  it('may print, and read the environment', async () => {
    expect(await linter.lint('scripts/generate.ts', 'console.log(process.env);\n')).toEqual([]);
  });
});

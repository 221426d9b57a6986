import { Linter } from './linter';

const linter = new Linter();
afterAll(() => linter.close());

// The first request loads the rules and the imported files, which is slow on a busy machine.
jest.setTimeout(60_000);

describe('the library', () => {
  it.each([
    ['any', 'export const value: any = 1;', '@typescript-eslint/no-explicit-any'],
    ['a default export', 'export default 1;', 'import-x/no-default-export'],
    ['a comparison by locale', "export const order = 'a'.localeCompare('b');", 'no-restricted-properties'],
    ['formatting by locale', 'export const formatted = (1000).toLocaleString();', 'no-restricted-properties'],
    ['Intl', 'export const collator = new Intl.Collator();', 'no-restricted-globals'],
    ['random numbers', 'export const number = Math.random();', 'no-restricted-properties'],
    ['the current time', 'export const now = Date.now();', 'no-restricted-properties'],
    ['the current date', 'export const today = new Date();', 'no-restricted-syntax'],
    ['environment variables', 'export const home = process.env;', 'no-restricted-properties'],
    ['output on the console', "console.log('made');", 'no-console'],
    ['a silenced type check', '// @ts-ignore\nexport const value: string = 1;', '@typescript-eslint/ban-ts-comment'],
  ])('must not use %s', async (_, source, rule) => {
    const messages = await linter.lint('lib/bundle/bundle.ts', `${source}\n`);
    expect(messages.map(message => message.split(':')[0])).toEqual([rule]);
  });

  it('must not have unused lint directives', async () => {
    const messages = await linter.lint('lib/bundle/bundle.ts', '// eslint-disable-next-line no-console\nexport const value = 1;\n');
    expect(messages).toEqual([expect.stringContaining('Unused eslint-disable directive')]);
  });
});

describe('resource classes', () => {
  it.each([
    ['must not assert that an output is assigned', 'found!: string', ['no-restricted-syntax']],
    ['may declare an output', 'declare public readonly found: string', []],
    ['must not read the clock', 'readonly made = new Date()', ['no-restricted-syntax']],
  ])('%s', async (_, property, rules) => {
    const messages = await linter.lint('lib/pulumi/operator-ready/operator-ready.ts', `export class Resource {\n  ${property};\n}\n`);
    expect(messages.map(message => message.split(':')[0])).toEqual(rules);
  });
});

describe('scripts and tests', () => {
  it('may print, and read the environment', async () => {
    expect(await linter.lint('scripts/generate.ts', 'console.log(process.env);\n')).toEqual([]);
  });

  it('must not mock a module without a factory', async () => {
    const messages = await linter.lint('test/bundle/bundle.test.ts', "jest.mock('../../lib/bundle/bundle');\njest.mock('../../lib/yaml/read-yaml', () => ({}));\n");
    expect(messages).toEqual([expect.stringMatching(/^no-restricted-syntax: pass a factory/)]);
  });
});

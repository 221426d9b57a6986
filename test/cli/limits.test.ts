import { COMMANDS } from '../../lib/cli/commands';
import { enterCommandFolder } from '../builders/command-folder';
import { runCommandLine } from '../builders/command-line';
import { wordsOf } from '../builders/command-words';

let leave: () => void;
beforeEach(() => leave = enterCommandFolder());
afterEach(() => leave());

/** A command line for each command that reads bundles or catalogs: its first example in the help that reads one. */
const reading = COMMANDS.map(({ name, heading, load }) => ({ name, heading, command: load() }))
  .filter(({ heading, command }) => heading === 'Without a cluster:' && 'limit' in command.options)
  .map(({ name, command }) => [name, wordsOf(command.examples.find((example) => /(?:bundle|catalog|template)\b/.test(example.command.replace(/^olm-constructs catalog/, '')))!.command).slice(1)] as const);

test('most commands that read have limits', () => {
  expect(reading.length).toBeGreaterThan(8);
});

test.each(reading)('%s reads no more than its limits', async (_name, args) => {
  const { exitCode, stdout, stderr } = await runCommandLine([...args, '--limit', 'maxFileBytes=1']);
  expect({ args, said: `${stdout}${stderr}` }).toEqual({ args, said: expect.stringContaining('(limit maxFileBytes)') as string });
  expect(exitCode).not.toBe(0);
});

test.each([
  ['maxFiles', '--limit must have the form NAME=VALUE'],
  ['maxBytes=1', "--limit has no 'maxBytes'; the limits are 'maxCelCost', "],
  ['maxFiles=0', "--limit maxFiles must be a positive whole number of at most 15 digits, and is '0'"],
  ['maxFiles=1e9', 'must be a positive whole number'],
])('the limit %s is refused', async (limit, message) => {
  const { exitCode, stderr } = await runCommandLine(['report', 'bundle', '--limit', limit]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(message) as string });
});

test('a limit of the resolution can be lowered', async () => {
  expect(await runCommandLine(['resolve', 'hello-operator', '--catalog', 'catalog', '--limit', 'maxSolverSteps=1'])).toMatchObject({
    exitCode: 4, stdout: expect.stringContaining('the search takes more than 1 steps (limit maxSolverSteps)') as string,
  });
});

import { enterCommandFolder } from '../builders/command-folder';
import { runCommandLine } from '../builders/command-line';
import { wordsOf } from '../builders/command-words';
import { COMMANDS } from '../../lib/cli/commands';

let leave: () => void;
beforeEach(() => leave = enterCommandFolder());
afterEach(() => leave());

const examples = COMMANDS.map((entry) => ({ ...entry, command: entry.load() }))
  .flatMap(({ name, heading, command }) => command.examples.map((example) => ({ name, heading, ...example })));
const offline = examples.filter(({ heading }) => heading === 'Without a cluster:');

test.each(COMMANDS.filter(({ hidden }) => hidden !== true))('the help of $name has an example', ({ load }) => {
  expect(load().examples.length).toBeGreaterThan(0);
});

test.each(offline)('an example in the help runs: $command', async ({ command }) => {
  const { exitCode, stdout, stderr } = await runCommandLine(argumentsOf(command));
  expect(stdout).toMatch(/(?:^|\n)$/);
  // A comparison and a validation may find something; nothing else is wrong.
  expect({ exitCode, stderr }).toEqual({ exitCode: expect.any(Number) as number, stderr: '' });
  expect([0, 1]).toContain(exitCode);
});

test('the command lines of examples with a cluster are valid', async () => {
  for (const { command } of examples.filter(({ heading }) => heading !== 'Without a cluster:')) {
    const { exitCode, stderr } = await runCommandLine([...argumentsOf(command), '--help']);
    expect({ command, exitCode, stderr }).toEqual({ command, exitCode: 0, stderr: '' });
  }
});

function argumentsOf(command: string): string[] {
  expect(command).toMatch(/^olm-constructs /);
  return wordsOf(command).slice(1);
}

import { enterCommandFolder } from '../builders/command-folder';
import { InjectedCommands } from './injected-commands';
import { numbers } from './mutate';
import { READING_COMMANDS } from './reading-commands';

/** Number of commands for each file. `npm run fuzz` runs all. */
const RUNS = 40;

let leave: () => void;
let commands: InjectedCommands;
beforeAll(() => {
  leave = enterCommandFolder();
  commands = new InjectedCommands();
});
afterAll(() => leave());

test.each(Object.keys(READING_COMMANDS))('no output obeys a string of %s, or loses its form', async (file) => {
  const below = numbers(31);
  const problems: string[] = [];
  for (let run = 0; run < RUNS; run++) {
    problems.push(...await commands.problems(commands.choose(file, below)));
  }
  expect(problems.join('\n')).toBe('');
});

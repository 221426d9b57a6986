import { enterCommandFolder } from '../../test/builders/command-folder';
import { type InjectedCommand, InjectedCommands } from '../../test/fuzz/injected-commands';
import { mutated } from '../../test/fuzz/mutate';
import { textProblems } from '../../test/fuzz/output-problems';
import { type Below, pick } from '../../test/fuzz/random-command';
import { READERS } from '../../test/fuzz/readers';
import { READING_COMMANDS } from '../../test/fuzz/reading-commands';
import { soundInputs } from '../../test/fuzz/sound-inputs';

/** What the fuzz job runs on inputs. */
export interface Target {
  /** Valid inputs, from which others are made. */
  readonly inputs: readonly Buffer[];

  /** Returns a new input. */
  readonly make: (corpus: readonly Buffer[], below: Below) => Buffer;

  /** Runs an input, and returns its outcome: inputs with a new kind of outcome are kept. Throws if an invariant is broken. */
  readonly run: (input: Buffer, folder: string) => Promise<string>;

  /** Whether a part of a failing input can fail, too. */
  readonly canShrink: boolean;
}

/** Name of the target that prints what strangers wrote. All others are readers. */
const PRINTERS = 'printers';

/** Names of the targets. */
export function targetNames(): string[] {
  return [...Object.keys(READERS), PRINTERS];
}

/** Returns a target. Printers change the current folder of the process. */
export function targetOf(name: string): Target {
  return name === PRINTERS ? printers() : reader(name);
}

/** A reader throws only its own errors, whose messages are safe to print, and gives the same verdict twice. */
function reader(name: string): Target {
  const read = READERS[name]!;
  return {
    inputs: soundInputs()[name] ?? [], canShrink: true,
    make: (corpus, below) => {
      const input = pick(corpus, below);
      const other = pick(corpus, below);
      // Sometimes the beginning of one input and the end of another.
      const joined = [input.subarray(0, below(input.length + 1)), other.subarray(below(other.length + 1))];
      return mutated(below(8) === 0 ? Buffer.concat(joined) : input, below);
    },
    run: async (input, folder) => {
      const verdict = read(input, folder);
      const [problem] = textProblems(verdict);
      if (problem !== undefined) {
        throw new Error(`the message is unsafe to print: ${problem}: ${JSON.stringify(verdict)}`);
      }
      if (read(input, folder) !== verdict) {
        throw new Error(`another verdict the second time than ${JSON.stringify(verdict)}`);
      }
      return Promise.resolve(verdict);
    },
  };
}

/** No output obeys a string of a stranger, or loses its form. */
function printers(): Target {
  enterCommandFolder();
  const commands = new InjectedCommands();
  return {
    inputs: [], canShrink: false,
    make: (_, below) => Buffer.from(JSON.stringify(commands.choose(pick(Object.keys(READING_COMMANDS), below), below))),
    run: async (input) => {
      const problems = await commands.problems(JSON.parse(input.toString()) as InjectedCommand);
      if (problems.length > 0) {
        throw new Error(problems.join('\n'));
      }
      return '';
    },
  };
}

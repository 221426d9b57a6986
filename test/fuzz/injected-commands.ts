import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { runCommandLine } from '../builders/command-line';
import { InjectableFile, INJECTIONS } from './injection';
import { outputProblems } from './output-problems';
import { type Below, pick } from './random-command';
import { READING_COMMANDS } from './reading-commands';

/** A command on a file in which one string is one of a stranger. */
export interface InjectedCommand {
  readonly file: string;
  readonly command: string;
  readonly injection: string;

  /** Number of the string. */
  readonly index: number;

  /** Whether the string is replaced, and not only extended. */
  readonly isWhole: boolean;
}

/** The folder of commands, in which one string at a time is one of a stranger. */
export class InjectedCommands {
  readonly #files: ReadonlyMap<string, { readonly original: string; readonly injectable: InjectableFile }>;

  /** Reads the current folder, which `enterCommandFolder` makes. */
  public constructor() {
    cpSync('manifests', 'other', { recursive: true });
    this.#files = new Map(Object.keys(READING_COMMANDS).map((file) => {
      const original = readFileSync(file, 'utf8');
      return [file, { original, injectable: new InjectableFile(original) }];
    }));
  }

  /** Number of commands with each string. */
  public get combinations(): number {
    const leaves = (file: string): number => this.#files.get(file)!.injectable.leaves;
    return Object.entries(READING_COMMANDS).reduce((sum, [file, commands]) => sum + leaves(file) * commands.length, 0) * INJECTIONS.length;
  }

  /** Returns a random command on a file with a string of a stranger. */
  public choose(file: string, below: Below): InjectedCommand {
    return {
      file, command: pick(READING_COMMANDS[file]!, below), injection: pick(INJECTIONS, below),
      index: below(this.#files.get(file)!.injectable.leaves), isWhole: below(3) === 0,
    };
  }

  /** Runs a command, and returns what is wrong with its output. */
  public async problems({ file, command, injection, index, isWhole }: InjectedCommand): Promise<string[]> {
    const { original, injectable } = this.#files.get(file)!;
    writeFileSync(file, injectable.with(index, (value) => isWhole ? injection : value + injection));
    const where = `${command}, string ${index} of ${file}, ${JSON.stringify(injection)}`;
    try {
      const args = command.split(' ');
      const env = { HOME: process.cwd(), PATH: process.env['PATH'], NO_COLOR: '1' };
      const result = await runCommandLine(args, { env, signal: AbortSignal.timeout(20_000) });
      return outputProblems(args, result).map((problem) => `${where}: ${problem}`);
    } catch (error) {
      return [`${where}: threw ${String((error as Error).stack)}`];
    } finally {
      writeFileSync(file, original);
      ['out', 'made'].forEach((path) => rmSync(path, { recursive: true, force: true }));
    }
  }
}

import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { runCommandLine } from '../builders/command-line';
import { InjectableFile, INJECTIONS } from './injection';
import { outputProblems } from './output-problems';
import type { Below } from './random-command';
import { pick } from './random-command';
import { READING_COMMANDS } from './reading-commands';

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
    return Object.entries(READING_COMMANDS).reduce((sum, [file, commands]) => sum + this.#files.get(file)!.injectable.leaves * commands.length, 0) * INJECTIONS.length;
  }

  /** Runs a random command on a file with a string of a stranger, and returns what is wrong with its output. */
  public async problems(file: string, below: Below): Promise<string[]> {
    const { original, injectable } = this.#files.get(file)!;
    const command = pick(READING_COMMANDS[file]!, below);
    const injection = pick(INJECTIONS, below);
    const index = below(injectable.leaves);
    const isWhole = below(3) === 0;
    writeFileSync(file, injectable.with(index, (value) => isWhole ? injection : value + injection));
    try {
      const args = command.split(' ');
      const result = await runCommandLine(args, { env: { HOME: process.cwd(), PATH: process.env['PATH'], NO_COLOR: '1' }, signal: AbortSignal.timeout(20_000) });
      return outputProblems(args, result).map((problem) => `${command}, string ${index} of ${file}, ${JSON.stringify(injection)}: ${problem}`);
    } catch (error) {
      return [`${command}, string ${index} of ${file}, ${JSON.stringify(injection)}: threw ${String((error as Error).stack)}`];
    } finally {
      writeFileSync(file, original);
      ['out', 'made'].forEach((path) => rmSync(path, { recursive: true, force: true }));
    }
  }
}

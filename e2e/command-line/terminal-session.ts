import { appendFileSync } from 'node:fs';
import { Kubectl } from '../cluster/kubectl';
import { type Ended, ProgramProcess } from './program-process';

/** File that commands and their output are written to, for reading. */
const TRANSCRIPT = process.env['TRANSCRIPT'];

/** Commands of `olm-constructs` and kubectl, one after the other, as typed by a user who has a kubeconfig. */
export class TerminalSession {
  public constructor(private readonly shell: Kubectl, private readonly kubeconfig: string) {}

  /** Runs `olm-constructs` without a cluster; it has to succeed. */
  public async offline(...args: readonly string[]): Promise<string> {
    return succeeded(args, await this.recorded(args, new ProgramProcess(args).end()));
  }

  /** Runs `olm-constructs` with the cluster; it has to succeed. */
  public async run(...args: readonly string[]): Promise<string> {
    return succeeded(args, await this.ended(...args));
  }

  /** The same, and returns how it ended. */
  public ended(...args: readonly string[]): Promise<Ended> {
    return this.recorded(args, this.start(...args).end());
  }

  /** Starts `olm-constructs` with the cluster, as with `&` at the end of the line. */
  public start(...args: readonly string[]): ProgramProcess {
    return new ProgramProcess([...args, '--kubeconfig', this.kubeconfig]);
  }

  /** Waits until a started command has succeeded. */
  public async finished(args: readonly string[], started: ProgramProcess): Promise<Ended> {
    const ended = await this.recorded(args, started.end());
    succeeded(args, ended);
    return ended;
  }

  /** Runs kubectl; it has to succeed without a warning. */
  public async kubectl(line: string): Promise<string> {
    const { exitCode, stdout, stderr } = await this.shell.shell(`kubectl ${line}`);
    this.record(`kubectl ${line}`, `${stdout}${stderr}`);
    if (exitCode !== 0 || stderr !== '') {
      throw new Error(`kubectl ${line}: ${stderr}`);
    }
    return stdout;
  }

  /** Writes a line to the transcript, and prints it. */
  public note(line: string): void {
    console.log(line);
    this.record('', `${line}\n`);
  }

  private async recorded(args: readonly string[], ending: Promise<Ended>): Promise<Ended> {
    const ended = await ending;
    this.record(`olm-constructs ${args.join(' ')}`, `${ended.stderr}${ended.stdout}[exit code ${String(ended.exitCode)}]\n`);
    return ended;
  }

  private record(line: string, output: string): void {
    if (TRANSCRIPT !== undefined && TRANSCRIPT !== '') {
      appendFileSync(TRANSCRIPT, `$ ${line}\n${output}\n`);
    }
  }
}

function succeeded(args: readonly string[], { exitCode, stdout, stderr }: Ended): string {
  if (exitCode !== 0) {
    throw new Error(`olm-constructs ${args.join(' ')} ended with code ${String(exitCode)}:\n${stderr}${stdout}`);
  }
  return stdout;
}

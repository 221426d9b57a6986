import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandLineResult, runCommandLine } from '../builders/command-line';
import { compileProgram } from '../builders/compiled-program';

const ROOT = join(__dirname, '..', '..');
const README = readFileSync(join(ROOT, 'examples/operands/README.md'), 'utf8');

/** What the README of the example shows: the refusal of the upgrade, and the errors of the compiler. */
export const [REFUSAL, ERRORS] = [...README.matchAll(/```text\n([^`]*)\n```/g)].map(([, text]) => text!) as [string, string];

/** A copy of the example operands, in which commands run. */
export class OperandsFolder {
  /** Command that runs the app of the example. */
  public readonly app: string;

  readonly #before = process.cwd();
  readonly #folder = mkdtempSync(join(tmpdir(), 'operands-example-'));

  /** Makes it the current folder. */
  public constructor() {
    symlinkSync(join(ROOT, 'node_modules'), join(this.#folder, 'node_modules'));
    cpSync(join(ROOT, 'examples/operands'), join(this.#folder, 'operands'), { recursive: true });
    cpSync(join(ROOT, 'examples/bundle-upgrade'), join(this.#folder, 'bundle-upgrade'), { recursive: true });
    process.chdir(join(this.#folder, 'operands'));
    this.app = `"${process.execPath}" "${compileProgram('examples/operands/main.ts', this.#folder)}"`;
  }

  public run(...args: string[]): Promise<CommandLineResult> {
    return runCommandLine(args, { env: { PATH: process.env['PATH'] } });
  }

  /** Accepts the change for which the upgrade is refused, in the lock file. */
  public waive(): void {
    const waivers = REFUSAL.slice(REFUSAL.indexOf('    waivers:')).replace('""', 'Greetings will be in English');
    writeFileSync('olm.lock.yaml', `${readFileSync('olm.lock.yaml', 'utf8')}${waivers}\n`);
  }

  public remove(): void {
    process.chdir(this.#before);
    rmSync(this.#folder, { recursive: true });
  }
}

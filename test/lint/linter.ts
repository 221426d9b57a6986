import { ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as readline from 'node:readline';

const ROOT = path.resolve(__dirname, '../..');

/** ESLint with the project's own rules, for source text that need not exist as a file. */
export class Linter {
  private readonly process: ChildProcess;
  private readonly answers: AsyncIterator<string>;

  public constructor() {
    const child = spawn(process.execPath, [path.join(__dirname, 'linter-process.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.process = child;
    this.answers = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  /** What is refused in source text, as `rule: message`, as if it stood in `file`. */
  public async lint(file: string, source: string): Promise<string[]> {
    this.process.stdin?.write(`${JSON.stringify({ file, source })}\n`);
    const answer = await this.answers.next();
    if (answer.done === true) {
      throw new Error('the linter ended before it answered; its error stands above');
    }
    return JSON.parse(answer.value) as string[];
  }

  /** What is refused in a file that exists. */
  public lintFile(file: string): Promise<string[]> {
    return this.lint(file, readFileSync(path.join(ROOT, file), 'utf8'));
  }

  /** Ends the linter's process. */
  public close(): void {
    this.process.stdin?.end();
  }
}

import { ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as readline from 'node:readline';

const ROOT = path.resolve(__dirname, '../..');

/** Which folders of lib/ may import which, as in eslint.config.mjs. */
export interface ImportOrder {
  /** Folders, relative to lib/; each may import those before it. */
  readonly folders: readonly string[];
  /** Earlier folders that a part of lib/ does without. */
  readonly without: readonly { readonly part: string; readonly folders: readonly string[] }[];
  /** Rules of this project that need types, as they apply to the library. */
  readonly typed: readonly string[];
}

/** ESLint with the rules of the project, for source code that does not have to exist as a file. */
export class Linter {
  private readonly process: ChildProcess;
  private readonly responses: AsyncIterator<string>;

  /** The import order of the library. */
  public readonly importOrder: Promise<ImportOrder>;

  public constructor() {
    const child = spawn(process.execPath, [path.join(__dirname, 'linter-process.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.process = child;
    this.responses = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    this.importOrder = this.response<ImportOrder>();
  }

  /** Returns the findings in source code, as `rule: message`, as if it were in `file`. */
  public lint(file: string, source: string): Promise<string[]> {
    return this.request({ file, source });
  }

  /** Returns the findings in source code of the rules of this project that need types. */
  public lintTyped(source: string): Promise<string[]> {
    return this.request({ file: 'test/lint/typed/source.ts', source, types: true });
  }

  /** Returns the findings in an existing file. */
  public lintFile(file: string): Promise<string[]> {
    return this.lint(file, readFileSync(path.join(ROOT, file), 'utf8'));
  }

  private async request(request: { readonly file: string; readonly source: string; readonly types?: boolean }): Promise<string[]> {
    await this.importOrder;
    this.process.stdin?.write(`${JSON.stringify(request)}\n`);
    return this.response<string[]>();
  }

  private async response<Response>(): Promise<Response> {
    const response = await this.responses.next();
    if (response.done === true) {
      throw new Error('the linter process exited without a response; see its error above');
    }
    return JSON.parse(response.value) as Response;
  }

  /** Stops the linter process. */
  public close(): void {
    this.process.stdin?.end();
  }
}

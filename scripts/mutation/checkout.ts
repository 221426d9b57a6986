import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

/** Result of running the tests on a changed file. */
export type Outcome = 'noticed' | 'timeout' | 'survived';

const CLOSEST_FIRST = resolve(__dirname, 'closest-first.cjs');

/** A copy of the working tree in which files can be changed without touching those of the user. */
export class Checkout {
  /**
   * Copies the files that git tracks or does not ignore, as they are in the working tree. A pattern for folders does not ignore
   * a linked node_modules.
   *
   * @param root root of the working tree
   */
  public static create(root: string): Checkout {
    const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
    const parent = mkdtempSync(join(tmpdir(), 'olm-constructs-mutation-'));
    const folder = join(parent, 'checkout');
    for (const file of listed.stdout.split('\n').filter((name) => name !== '' && name !== 'node_modules' && existsSync(join(root, name)))) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(root, file), join(folder, file));
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const shared = resolve(root, '..', 'shared');
    if (existsSync(shared)) {
      symlinkSync(shared, join(parent, 'shared'));
    }
    return new Checkout(parent, folder);
  }

  /** Test files that are not run. */
  readonly #leftOut: string[] = [];

  private constructor(private readonly parent: string, public readonly folder: string) {}

  /** Reads a file of the copy. */
  public read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  /**
   * Excludes the test files that already fail without a change, of those that would test one of the files, because they would fail for every change.
   *
   * @returns the names of these test files
   */
  public async leaveOutFailingTests(files: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
    const report = join(this.parent, 'unchanged.json');
    const modules = [...new Set(files.map((file) => this.#testFolder(testPath(file).split('/').slice(0, 2).join('/'))))];
    await this.#jest(['--json', `--outputFile=${report}`, ...testsWithin(modules), '--findRelatedTests', ...files], undefined, signal);
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: { name: string; status: string }[] };
    this.#leftOut.push(...testResults.filter(({ status }) => status !== 'passed').map(({ name }) => relative(this.folder, name)).sort());
    return this.#leftOut;
  }

  /**
   * Runs the tests of a file with other content, first those in the closest folder, then all tests of its module that import it. Afterwards the file
   * is restored. Tests of other modules are not run, because the behavior of a module must be specified by its own tests.
   */
  public async test(file: string, content: string, timeoutSeconds: number, signal: AbortSignal): Promise<Outcome> {
    const original = this.read(file);
    writeFileSync(join(this.folder, file), content);
    const closest = this.#testFolder(dirname(testPath(file)));
    const module = this.#testFolder(closest.split('/').slice(0, 2).join('/'));
    const related = ['--bail=1', '--findRelatedTests', file];
    try {
      const first = await this.#jest([...testsWithin([closest]), ...related], timeoutSeconds, signal);
      return first !== 'survived' || closest === module ? first : await this.#jest([...testsWithin([module]), ...related], timeoutSeconds, signal, [`${closest}/`]);
    } finally {
      writeFileSync(join(this.folder, file), original);
    }
  }

  /** Returns the folder, or the closest one above it that exists. */
  #testFolder(folder: string): string {
    return existsSync(join(this.folder, folder)) ? folder : this.#testFolder(dirname(folder));
  }

  /**
   * Runs jest in one process, in a separate process group, because a change may cause an endless loop, and then the processes that the tests have
   * started must also be ended.
   */
  #jest(selection: readonly string[], timeoutSeconds: number | undefined, signal: AbortSignal, without: readonly string[] = []): Promise<Outcome> {
    signal.throwIfAborted();
    const ignored = [...this.#leftOut, ...without].flatMap((path) => ['--testPathIgnorePatterns', `<rootDir>/${path}`]);
    return new Promise((resolveOutcome, reject) => {
      const args = ['node_modules/jest/bin/jest.js', '--runInBand', '--passWithNoTests', '--silent', `--testSequencer=${CLOSEST_FIRST}`, ...ignored, ...selection];
      const jest = spawn(process.execPath, args, { cwd: this.folder, stdio: 'ignore', detached: true });
      let timedOut = false;
      const kill = (): void => {
        try {
          process.kill(-jest.pid!, 'SIGKILL');
        } catch {
          // The group has already ended.
        }
      };
      const timer = timeoutSeconds === undefined ? undefined : setTimeout(() => {
        timedOut = true;
        kill();
      }, timeoutSeconds * 1000);
      signal.addEventListener('abort', kill);
      const settle = (result: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', kill);
        result();
      };
      jest.on('error', (error) => settle(() => reject(error)));
      jest.on('exit', (code) => {
        kill();
        settle(() => (signal.aborted ? reject(signal.reason as Error) : resolveOutcome(timedOut ? 'timeout' : code === 0 ? 'survived' : 'noticed')));
      });
    });
  }

  /** Deletes the copy. */
  public remove(): void {
    rmSync(this.parent, { recursive: true, force: true });
  }
}

/** Returns where the tests of a file of `lib` are, relative to the root. */
function testPath(file: string): string {
  return join('test', relative('lib', file));
}

function testsWithin(folders: readonly string[]): string[] {
  return folders.flatMap((folder) => ['--testMatch', `<rootDir>/${folder}/**/*.test.{ts,js}`]);
}

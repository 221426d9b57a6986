import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { runFolder } from '../package/run-folder';
import { endWithTests } from '../processes/end-with-tests';

/** Whether the time of each block is printed. */
const TIMES = process.env['PATH_TIMES'] === '1';

const ROOT = path.resolve(__dirname, '../..');

/** Name of the checkout in the folder of a reader. */
export const CHECKOUT = 'olm-constructs';

/** Address of the repository that readers push to, as the pages have it. */
const REPOSITORY = 'https://git.example.com/platform.git';

/** Result of commands. */
export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a reader works, and with which cluster. */
export interface ReaderOptions {
  /** The packed package. */
  readonly tarball: string;

  /** Folder with kubectl. */
  readonly kubectlFolder: string;

  /** Path of the kubeconfig. @default - no cluster */
  readonly kubeconfig?: string;
}

/**
 * Follows a page: runs its commands in a shell that begins in an empty folder, beside a checkout with the packed package. `npm install` takes
 * other packages from the checkout, and `git push` goes to a repository beside the folder.
 */
export class Reader {
  /** Bare repository that the reader pushes to. */
  public readonly repository: string;

  readonly #home = mkdtempSync(path.join(tmpdir(), 'olm-constructs-reader-'));
  readonly #environment: NodeJS.ProcessEnv;
  #folder: string;

  public constructor({ tarball, kubectlFolder, kubeconfig }: ReaderOptions) {
    this.#folder = path.join(this.#home, 'work');
    this.repository = path.join(this.#home, 'platform.git');
    const packages = path.join(this.#folder, CHECKOUT, 'dist', 'js');
    const programs = path.join(this.#home, 'bin');
    [packages, programs].forEach(folder => mkdirSync(folder, { recursive: true }));
    symlinkSync(tarball, path.join(packages, path.basename(tarball)));
    symlinkSync(path.join(ROOT, 'examples'), path.join(this.#folder, CHECKOUT, 'examples'));
    const npm = path.join(programs, 'npm');
    writeFileSync(npm, `#!/bin/sh\nexec '${process.execPath}' '${path.join(__dirname, 'npm-offline.cjs')}' "$@"\n`);
    chmodSync(npm, 0o755);
    writeFileSync(path.join(this.#home, '.gitconfig'), [
      '[user]', 'name = Reader', 'email = reader@example.com', '[init]', 'defaultBranch = main', `[url "${this.repository}"]`, `insteadOf = ${REPOSITORY}`, '',
    ].join('\n'));
    spawnSync('git', ['init', '--quiet', '--bare', '--initial-branch', 'main', this.repository]);
    const { PATH = '' } = process.env;
    this.#environment = {
      PATH: [programs, kubectlFolder, path.dirname(process.execPath), PATH].join(path.delimiter),
      HOME: this.#home, TMPDIR: tmpdir(), NO_COLOR: '1',
      NPM_OF_TESTS: spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).stdout.trim(), MODULES_OF_TESTS: path.join(ROOT, 'node_modules'),
      INSTALLED_OF_TESTS: path.join(runFolder(), 'installed'),
      npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false',
      ...(kubeconfig === undefined ? {} : { KUBECONFIG: kubeconfig }),
    };
  }

  /** Folder that the reader is in. */
  public get folder(): string {
    return this.#folder;
  }

  /** Writes a file in the folder that the reader is in. */
  public write(file: string, content: string): void {
    const target = path.join(this.#folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, `${content}\n`);
  }

  /**
   * Runs commands until one fails, and stays in the folder that they change to.
   *
   * @param input content of their standard input
   */
  public async run(commands: string, input = ''): Promise<CommandResult> {
    const folderFile = path.join(this.#home, 'folder');
    const script = `set -eo pipefail\ntrap 'pwd > "${folderFile}"' EXIT\n${commands}\n`;
    const result = await new Promise<CommandResult>((resolve, reject) => {
      const began = Date.now();
      const child = execFile('bash', ['-c', script], { cwd: this.#folder, env: this.#environment, maxBuffer: 64 * 1024 * 1024, timeout: 5 * 60_000 }, (error, stdout, stderr) => {
        if (TIMES) {
          process.stderr.write(`${Date.now() - began} ms: ${commands.split('\n')[0]!}\n`);
        }
        const exitCode = error === null ? 0 : error.code;
        if (typeof exitCode === 'number') {
          resolve({ exitCode, stdout, stderr });
        } else {
          reject(new Error(`${commands}: ${error?.message ?? 'did not run'}\n${stderr}`));
        }
      });
      endWithTests(child);
      // Commands may end before they have read it.
      child.stdin?.on('error', () => undefined).end(input);
    });
    this.#folder = readFileSync(folderFile, 'utf8').trim();
    return result;
  }

  /** Removes everything. */
  public close(): void {
    rmSync(this.#home, { recursive: true, force: true });
  }
}

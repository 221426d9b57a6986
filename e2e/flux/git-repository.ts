import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { LOOPBACK } from '../control-plane/ports';

const BRANCH = 'main';
const NAME = 'platform.git';

/** Settings of the machine's user must not change what is committed. */
const GIT_ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_NAME: 'e2e', GIT_AUTHOR_EMAIL: 'e2e@example.com',
  GIT_COMMITTER_NAME: 'e2e', GIT_COMMITTER_EMAIL: 'e2e@example.com',
};

/** A git repository that is served over HTTP on loopback, by git's own program for that. */
export class GitRepository {
  /** Creates an empty repository and serves it. */
  public static async serve(): Promise<GitRepository> {
    const repository = new GitRepository(mkdtempSync(path.join(tmpdir(), 'olm-constructs-git-')));
    await new Promise<void>(resolve => repository.server.listen(0, LOOPBACK, resolve));
    return repository;
  }

  private readonly server: Server;
  private readonly work: string;

  private constructor(private readonly folder: string) {
    this.work = path.join(folder, 'work');
    git(folder, 'init', '--quiet', '--bare', `--initial-branch=${BRANCH}`, NAME);
    git(folder, 'init', '--quiet', `--initial-branch=${BRANCH}`, this.work);
    git(this.work, 'remote', 'add', 'origin', path.join(folder, NAME));
    this.server = createServer((request, response) => this.respond(request, response));
  }

  /** URL of the repository. */
  public get url(): string {
    return `http://${LOOPBACK}:${String((this.server.address() as AddressInfo).port)}/${NAME}`;
  }

  /**
   * Commits a new content of the repository to its branch, and returns the commit.
   *
   * @param write writes the content into a folder, which has that of the commit before
   */
  public commit(message: string, write: (folder: string) => void): string {
    mkdirSync(this.work, { recursive: true });
    write(this.work);
    git(this.work, 'add', '--all');
    git(this.work, 'commit', '--quiet', '--allow-empty', `--message=${message}`);
    git(this.work, 'push', '--quiet', 'origin', BRANCH);
    return git(this.work, 'rev-parse', 'HEAD').trim();
  }

  /** Stops serving, and deletes the repository. */
  public async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs git's CGI program for a request. */
  private respond(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const program = spawn('git', ['http-backend'], {
      env: {
        ...process.env,
        ...GIT_ENVIRONMENT,
        GIT_PROJECT_ROOT: this.folder,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const output: Buffer[] = [];
    program.stdout.on('data', (data: Buffer) => output.push(data));
    // A client may stop reading, or the program may not read all of the request.
    program.stdin.on('error', () => undefined);
    request.pipe(program.stdin);
    program.on('error', error => response.writeHead(500).end(error.message));
    program.on('close', () => answer(response, Buffer.concat(output)));
  }
}

/** Sends the output of a CGI program: header lines, an empty line, and the content. */
function answer(response: ServerResponse, output: Buffer): void {
  const end = output.indexOf('\r\n\r\n');
  const headers = output.subarray(0, Math.max(end, 0)).toString().split('\r\n').map(line => line.split(/: */, 2) as [string, string]);
  const status = Number(headers.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? (end < 0 ? 500 : 200));
  response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== '' && name !== 'Status'))).end(output.subarray(end + 4));
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', env: { ...process.env, ...GIT_ENVIRONMENT } });
}

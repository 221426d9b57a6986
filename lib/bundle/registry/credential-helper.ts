import { type ChildProcess, spawn } from 'node:child_process';
import { stringField } from '../../formats/json/json-value';
import { refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-error';
import type { Credentials } from './fetch-options';

const TIMEOUT_MILLISECONDS = 30_000;
const MAX_OUTPUT_BYTES = 64 * 1024;

/** User name that marks the secret as an identity token. */
const TOKEN_USER = '<token>';

/**
 * Calls a credential helper, such as `docker-credential-osxkeychain`. Its output is never printed: it may be a secret.
 *
 * @param source the image as specified, for messages
 * @param file path of the configuration that names the helper, for messages
 * @param name name of the helper, without the prefix `docker-credential-`
 * @param server the registry
 * @param signal terminates the helper
 * @returns the credentials, or undefined if the helper has none for the registry
 * @throws BundleError if it cannot be run, fails, takes too long, or returns something unexpected
 * @see https://github.com/docker/docker-credential-helpers
 */
export async function runCredentialHelper(
  source: string,
  file: string,
  name: string,
  server: string,
  signal: AbortSignal,
): Promise<Credentials | undefined> {
  const failure = (what: string): Error => refusal(source, BundleErrorCode.UNAUTHORIZED, `${what}; it is configured in ${file}`);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name)) {
    throw failure(`${JSON.stringify(name.slice(0, 100))} is not the name of a credential helper`);
  }
  const program = `docker-credential-${name}`;
  const { exitCode, output } = await run(program, server, signal).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw failure(code === 'ENOENT' ? `the credential helper ${program} is not in PATH` : `the credential helper ${program} cannot be run (${code ?? 'ended early'})`);
  });
  signal.throwIfAborted();
  if (exitCode !== 0) {
    if (/credentials not found/i.test(output)) {
      return undefined;
    }
    const how = exitCode === null ? 'was killed: it took too long or printed too much' : `failed with exit code ${exitCode}`;
    throw failure(`the credential helper ${program} ${how}; run it manually to see why`);
  }
  const [username, secret] = fieldsOf(output);
  if (secret === '') {
    throw failure(`the credential helper ${program} does not return Username and Secret`);
  }
  const origin = `the credential helper ${program}`;
  return username === TOKEN_USER ? { origin, identityToken: secret } : { origin, basic: { username, password: secret } };
}

interface Outcome {
  /** Exit code; null if the program was killed. */
  readonly exitCode: number | null;

  /** Standard output. */
  readonly output: string;
}

/**
 * Runs the helper. On timeout or excessive output it is killed with all its descendants. A process that outlives it may keep its output open, so the
 * end of the output is not awaited in that case.
 */
function run(program: string, server: string, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, ['get'], { stdio: ['pipe', 'pipe', 'ignore'], detached: true, windowsHide: true });
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (outcome: Outcome): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(outcome);
    };
    const end = (): void => {
      endGroup(child);
      child.stdout.destroy();
      settle({ exitCode: null, output: '' });
    };
    const timer = setTimeout(end, TIMEOUT_MILLISECONDS);
    signal.addEventListener('abort', end);
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > MAX_OUTPUT_BYTES) {
        end();
      }
    });
    child.on('error', (error) => {
      reject(error);
      settle({ exitCode: null, output: '' });
    });
    child.on('close', (exitCode) => settle({ exitCode, output: Buffer.concat(chunks).toString('utf8') }));
    // A program that ends before it has read its input is judged by its exit code.
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${server}\n`);
  });
}

/** Kills a program with its process group, where process groups exist. */
function endGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

function fieldsOf(output: string): [username: string, secret: string] {
  try {
    const value: unknown = JSON.parse(output);
    return [stringField(value, 'Username') ?? '', stringField(value, 'Secret') ?? ''];
  } catch {
    return ['', ''];
  }
}

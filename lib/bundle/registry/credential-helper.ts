import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';

import { BundleErrorCode } from '../../bundle-error';
import { textField } from '../../json-value';
import { refusal } from '../refusal';
import type { Credentials } from './credentials';

const LONGEST_MILLISECONDS = 30_000;
const LARGEST_ANSWER = 64 * 1024;

/** A user of this name means that the secret is a token with which a token is got. */
const TOKEN_USER = '<token>';

/**
 * Asks a program that keeps credentials, such as `docker-credential-osxkeychain`. Nothing that it says is shown: it may be a secret.
 *
 * @param source the image as it was named, for messages
 * @param file the configuration that names the program, for messages
 * @param name the name of the program, without `docker-credential-` before it
 * @param server the registry
 * @param signal ends the program
 * @returns undefined when it knows nothing of the registry
 * @throws BundleError when it cannot be run, fails, takes too long, or answers something else
 * @see https://github.com/docker/docker-credential-helpers
 */
export async function runCredentialHelper(
  source: string,
  file: string,
  name: string,
  server: string,
  signal: AbortSignal,
): Promise<Credentials | undefined> {
  const fail = (what: string): Error => refusal(source, BundleErrorCode.UNAUTHORIZED, `${what}; it is named in ${file}`);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name)) {
    throw fail(`${JSON.stringify(name.slice(0, 100))} is no name of a credential helper`);
  }
  const program = `docker-credential-${name}`;
  const { exitCode, answer } = await run(program, server, signal).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw fail(code === 'ENOENT' ? `the credential helper ${program} is not on the path` : `the credential helper ${program} cannot be run (${code ?? 'ended early'})`);
  });
  signal.throwIfAborted();
  if (exitCode !== 0) {
    if (/credentials not found/i.test(answer)) {
      return undefined;
    }
    const how = exitCode === null ? 'was ended: it took too long or said too much' : `failed with exit code ${exitCode}`;
    throw fail(`the credential helper ${program} ${how}; run it by hand to see why`);
  }
  const [username, secret] = fieldsOf(answer);
  if (secret === '') {
    throw fail(`the credential helper ${program} does not answer with Username and Secret`);
  }
  const origin = `the credential helper ${program}`;
  return username === TOKEN_USER ? { origin, identityToken: secret } : { origin, basic: { username, password: secret } };
}

interface Outcome {
  /** Null for a program that was ended. */
  readonly exitCode: number | null;
  readonly answer: string;
}

/**
 * Runs the program. It is ended, with all that it has started, when it takes too long or says too much; its output may stay open in
 * something that outlives it, so the end of that is not waited for then.
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
      settle({ exitCode: null, answer: '' });
    };
    const timer = setTimeout(end, LONGEST_MILLISECONDS);
    signal.addEventListener('abort', end);
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > LARGEST_ANSWER) {
        end();
      }
    });
    child.on('error', (error) => {
      reject(error);
      settle({ exitCode: null, answer: '' });
    });
    child.on('close', (exitCode) => settle({ exitCode, answer: Buffer.concat(chunks).toString('utf8') }));
    // A program that ends before it has read its input is judged by its exit code.
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${server}\n`);
  });
}

/** Ends a program and all that it has started, which is a process group where there are such. */
function endGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

function fieldsOf(answer: string): [username: string, secret: string] {
  try {
    const value: unknown = JSON.parse(answer);
    return [textField(value, 'Username') ?? '', textField(value, 'Secret') ?? ''];
  } catch {
    return ['', ''];
  }
}

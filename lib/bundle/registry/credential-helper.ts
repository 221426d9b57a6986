import { stringField } from '../../formats/json/json-value';
import { runHelper } from '../../net/helper-process';
import { refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';
import type { Credentials } from './fetch-options';

const TIMEOUT_MILLISECONDS = 60_000;
const MAX_OUTPUT_BYTES = 64 * 1024;

/** User name that marks the secret as an identity token. */
const TOKEN_USER = '<token>';

/**
 * Calls a credential helper, such as `docker-credential-osxkeychain`. Its output is never printed: it may be a secret. Its standard error is that of
 * this process.
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
  const result = await runHelper(program, ['get'], {
    input: `${server}\n`, timeout: TIMEOUT_MILLISECONDS, maxOutput: MAX_OUTPUT_BYTES, signal,
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    const { code } = error as NodeJS.ErrnoException;
    throw failure(code === 'ENOENT' ? `the credential helper ${program} is not in PATH` : `the credential helper ${program} cannot be run (${code ?? 'ended early'})`);
  });
  if (result.kind !== 'exited') {
    const what = result.kind === 'killed' ? `was ended by ${result.by}`
      : result.kind === 'timeout' ? `did not finish within ${TIMEOUT_MILLISECONDS / 1000} s` : `printed more than ${MAX_OUTPUT_BYTES / 1024} KiB`;
    throw failure(`the credential helper ${program} ${what}; run it manually to see why`);
  }
  const { exitCode, output } = result;
  if (exitCode !== 0) {
    if (/credentials not found/i.test(output)) {
      return undefined;
    }
    throw failure(`the credential helper ${program} failed with exit code ${exitCode}; see its messages above, or run it manually`);
  }
  const [username, secret] = fieldsOf(output);
  if (secret === '') {
    throw failure(`the credential helper ${program} does not return Username and Secret`);
  }
  const origin = `the credential helper ${program}`;
  return username === TOKEN_USER ? { origin, identityToken: secret } : { origin, basic: { username, password: secret } };
}

function fieldsOf(output: string): [username: string, secret: string] {
  try {
    const value: unknown = JSON.parse(output);
    return [stringField(value, 'Username') ?? '', stringField(value, 'Secret') ?? ''];
  } catch {
    return ['', ''];
  }
}

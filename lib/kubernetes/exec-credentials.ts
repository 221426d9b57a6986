import { execFile } from 'node:child_process';
import { mapField, textField } from '../../../bundle/json-value';
import { ClientError } from './client-error';
import type { ClusterAccess, ExecAccess } from './kubeconfig';

/** So long may a program take to give credentials, in milliseconds. Some ask a service in another country. */
export const EXEC_WITHIN_MILLISECONDS = 60_000;

/** More than any credentials take, in bytes. */
const MOST_OUTPUT = 1024 * 1024;

/** What a program gave. */
export interface ExecCredentials {
  readonly token?: string | undefined;
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;

  /** When it is of no use any more, in milliseconds since 1970; undefined where it does not say. */
  readonly expires?: number | undefined;
}

/**
 * Asks the program of a kubeconfig for credentials.
 *
 * @param environment the variables of this process, which the program gets too
 * @param signal ends the program
 * @param within how long it may take, in milliseconds
 * @throws ClientError when the program is missing, fails or answers nonsense. What it printed is left out, since it may hold secrets.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
 */
export async function execCredentials(
  exec: ExecAccess, access: ClusterAccess, environment: NodeJS.ProcessEnv, signal: AbortSignal, within = EXEC_WITHIN_MILLISECONDS,
): Promise<ExecCredentials> {
  const output = await new Promise<string>((resolve, reject) => {
    const program = execFile(exec.command, exec.args, {
      env: { ...environment, ...exec.env, KUBERNETES_EXEC_INFO: JSON.stringify(execInfo(exec, access)) },
      timeout: within,
      // One that hangs may not hear a polite word.
      killSignal: 'SIGKILL',
      maxBuffer: MOST_OUTPUT,
      encoding: 'utf8',
      signal,
    }, (error, stdout) => {
      if (error === null) {
        resolve(stdout);
      } else {
        reject(signal.aborted ? signal.reason as Error
          : new ClientError(`'${exec.command}', which gives the credentials of the kubeconfig, ${whyOf(error, within)}`
            + (exec.installHint === undefined ? '' : `; ${exec.installHint.trim()}`)));
      }
    });
    // A program that does not read is no fault.
    program.stdin?.on('error', () => undefined).end();
  });
  return read(output, exec.command);
}

function execInfo(exec: ExecAccess, access: ClusterAccess): object {
  return {
    apiVersion: exec.apiVersion,
    kind: 'ExecCredential',
    spec: {
      interactive: false,
      ...(exec.provideClusterInfo ? {
        cluster: {
          'server': access.server,
          'tls-server-name': access.tlsServerName,
          'insecure-skip-tls-verify': access.insecure ? true : undefined,
          'certificate-authority-data': access.certificateAuthority === undefined
            ? undefined : Buffer.from(access.certificateAuthority).toString('base64'),
          'proxy-url': access.proxyUrl,
        },
      } : {}),
    },
  };
}

function whyOf(error: Error & { code?: unknown; killed?: boolean; signal?: NodeJS.Signals }, within: number): string {
  if (error.code === 'ENOENT') {
    return 'is not there; install it, or put it on the PATH';
  }
  if (error.code === 'EACCES') {
    return 'is no program that may be run; correct the command, or its file\'s mode';
  }
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return `printed more than ${MOST_OUTPUT / 1024 / 1024} MiB; run it by hand to see what it prints`;
  }
  if (error.killed === true) {
    return `did not end within ${within / 1000} s; run it by hand to see what it waits for`;
  }
  return `failed with ${typeof error.code === 'number' ? `exit code ${error.code}` : error.signal ?? 'an error'}; run it by hand to see why`;
}

function read(output: string, command: string): ExecCredentials {
  let answer: unknown;
  try {
    answer = JSON.parse(output);
  } catch {
    throw new ClientError(`'${command}', which gives the credentials of the kubeconfig, printed no JSON; run it by hand to see what it prints`);
  }
  const status = mapField(answer, 'status');
  const expiry = Date.parse(textField(status, 'expirationTimestamp') ?? '');
  const credentials = {
    token: textField(status, 'token'),
    certificate: textField(status, 'clientCertificateData'),
    key: textField(status, 'clientKeyData'),
    expires: Number.isNaN(expiry) ? undefined : expiry,
  };
  if (credentials.token === undefined && (credentials.certificate === undefined || credentials.key === undefined)) {
    throw new ClientError(`'${command}', which gives the credentials of the kubeconfig, printed neither status.token nor both of `
      + 'status.clientCertificateData and status.clientKeyData; run it by hand to see what it prints');
  }
  return credentials;
}

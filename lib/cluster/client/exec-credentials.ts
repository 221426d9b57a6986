import { execFile } from 'node:child_process';
import { mapField, stringField } from '../../formats/json/json-value';
import { ClientError } from './client-error';
import type { ClusterAccess, ExecAccess } from './kubeconfig';

/** Timeout of a credential plugin, in milliseconds; some call a remote service. */
export const EXEC_TIMEOUT = 60_000;

/** Maximum size of a plugin's output, in bytes. */
const MAX_OUTPUT = 1024 * 1024;

/** Credentials from a credential plugin. */
export interface ExecCredentials {
  readonly token?: string | undefined;
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;

  /** Expiration time, in milliseconds since 1970, or undefined if unspecified. */
  readonly expires?: number | undefined;
}

/**
 * Runs the credential plugin of a kubeconfig.
 *
 * @param environment environment variables of this process, which are passed on to the plugin
 * @param signal kills the plugin
 * @param timeout in milliseconds
 * @throws ClientError if the plugin is missing, fails or prints invalid output; the message does not contain the output, which may contain secrets
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
 */
export async function execCredentials(
  exec: ExecAccess, access: ClusterAccess, environment: NodeJS.ProcessEnv, signal: AbortSignal, timeout = EXEC_TIMEOUT,
): Promise<ExecCredentials> {
  const output = await new Promise<string>((resolve, reject) => {
    const program = execFile(exec.command, exec.args, {
      env: { ...environment, ...exec.env, KUBERNETES_EXEC_INFO: JSON.stringify(execInfo(exec, access)) },
      timeout,
      // A plugin that hangs may ignore SIGTERM.
      killSignal: 'SIGKILL',
      maxBuffer: MAX_OUTPUT,
      encoding: 'utf8',
      signal,
    }, (error, stdout) => {
      if (error === null) {
        resolve(stdout);
      } else {
        reject(signal.aborted ? signal.reason as Error
          : new ClientError(`'${exec.command}', the credential plugin of the kubeconfig, ${failureOf(error, timeout)}`
            + (exec.installHint === undefined ? '' : `; ${exec.installHint.trim()}`)));
      }
    });
    // A plugin that does not read its input is not an error.
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

function failureOf(error: Error & { code?: unknown; killed?: boolean; signal?: NodeJS.Signals }, timeout: number): string {
  if (error.code === 'ENOENT') {
    return 'was not found; install it, or add it to the PATH';
  }
  if (error.code === 'EACCES') {
    return 'is not executable; correct the command or the mode of its file';
  }
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return `printed more than ${MAX_OUTPUT / 1024 / 1024} MiB; run it manually to see its output`;
  }
  if (error.killed === true) {
    return `did not finish within ${timeout / 1000} s; run it manually to see what it is waiting for`;
  }
  return `failed with ${typeof error.code === 'number' ? `exit code ${error.code}` : error.signal ?? 'an error'}; run it manually to see why`;
}

function read(output: string, command: string): ExecCredentials {
  let answer: unknown;
  try {
    answer = JSON.parse(output);
  } catch {
    throw new ClientError(`'${command}', the credential plugin of the kubeconfig, did not print JSON; run it manually to see its output`);
  }
  const status = mapField(answer, 'status');
  const expiry = Date.parse(stringField(status, 'expirationTimestamp') ?? '');
  const credentials = {
    token: stringField(status, 'token'),
    certificate: stringField(status, 'clientCertificateData'),
    key: stringField(status, 'clientKeyData'),
    expires: Number.isNaN(expiry) ? undefined : expiry,
  };
  if (credentials.token === undefined && (credentials.certificate === undefined || credentials.key === undefined)) {
    throw new ClientError(`'${command}', the credential plugin of the kubeconfig, printed neither status.token nor both of `
      + 'status.clientCertificateData and status.clientKeyData; run it manually to see its output');
  }
  return credentials;
}

import { execFile } from 'node:child_process';
import { field, mapField, textField } from '../../../bundle/json-value';
import { ClientError } from './client-error';
import type { ClusterAccess, ExecAccess } from './kubeconfig';

/** So long may a program take to give credentials, in milliseconds. Some ask a service in another country. */
const WITHIN_MILLISECONDS = 60_000;

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
 * @throws ClientError when the program is missing, fails or answers nonsense. What it printed is left out, since it may hold secrets.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
 */
export async function execCredentials(exec: ExecAccess, access: ClusterAccess, environment: NodeJS.ProcessEnv): Promise<ExecCredentials> {
  const info = {
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
  const output = await new Promise<string>((resolve, reject) => {
    const program = execFile(exec.command, exec.args, {
      env: { ...environment, ...exec.env, KUBERNETES_EXEC_INFO: JSON.stringify(info) },
      timeout: WITHIN_MILLISECONDS,
      maxBuffer: MOST_OUTPUT,
      encoding: 'utf8',
    }, (error, stdout) => {
      if (error === null) {
        resolve(stdout);
      } else {
        reject(new ClientError(`'${exec.command}', which gives the credentials of the kubeconfig, ${whyOf(error)}`
          + (exec.installHint === undefined ? '' : `; ${exec.installHint.trim()}`)));
      }
    });
    program.stdin?.end();
  });
  return read(output, exec.command);
}

function whyOf(error: Error & { code?: unknown; killed?: boolean; signal?: NodeJS.Signals }): string {
  if (error.code === 'ENOENT') {
    return 'is not there; install it, or put it on the PATH';
  }
  if (error.killed === true) {
    return `did not end within ${WITHIN_MILLISECONDS / 1000} s; run it by hand to see what it waits for`;
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
    throw new ClientError(`'${command}' gave neither a token nor a certificate${field(answer, 'status') === undefined ? ': its answer has no status' : ''}`);
  }
  return credentials;
}

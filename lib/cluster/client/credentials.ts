import { readFileSync } from 'node:fs';
import { defined } from '../../formats/json/defined';
import { exactJson } from '../../formats/json/exact-json';
import { mapField, stringField } from '../../formats/json/json-value';
import { goText } from '../../formats/json/utf8-text';
import { hasTerminal, type HelperResult, runHelper } from '../../net/helper-process';
import { ClientError } from './client-error';
import { type ClusterAccess, type ExecAccess, nonEmpty } from './kubeconfig';
import { SharedTask } from './shared-task';
import { printableLine } from '../../text/printable';

/** Duration for which a token from a file is cached, in milliseconds: kubelet and others renew the file in place. */
const TOKEN_FILE_AGE = 60_000;

/** Credentials that expire within this time are renewed first, in milliseconds. */
const EXPIRES_SOON = 30_000;

/**
 * How long a credential plugin that failed is not run again, in milliseconds: each watch of a wait asks for credentials again and again, and each
 * run of the plugin prints its error.
 */
const PLUGIN_PAUSE = 10_000;

/** Client certificate for a connection, as PEM. */
export interface ClientCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** Request headers. */
interface Headers {
  readonly [name: string]: string | readonly string[];
}

/** Current credentials for one API server. */
export class Credentials {
  readonly #access: ClusterAccess;
  readonly #now: () => number;
  readonly #pluginRun: SharedTask<ExecCredentials>;
  #file: { readonly token: string; readonly read: number } | undefined;
  #pluginCredentials: ExecCredentials | undefined;
  #pluginFailure: { readonly error: ClientError; readonly time: number } | undefined;

  /**
   * @param environment environment variables, for credential plugins
   * @param now returns the time, in milliseconds since 1970
   */
  public constructor(access: ClusterAccess, environment: NodeJS.ProcessEnv, now: () => number = Date.now) {
    this.#access = access;
    this.#now = now;
    this.#pluginRun = new SharedTask(async (signal) => {
      try {
        this.#pluginFailure = undefined;
        return this.#pluginCredentials = await execCredentials(access.user.exec!, access, environment, signal);
      } catch (error) {
        if (error instanceof ClientError) {
          this.#pluginFailure = { error, time: this.#now() };
        }
        throw error;
      }
    });
  }

  /**
   * Returns the Authorization header, or undefined if there is none, for example with a client certificate.
   *
   * @param signal aborts waiting for a credential plugin
   * @throws ClientError if there are no valid credentials
   */
  public async authorization(signal: AbortSignal): Promise<string | undefined> {
    const { user } = this.#access;
    const token = user.tokenFile === undefined ? user.token : this.#tokenFromFile(user.tokenFile);
    if (token !== undefined) {
      return bearer(token, `the token ${user.tokenFile === undefined ? 'of the kubeconfig\'s user' : `in '${user.tokenFile}'`}`);
    }
    if (user.exec !== undefined) {
      const given = await this.#fromPlugin(signal);
      return given.token === undefined ? undefined : bearer(given.token, `'${user.exec.command}', the credential plugin of the kubeconfig, printed a token that`);
    }
    return user.basic === undefined
      ? undefined : `Basic ${Buffer.from(`${user.basic.username}:${user.basic.password}`).toString('base64')}`;
  }

  /** Impersonation headers, or an empty object without impersonation. */
  public get impersonation(): Headers {
    const as = this.#access.user.impersonate;
    return as === undefined ? {} : {
      'Impersonate-User': as.user,
      ...defined({ 'Impersonate-Uid': as.uid }),
      ...(as.groups.length === 0 ? {} : { 'Impersonate-Group': as.groups }),
      ...Object.fromEntries(Object.entries(as.extra).map(([key, values]) => [`Impersonate-Extra-${encodeURIComponent(key)}`, values])),
    };
  }

  /**
   * Returns the client certificate, or undefined.
   *
   * @param signal aborts waiting for a credential plugin
   * @throws ClientError if there are no valid credentials
   */
  public async certificate(signal: AbortSignal): Promise<ClientCertificate | undefined> {
    const { certificate, key, exec } = this.#access.user;
    if (certificate !== undefined && key !== undefined) {
      return { certificate, key };
    }
    const given = exec === undefined ? undefined : await this.#fromPlugin(signal);
    return given?.certificate === undefined || given.key === undefined ? undefined : { certificate: given.certificate, key: given.key };
  }

  /** Whether a credential plugin may return a client certificate: a renewed one requires a new connection. */
  public get hasPluginCertificate(): boolean {
    return this.#access.user.exec !== undefined && this.#access.user.certificate === undefined;
  }

  /** Command of the credential plugin while it runs, or undefined. */
  public get runningPlugin(): string | undefined {
    return this.#pluginRun.isRunning ? this.#access.user.exec?.command : undefined;
  }

  /**
   * Drops credentials that the API server rejected, so that the next request renews them. Many requests are rejected at the same time: credentials
   * that were already renewed for one of them are kept for the others.
   *
   * @param rejected the Authorization header of the rejected request
   * @returns whether the credentials can be renewed
   */
  public renew(rejected: string | undefined): boolean {
    if (this.#file !== undefined && rejected === `Bearer ${this.#file.token}`) {
      this.#file = undefined;
    }
    if (this.#pluginCredentials !== undefined && (this.#pluginCredentials.token === undefined || rejected === `Bearer ${this.#pluginCredentials.token}`)) {
      this.#pluginCredentials = undefined;
    }
    return this.#access.user.tokenFile !== undefined || this.#access.user.exec !== undefined;
  }

  #tokenFromFile(path: string): string {
    if (this.#file === undefined || this.#now() - this.#file.read > TOKEN_FILE_AGE || this.#now() < this.#file.read) {
      this.#file = { token: readToken(path), read: this.#now() };
    }
    return this.#file.token;
  }

  #fromPlugin(signal: AbortSignal): Promise<ExecCredentials> {
    const cached = this.#pluginCredentials;
    if (cached !== undefined && (cached.expires === undefined || cached.expires - this.#now() >= EXPIRES_SOON)) {
      return Promise.resolve(cached);
    }
    const failure = this.#pluginFailure;
    const hasJustFailed = failure !== undefined && Math.abs(this.#now() - failure.time) < PLUGIN_PAUSE;
    return hasJustFailed ? Promise.reject(failure.error) : this.#pluginRun.wait(signal);
  }
}

function readToken(path: string): string {
  let token: string;
  try {
    token = goText(readFileSync(path)).trim();
  } catch {
    throw new ClientError(`the token file '${path}' of the kubeconfig cannot be read; correct \`tokenFile\`, or make the file readable`);
  }
  if (token === '') {
    throw new ClientError(`the token file '${path}' of the kubeconfig is empty; renew the token`);
  }
  return token;
}

/**
 * Node rejects a token that is not valid in a header with an error that does not mention the kubeconfig.
 *
 * @param subject the token, as the subject of the message
 */
function bearer(token: string, subject: string): string {
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new ClientError(`${subject} contains spaces, line breaks or other characters that are not allowed in a token; replace it`);
  }
  return `Bearer ${token}`;
}

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
 * @param onTerminal whether this process has a terminal, which the plugin may then read
 * @throws ClientError if the plugin is missing, fails or prints invalid output; the message does not contain the output, which may contain secrets
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
 */
export async function execCredentials(
  exec: ExecAccess, access: ClusterAccess, environment: NodeJS.ProcessEnv, signal: AbortSignal, timeout = EXEC_TIMEOUT,
  onTerminal = hasTerminal(),
): Promise<ExecCredentials> {
  const isInteractive = exec.interactiveMode !== 'Never' && onTerminal;
  if (exec.interactiveMode === 'Always' && !isInteractive) {
    throw pluginError(exec, 'requires a terminal (interactiveMode: Always), and the standard input is none; run this on a terminal, or use credentials that '
      + 'need no input');
  }
  const result = await runHelper(exec.command, exec.args, {
    environment: { ...environment, ...exec.env, KUBERNETES_EXEC_INFO: exactJson(execInfo(exec, access, isInteractive)) },
    timeout, maxOutput: MAX_OUTPUT, signal, isInteractive, hasTerminal: onTerminal,
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw pluginError(exec, startFailure(error));
  });
  if (result.kind !== 'exited' || result.exitCode !== 0) {
    throw pluginError(exec, failureOf(result, timeout));
  }
  return read(result.output, exec);
}

function pluginError({ command, installHint }: ExecAccess, what: string): ClientError {
  return new ClientError(`'${command}', the credential plugin of the kubeconfig, ${what}${installHint === undefined ? '' : `; ${printableLine(installHint)}`}`);
}

function execInfo(exec: ExecAccess, access: ClusterAccess, interactive: boolean): object {
  return {
    apiVersion: exec.apiVersion,
    kind: 'ExecCredential',
    spec: {
      interactive,
      ...(exec.provideClusterInfo ? {
        cluster: {
          'server': access.server,
          'tls-server-name': access.tlsServerName,
          'insecure-skip-tls-verify': access.insecure ? true : undefined,
          'certificate-authority-data': access.certificateAuthority === undefined
            ? undefined : Buffer.from(access.certificateAuthority).toString('base64'),
          'proxy-url': access.proxyUrl,
          'config': access.pluginConfig,
        },
      } : {}),
    },
  };
}

/** Returns why a plugin could not be run. */
function startFailure(error: unknown): string {
  switch (stringField(error, 'code')) {
    case 'ENOENT': return 'was not found; install it, or add it to the PATH';
    case 'EACCES': return 'is not executable; correct the command or the mode of its file';
    default: return 'failed with an error; run it manually to see why';
  }
}

function failureOf(result: HelperResult, timeout: number): string {
  switch (result.kind) {
    case 'too-much-output': return `printed more than ${MAX_OUTPUT / 1024 / 1024} MiB; run it manually to see its output`;
    case 'timeout': return `did not finish within ${timeout / 1000} s; run it manually to see what it is waiting for`;
    default: return `failed with ${result.kind === 'exited' ? `exit code ${result.exitCode}` : result.by}; see its messages above, or run it manually`;
  }
}

function read(output: string, exec: ExecAccess): ExecCredentials {
  let answer: unknown;
  try {
    answer = JSON.parse(output);
  } catch {
    throw pluginError(exec, 'did not print JSON; run it manually to see its output');
  }
  if (stringField(answer, 'kind') !== 'ExecCredential' || stringField(answer, 'apiVersion') !== exec.apiVersion) {
    throw pluginError(exec, `did not print an ExecCredential of ${exec.apiVersion}, which the kubeconfig names as its apiVersion; correct the kubeconfig, or `
      + 'install a release of the plugin that supports this version');
  }
  const status = mapField(answer, 'status');
  const expiry = Date.parse(stringField(status, 'expirationTimestamp') ?? '');
  const credentials = {
    token: nonEmpty(status, 'token'),
    certificate: nonEmpty(status, 'clientCertificateData'),
    key: nonEmpty(status, 'clientKeyData'),
    expires: Number.isNaN(expiry) ? undefined : expiry,
  };
  if (credentials.token === undefined && (credentials.certificate === undefined || credentials.key === undefined)) {
    throw pluginError(exec, 'printed neither status.token nor both of status.clientCertificateData and status.clientKeyData; run it manually to see its output');
  }
  return credentials;
}

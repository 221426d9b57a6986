import { readFileSync } from 'node:fs';
import { ClientError } from './client-error';
import { execCredentials } from './exec-credentials';
import type { ExecCredentials } from './exec-credentials';
import type { ClusterAccess } from './kubeconfig';
import { SharedWork } from './shared-work';

/** A token in a file is read anew after so long, in milliseconds: kubelet and others renew it in place. */
const TOKEN_FILE_AGE = 60_000;

/** Credentials that expire within this time are renewed before they are used, in milliseconds. */
const EXPIRES_SOON = 30_000;

/** The certificate that one shows when a connection is made. */
export interface ClientCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** Headers of a request. */
interface Headers {
  readonly [name: string]: string | readonly string[];
}

/** Who one is, to one API server, kept up to date. */
export class Credentials {
  readonly #access: ClusterAccess;
  readonly #now: () => number;
  readonly #asking: SharedWork<ExecCredentials>;
  #file: { readonly token: string; readonly read: number } | undefined;
  #given: ExecCredentials | undefined;

  /**
   * @param environment the variables of the process, for programs that give credentials
   * @param now the time, in milliseconds since 1970
   */
  public constructor(access: ClusterAccess, environment: NodeJS.ProcessEnv, now: () => number = Date.now) {
    this.#access = access;
    this.#now = now;
    this.#asking = new SharedWork(async (signal) => this.#given = await execCredentials(access.user.exec!, access, environment, signal));
  }

  /**
   * The header that says who one is; undefined where a certificate does, or nothing.
   *
   * @param signal ends the waiting for a program that gives credentials
   * @throws ClientError when credentials cannot be had
   */
  public async authorization(signal: AbortSignal): Promise<string | undefined> {
    const { user } = this.#access;
    const token = user.tokenFile === undefined ? user.token : this.#tokenOfFile(user.tokenFile);
    if (token !== undefined) {
      return bearer(token);
    }
    if (user.exec !== undefined) {
      const given = await this.#ofProgram(signal);
      return given.token === undefined ? undefined : bearer(given.token);
    }
    return user.basic === undefined
      ? undefined : `Basic ${Buffer.from(`${user.basic.username}:${user.basic.password}`).toString('base64')}`;
  }

  /** The headers that say as whom one acts, where that is somebody else. */
  public get impersonation(): Headers {
    const as = this.#access.user.impersonate;
    return as === undefined ? {} : {
      'Impersonate-User': as.user,
      ...(as.uid === undefined ? {} : { 'Impersonate-Uid': as.uid }),
      ...(as.groups.length === 0 ? {} : { 'Impersonate-Group': as.groups }),
      ...Object.fromEntries(Object.entries(as.extra).map(([key, values]) => [`Impersonate-Extra-${encodeURIComponent(key)}`, values])),
    };
  }

  /**
   * The certificate to show; undefined where there is none.
   *
   * @param signal ends the waiting for a program that gives credentials
   * @throws ClientError when credentials cannot be had
   */
  public async certificate(signal: AbortSignal): Promise<ClientCertificate | undefined> {
    const { certificate, key, exec } = this.#access.user;
    if (certificate !== undefined && key !== undefined) {
      return { certificate, key };
    }
    const given = exec === undefined ? undefined : await this.#ofProgram(signal);
    return given?.certificate === undefined || given.key === undefined ? undefined : { certificate: given.certificate, key: given.key };
  }

  /** Whether a program gave a certificate: what is renewed then takes a new connection. */
  public get byCertificate(): boolean {
    return this.#access.user.exec !== undefined && this.#access.user.certificate === undefined;
  }

  /**
   * Forgets what the API server has refused; the next request asks for it anew. Many requests are refused at a time: what one of them
   * got renewed meanwhile is not forgotten for the others.
   *
   * @param refused what `authorization` gave for the refused request
   * @returns whether there is anything to ask anew
   */
  public renew(refused: string | undefined): boolean {
    if (this.#file !== undefined && refused === `Bearer ${this.#file.token}`) {
      this.#file = undefined;
    }
    if (this.#given !== undefined && (this.#given.token === undefined || refused === `Bearer ${this.#given.token}`)) {
      this.#given = undefined;
    }
    return this.#access.user.tokenFile !== undefined || this.#access.user.exec !== undefined;
  }

  #tokenOfFile(path: string): string {
    if (this.#file === undefined || this.#now() - this.#file.read > TOKEN_FILE_AGE || this.#now() < this.#file.read) {
      this.#file = { token: readToken(path), read: this.#now() };
    }
    return this.#file.token;
  }

  #ofProgram(signal: AbortSignal): Promise<ExecCredentials> {
    const given = this.#given;
    const fresh = given !== undefined && (given.expires === undefined || given.expires - this.#now() >= EXPIRES_SOON);
    return fresh ? Promise.resolve(given) : this.#asking.wait(signal);
  }
}

function readToken(path: string): string {
  let token: string;
  try {
    token = readFileSync(path, 'utf8').trim();
  } catch {
    throw new ClientError(`the token file '${path}' of the kubeconfig cannot be read; correct \`tokenFile\`, or let this account read the file`);
  }
  if (token === '') {
    throw new ClientError(`the token file '${path}' of the kubeconfig is empty; have it written anew`);
  }
  return token;
}

/** A token that no header can hold would be refused by Node, with an error that names no kubeconfig. */
function bearer(token: string): string {
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new ClientError('the token of the kubeconfig\'s user has blanks, line breaks or other characters that no token has; write it anew');
  }
  return `Bearer ${token}`;
}

import { readFileSync } from 'node:fs';
import { ClientError } from './client-error';
import { execCredentials } from './exec-credentials';
import type { ExecCredentials } from './exec-credentials';
import type { ClusterAccess } from './kubeconfig';

/** A token in a file is read anew after so long, in milliseconds: kubelet and others renew it in place. */
const TOKEN_FILE_AGE = 60_000;

/** Credentials that expire within this time are renewed before they are used, in milliseconds. */
const EXPIRES_SOON = 30_000;

/** The certificate that one shows when a connection is made. */
export interface ClientCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** Who one is, to one API server, kept up to date. */
export class Credentials {
  readonly #access: ClusterAccess;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #now: () => number;
  #file: { readonly token: string; readonly read: number } | undefined;
  #given: Promise<ExecCredentials> | undefined;

  /**
   * @param environment the variables of the process, for programs that give credentials
   * @param now the time, in milliseconds since 1970
   */
  public constructor(access: ClusterAccess, environment: NodeJS.ProcessEnv, now: () => number = Date.now) {
    this.#access = access;
    this.#environment = environment;
    this.#now = now;
  }

  /**
   * The header that says who one is; undefined where a certificate does, or nothing.
   *
   * @throws ClientError when credentials cannot be had
   */
  public async authorization(): Promise<string | undefined> {
    const { user } = this.#access;
    const token = user.tokenFile === undefined ? user.token : this.#tokenOfFile(user.tokenFile);
    if (token !== undefined && token !== '') {
      return `Bearer ${token}`;
    }
    if (user.exec !== undefined) {
      const given = await this.#ofProgram();
      return given.token === undefined ? undefined : `Bearer ${given.token}`;
    }
    return user.basic === undefined
      ? undefined : `Basic ${Buffer.from(`${user.basic.username}:${user.basic.password}`).toString('base64')}`;
  }

  /**
   * The certificate to show; undefined where there is none.
   *
   * @throws ClientError when credentials cannot be had
   */
  public async certificate(): Promise<ClientCertificate | undefined> {
    const { certificate, key, exec } = this.#access.user;
    if (certificate !== undefined && key !== undefined) {
      return { certificate, key };
    }
    const given = exec === undefined ? undefined : await this.#ofProgram();
    return given?.certificate === undefined || given.key === undefined ? undefined : { certificate: given.certificate, key: given.key };
  }

  /** Forgets what the API server has refused; the next request asks for it anew. Whether there is anything to ask anew. */
  public renew(): boolean {
    const renewable = this.#access.user.tokenFile !== undefined || this.#access.user.exec !== undefined;
    this.#file = undefined;
    this.#given = undefined;
    return renewable;
  }

  #tokenOfFile(path: string): string {
    if (this.#file === undefined || this.#now() - this.#file.read > TOKEN_FILE_AGE) {
      try {
        this.#file = { token: readFileSync(path, 'utf8').trim(), read: this.#now() };
      } catch {
        throw new ClientError(`the token file '${path}' of the kubeconfig cannot be read`);
      }
    }
    return this.#file.token;
  }

  /** Asked once, however many requests want to know at a time. */
  async #ofProgram(): Promise<ExecCredentials> {
    const asked = this.#given ??= this.#ask();
    const given = await asked;
    if (given.expires !== undefined && given.expires - this.#now() < EXPIRES_SOON && this.#given === asked) {
      this.#given = this.#ask();
    }
    return this.#given ?? given;
  }

  #ask(): Promise<ExecCredentials> {
    const asked = execCredentials(this.#access.user.exec!, this.#access, this.#environment);
    asked.catch(() => {
      this.#given = undefined;
    });
    return asked;
  }
}

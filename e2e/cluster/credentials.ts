/** Address and credentials of an API server. Never printed. */
export interface Credentials {
  /** Address, for example `https://127.0.0.1:6443`. */
  readonly server: string;
  /** Certificate authority as PEM; if omitted, the ones that Node trusts. */
  readonly certificateAuthority?: string;
  /** Bearer token. */
  readonly token?: string;
  /** Client certificate as PEM. */
  readonly certificate?: string;
  /** Key of the client certificate as PEM. */
  readonly key?: string;
}

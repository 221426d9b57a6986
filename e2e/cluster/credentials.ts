/** What it takes to speak with an API server. Never printed. */
export interface Credentials {
  /** Its address, for example `https://127.0.0.1:6443`. */
  readonly server: string;
  /** The certificate authority that it is checked against, as PEM; without one those that Node trusts. */
  readonly certificateAuthority?: string;
  /** A bearer token. */
  readonly token?: string;
  /** A client certificate, as PEM. */
  readonly certificate?: string;
  /** The client certificate's key, as PEM. */
  readonly key?: string;
}

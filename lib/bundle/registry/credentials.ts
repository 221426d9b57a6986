/** Credentials for a registry. Only `origin` may appear in messages. */
export interface Credentials {
  /** Origin of the credentials, for messages. */
  readonly origin: string;

  /** User name and password. */
  readonly basic?: { readonly username: string; readonly password: string };

  /** Identity token to exchange for an access token, instead of a password. */
  readonly identityToken?: string;

  /** Access token to send to the registry unchanged. */
  readonly registryToken?: string;
}

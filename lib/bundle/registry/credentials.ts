/** What is shown to a registry. None of its fields may appear in a message but `origin`. */
export interface Credentials {
  /** Where they come from, for messages. */
  readonly origin: string;

  /** A name and a password. */
  readonly basic?: { readonly username: string; readonly password: string };

  /** What a token is got for, in place of a password. */
  readonly identityToken?: string;

  /** A token that the registry takes as it is. */
  readonly registryToken?: string;
}

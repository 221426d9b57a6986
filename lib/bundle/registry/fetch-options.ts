import type { OciImageOptions } from '../oci/image-options';

/** Credentials for a registry. */
export interface RegistryCredentials {
  /** User name. */
  readonly username: string;

  /** Password, or an access token of the registry in its place. It never appears in a message. */
  readonly password: string;
}

/** Cancels an operation, as an `AbortSignal` does. */
export interface IAbortSignal {
  /** Whether the operation is canceled. If the object is not an `AbortSignal`, this is checked only before each request. */
  readonly aborted: boolean;
}

/** How to connect to a registry. */
export interface RegistryClientOptions {
  /**
   * Credentials for the registry, which override those in docker's configuration.
   *
   * @default - the credentials for the registry in docker's configuration
   */
  readonly credentials?: RegistryCredentials;

  /**
   * Whether to connect anonymously, without looking for credentials.
   *
   * @default false
   */
  readonly anonymous?: boolean;

  /**
   * Path of docker's configuration: a file with `auths`, `credHelpers` and `credsStore`. Podman's `auth.json` has the same format. The file is
   * read, and credential helpers are run, only if the registry requires credentials.
   *
   * @default - ~/.docker/config.json, if it exists
   */
  readonly dockerConfig?: string;

  /**
   * Path of a file with PEM certificates to trust in addition to those that Node.js trusts.
   *
   * @default - only the certificates that Node.js trusts
   */
  readonly caFile?: string;

  /**
   * Whether to use HTTP without encryption. Credentials and content can then be read and changed in transit; only an image referenced by digest
   * is safe.
   *
   * @default false
   */
  readonly plainHttp?: boolean;

  /**
   * Further hosts that the registry may redirect to for tokens and layers, such as `cdn.example.com`, `cdn.example.com:8443`, or
   * `*.example.com` for all its subdomains. A host without a port allows the default port only.
   *
   * @default - the registry, its subdomains, and for some public registries the hosts that they are known to use
   */
  readonly allowedHosts?: string[];

  /**
   * URL of an HTTP proxy for all requests, such as `http://proxy.example.com:3128`, with `user:password@` before the host if it requires credentials.
   *
   * @default - the proxy that the environment variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY set, as in docker and kubectl
   */
  readonly proxy?: string;

  /**
   * Maximum number of retries of a request after a connection error, or if the registry is overloaded or fails.
   *
   * @default 4
   */
  readonly retries?: number;

  /**
   * Idle timeout of a request, in seconds: the maximum time without sending or receiving data.
   *
   * @default 30
   */
  readonly idleTimeoutSeconds?: number;

  /**
   * Timeout of the whole operation, in seconds.
   *
   * @default 300
   */
  readonly timeoutSeconds?: number;

  /**
   * Cancels the operation.
   *
   * @default - not cancelable
   */
  readonly signal?: IAbortSignal;
}

/** Options for fetching an image from a registry. */
export interface RegistryConnectionOptions extends RegistryClientOptions {
  /**
   * Whether to cache blobs of images on disk, by digest.
   *
   * @default true
   */
  readonly cache?: boolean;

  /**
   * Path of the cache folder, which can be deleted at any time.
   *
   * @default - olm-constructs/images in the user's cache folder: ~/.cache, on macOS ~/Library/Caches, on Windows ~/AppData/Local
   */
  readonly cacheDirectory?: string;
}

/** Options for fetching a bundle from a registry. */
export interface BundleFetchOptions extends OciImageOptions, RegistryConnectionOptions {}

/** Credentials for a registry. Only `origin` may appear in messages. @internal */
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

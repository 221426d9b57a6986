import type { OciImageOptions } from '../oci/image-options';

/** Credentials for a registry. */
export interface RegistryCredentials {
  /** The name of the user. */
  readonly username: string;

  /** The password, or what takes its place, such as an access token of the registry. It appears in no message. */
  readonly password: string;
}

/** Something that can be called off; an `AbortSignal` is one. */
export interface IAbortSignal {
  /** Whether it is called off. Of anything but an AbortSignal this is looked at before each request. */
  readonly aborted: boolean;
}

/** How a bundle is fetched from a registry. */
export interface BundleFetchOptions extends OciImageOptions {
  /**
   * Credentials for the registry, in place of those in the configuration of docker.
   *
   * @default - what the configuration of docker holds for the registry
   */
  readonly credentials?: RegistryCredentials;

  /**
   * Send no credentials and look for none.
   *
   * @default false
   */
  readonly anonymous?: boolean;

  /**
   * The configuration of docker: a file with `auths`, `credHelpers` and `credsStore`. Podman's `auth.json` has the same form. It is read,
   * and credential helpers are run, only when the registry asks for credentials.
   *
   * @default - ~/.docker/config.json, where there is one
   */
  readonly dockerConfig?: string;

  /**
   * A file with certificates in PEM form that are trusted beside those that Node.js trusts by itself.
   *
   * @default - only those
   */
  readonly caFile?: string;

  /**
   * Speak HTTP without encryption to the registry. Credentials and content can be read and changed on the way; the bundle is safe
   * only when it is named by digest.
   *
   * @default false
   */
  readonly plainHttp?: boolean;

  /**
   * Further hosts to which the registry may send us for tokens and layers, such as `cdn.example.com`, `cdn.example.com:8443`, or
   * `*.example.com` for all below it. A host without a port is meant with the usual port only.
   *
   * @default - the registry, hosts below its own name, and for some public registries the hosts that they are known to use
   */
  readonly allowedHosts?: string[];

  /**
   * A proxy, such as `http://proxy.example.com:3128`, with `user:password@` before the host where it wants that.
   *
   * @default - none; environment variables are not looked at
   */
  readonly proxy?: string;

  /**
   * How often a request is sent anew when the connection breaks, or the registry is overloaded or fails.
   *
   * @default 4
   */
  readonly retries?: number;

  /**
   * How long the other side may say nothing before a request counts as failed, in seconds.
   *
   * @default 30
   */
  readonly idleTimeoutSeconds?: number;

  /**
   * How long fetching may take with everything that belongs to it, in seconds.
   *
   * @default 300
   */
  readonly timeoutSeconds?: number;

  /**
   * Whether parts of images are kept on disk, by digest, and taken from there.
   *
   * @default true
   */
  readonly cache?: boolean;

  /**
   * The folder in which they are kept. It can be deleted at any time.
   *
   * @default - olm-constructs/images in the user's cache folder: ~/.cache, on macOS ~/Library/Caches, on Windows ~/AppData/Local
   */
  readonly cacheDirectory?: string;

  /**
   * Calls fetching off.
   *
   * @default - nothing does
   */
  readonly signal?: IAbortSignal;
}

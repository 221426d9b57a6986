import { GitRef } from './git-ref';

/** Options of a bundle in a container image. */
export interface RukpakImageOptions {
  /**
   * Name of the pull secret, in the namespace of RukPak. Since RukPak 0.4.0.
   *
   * @default - none
   */
  readonly pullSecret?: string;

  /**
   * Whether to accept any certificate of the registry. For tests only. Since RukPak 0.21.0.
   *
   * @default false
   */
  readonly insecureSkipTlsVerify?: boolean;

  /**
   * Certificates in PEM format to verify the registry with. Since RukPak 0.24.0.
   *
   * @default - the certificates of RukPak's image
   */
  readonly certificateData?: string;
}

/** Credentials for a server, and how to verify it. */
export interface RukpakServerOptions {
  /**
   * Name of a Secret in the namespace of RukPak, with `username` and `password`; for Git over SSH, with `ssh-privatekey` and `ssh-knownhosts`.
   * For Git since RukPak 0.5.0.
   *
   * @default - none
   */
  readonly secret?: string;

  /**
   * Whether to accept any certificate and host name of the server. For tests only. For Git since RukPak 0.5.0.
   *
   * @default false
   */
  readonly insecureSkipVerify?: boolean;
}

/** Options of a bundle in a Git repository. */
export interface RukpakGitOptions extends RukpakServerOptions {
  /** Commit to check out. */
  readonly ref: GitRef;

  /**
   * Directory of the bundle in the repository.
   *
   * @default './manifests'
   */
  readonly directory?: string;
}

/** A ConfigMap with files of a bundle. */
export interface RukpakConfigMap {
  /** Name of the ConfigMap, which must be immutable and in the namespace of RukPak. Its keys are the names of the files. */
  readonly name: string;

  /**
   * Directory in the bundle that the files belong to, such as `manifests`.
   *
   * @default - the root of the bundle
   */
  readonly path?: string;
}

import type { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { checkArguments } from '../../formats/options/check-arguments';
import type { RukpakVersion } from '../../olm/rukpak/rukpak-version';
import type { CommonMetadata } from '../model/manifest-object';

/** Commit of a Git repository. Create one with a static method. */
export class GitRef {
  /**
   * Returns the last commit of a branch when RukPak unpacks the bundle. Later commits are not noticed.
   *
   * @param name name of the branch
   */
  public static branch(name: string): GitRef {
    checkArguments('GitRef.branch', { name });
    return new GitRef('branch', name);
  }

  /**
   * Returns the commit of a tag.
   *
   * @param name name of the tag
   */
  public static tag(name: string): GitRef {
    checkArguments('GitRef.tag', { name });
    return new GitRef('tag', name);
  }

  /**
   * Returns a commit, whose content never changes.
   *
   * @param hash hash of the commit
   */
  public static commit(hash: string): GitRef {
    checkArguments('GitRef.commit', { hash });
    return new GitRef('commit', hash);
  }

  /** Type of the value: `branch`, `tag` or `commit`. */
  public readonly type: string;

  /** Name of the branch or tag, or hash of the commit. */
  public readonly value: string;

  private constructor(type: string, value: string) {
    this.type = type;
    this.value = value;
  }
}

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

/** Content of a `RukpakSource`. @internal */
export type SourceContent =
  | { readonly type: 'image'; readonly ref: string; readonly options: RukpakImageOptions }
  | { readonly type: 'git'; readonly repository: string; readonly options: RukpakGitOptions }
  | { readonly type: 'http'; readonly url: string; readonly options: RukpakServerOptions }
  | { readonly type: 'configMaps'; readonly configMaps: readonly RukpakConfigMap[] }
  | { readonly type: 'local'; readonly name: string; readonly namespace: string }
  | { readonly type: 'folder'; readonly path: string }
  | { readonly type: 'files'; readonly files: ReadonlyMap<string, Uint8Array>; readonly tooLarge: string }
  | { readonly type: 'upload' };

/** Construct that uses a source, and its settings that affect the source. @internal */
export interface SourceTarget {
  readonly scope: Construct;
  readonly version: RukpakVersion;
  /** Namespace of RukPak, with its ConfigMaps and Secrets. */
  readonly systemNamespace: string;
  /** Prefix of the names of ConfigMaps. */
  readonly prefix: string;
  /** Name of the provisioner class that unpacks the bundle, which determines the layout of a folder. */
  readonly provisionerClass: string;
  readonly common: CommonMetadata;
}

/** A source as part of a spec, with the ConfigMaps that were created for it. @internal */
export interface BoundSource {
  /** Value of `spec.source`. */
  readonly source: { readonly type: string; readonly [field: string]: unknown };
  readonly configMaps: ApiObject[];
}

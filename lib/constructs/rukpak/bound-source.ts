import type { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import type { RukpakConfigMap, RukpakGitOptions, RukpakImageOptions, RukpakServerOptions } from './source-options';
import type { CommonMetadata } from '../model/manifest-object';
import type { RukpakVersion } from '../../olm/rukpak/model/rukpak-version';

/** Content of a `RukpakSource`. */
export type SourceContent =
  | { readonly type: 'image'; readonly ref: string; readonly options: RukpakImageOptions }
  | { readonly type: 'git'; readonly repository: string; readonly options: RukpakGitOptions }
  | { readonly type: 'http'; readonly url: string; readonly options: RukpakServerOptions }
  | { readonly type: 'configMaps'; readonly configMaps: readonly RukpakConfigMap[] }
  | { readonly type: 'local'; readonly name: string; readonly namespace: string }
  | { readonly type: 'folder'; readonly path: string }
  | { readonly type: 'files'; readonly files: ReadonlyMap<string, Uint8Array>; readonly tooLarge: string }
  | { readonly type: 'upload' };

/** Construct that uses a source, and its settings that affect the source. */
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

/** A source as part of a spec, with the ConfigMaps that were created for it. */
export interface BoundSource {
  /** Value of `spec.source`. */
  readonly source: { readonly type: string; readonly [field: string]: unknown };
  readonly configMaps: ApiObject[];
}

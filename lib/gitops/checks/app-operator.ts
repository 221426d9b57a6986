import type { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { Bundle } from '../../bundle/bundle';
import type { BundleApi } from '../../bundle/model/bundle-content';
import type { CatalogBundle } from '../../catalog/catalog-bundle';
import type { CatalogChannel } from '../../catalog/catalog-channel';
import type { CatalogPackage } from '../../catalog/catalog-package';

/** Engines that install operators, by the names of `BundleEngine`. */
export type EngineName = 'OlmV0' | 'OlmV1' | 'RukPak' | 'Plain';

/** An operator that an app installs with any engine. */
export interface AppOperator {
  readonly engine: EngineName;
  /** Construct of the program that installs it, for paths in findings. */
  readonly construct: IConstruct;
  /** The object that installs it, or undefined with the engine Plain. */
  readonly object: ApiObject | undefined;
  /** Whether the construct itself checks the operator, as an `OperatorSubscription` does. */
  readonly isChecked: boolean;
  readonly package: string;
  readonly namespace: string;
  /** Channels to follow, if specified. */
  readonly channels: readonly string[];
  /** Whether approval is manual, or the version is exact. */
  readonly isPinned: boolean;
  /** Whether a lock chose the version. */
  readonly isLocked: boolean;
  /** CatalogSource as `namespace/name`, or the names of ClusterCatalogs, or an empty list if unknown. */
  readonly catalogs: readonly string[];
  /** The package in its catalog, if its content is known. */
  readonly knownPackage: CatalogPackage | undefined;
  /** The channel in its catalog, if its content is known. */
  readonly knownChannel: CatalogChannel | undefined;
  /** Entry of the bundle in its catalog, if its content is known. */
  readonly entry: CatalogBundle | undefined;
  /** The bundle itself, if known. */
  readonly bundle: Bundle | undefined;
}

/** Returns the APIs that an operator provides, or undefined if its bundle is unknown. */
export function providedApis({ entry, bundle }: AppOperator): readonly BundleApi[] | undefined {
  return entry?.providedApis ?? bundle?.ownedApis;
}

/** Returns the name of the bundle, or of the package if the bundle is unknown, for messages. */
export function nameOf({ entry, bundle, package: packageName }: AppOperator): string {
  const name = entry?.name ?? bundle?.name;
  return name === undefined ? `package '${packageName}'` : `bundle '${name}'`;
}

/** Returns the group, version and kind of an API as OLM compares them. */
export function apiKey({ group, version, kind }: BundleApi): string {
  return `${group}/${version} ${kind}`;
}

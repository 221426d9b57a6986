import { digestOf, parseDigest, pinnedDigest } from '../../bundle/oci/descriptor';
import type { Catalog } from '../../catalog/catalog';
import type { CatalogBundle } from '../../catalog/catalog-bundle';
import type { CatalogChannel } from '../../catalog/catalog-channel';
import { blobsToJsonLines } from '../../catalog/declcfg/write-blob';
import { defined } from '../../formats/json/defined';
import { compareUtf8 } from '../../formats/json/go-json';
import type { LockWaiver } from './lock-waiver';
import type { LockedCatalog, LockedOperator } from './locked-operator';

/** Content of a lock file. */
export interface LockContent {
  readonly catalogs: readonly LockedCatalog[];
  readonly operators: readonly LockedOperator[];
}

/** Default name of the lock file of an app. */
export const LOCK_FILE_NAME = 'olm.lock.yaml';

/** Version of the format that this library reads and writes. */
export const LOCK_VERSION = 1;

/** Returns the key of a catalog in a lock file: namespace and name. */
export function catalogKey({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}

/** Returns the key of the catalog of an operator in a lock file. */
export function catalogKeyOf(operator: { readonly catalog: string; readonly catalogNamespace: string }): string {
  return catalogKey({ namespace: operator.catalogNamespace, name: operator.catalog });
}

/** Returns the key of an operator in a lock file: namespace and package. */
export function operatorKey(operator: { readonly namespace: string; readonly packageName: string }): string {
  return `${operator.namespace}/${operator.packageName}`;
}

/** Returns the content with everything in the order of a lock file, and without fields that are not set. */
export function sortedLock({ catalogs, operators }: LockContent): LockContent {
  return {
    catalogs: catalogs.map(sortedCatalog).sort((one, other) => (
      compareUtf8(one.namespace, other.namespace) || compareUtf8(one.name, other.name)
    )),
    operators: operators.map(sortedOperator).sort((one, other) => (
      compareUtf8(one.namespace, other.namespace) || compareUtf8(one.packageName, other.packageName)
    )),
  };
}

function sortedCatalog({ name, namespace, image, digest }: LockedCatalog): LockedCatalog {
  return { name, namespace, ...defined({ image, digest }) };
}

/** Omits the version of a waiver if it is that of the block. */
function sortedWaiver({ rule, field, reason, version }: LockWaiver, locked: string): LockWaiver {
  return { rule, field, reason, ...(version === undefined || version === locked ? {} : { version }) };
}

function sortedOperator(operator: LockedOperator): LockedOperator {
  const { namespace, version, csv, channel, catalog, catalogNamespace, bundle, subscription, requiredBy, waivers } = operator;
  return {
    namespace, packageName: operator.packageName, version, csv, channel, catalog, catalogNamespace,
    ...defined({ bundle, subscription }),
    requiredBy: [...requiredBy].sort(compareUtf8),
    waivers: waivers.map((waiver) => sortedWaiver(waiver, version)).sort((one, other) => (
      compareUtf8(one.rule, other.rule) || compareUtf8(one.field, other.field) || compareUtf8(one.version ?? '', other.version ?? '')
    )),
  };
}

/** Returns the channel of a locked operator, or undefined if the catalog does not have it, or is unknown. */
export function lockedChannel(content: Catalog | undefined, { packageName, channel }: LockedOperator): CatalogChannel | undefined {
  return content?.tryFindPackage(packageName)?.tryFindChannel(channel);
}

/** Returns the bundle of a locked operator, or undefined if its channel does not have it, or the catalog is unknown. */
export function lockedBundle(content: Catalog | undefined, operator: LockedOperator): CatalogBundle | undefined {
  return lockedChannel(content, operator)?.bundles.find(({ name, version }) => name === operator.csv && version === operator.version);
}

/** Returns a bundle of the package of a locked operator, of any channel, or undefined if the catalog does not have it, or is unknown. */
export function bundleOfPackage(content: Catalog | undefined, { packageName }: LockedOperator, csv: string): CatalogBundle | undefined {
  return content?.tryFindPackage(packageName)?.bundles.find(({ name }) => name === csv);
}

/**
 * Returns the digest of the image of a bundle, or otherwise of its content in the catalog, which for an inline bundle is all of its manifests.
 */
export function bundleDigest(bundle: CatalogBundle): string {
  const digest = pinnedDigest(bundle.image ?? '');
  return digest !== undefined && isLockDigest(digest) ? digest : digestOf(Buffer.from(blobsToJsonLines([bundle._blob])));
}

/** Whether a string is a digest that locks contain: sha256 or sha512. */
export function isLockDigest(value: string): boolean {
  return ['sha256', 'sha512'].includes(parseDigest(value)?.algorithm ?? '');
}

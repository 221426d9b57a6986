import { LockWaiver } from './lock-waiver';
import { LockedCatalog } from './locked-catalog';
import { LockedOperator } from './locked-operator';
import { compareUtf8 } from '../../formats/json/go-json';

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
  return { name, namespace, ...(image === undefined ? {} : { image }), ...(digest === undefined ? {} : { digest }) };
}

/** Omits the version of a waiver if it is that of the block. */
function sortedWaiver({ rule, field, reason, version }: LockWaiver, locked: string): LockWaiver {
  return { rule, field, reason, ...(version === undefined || version === locked ? {} : { version }) };
}

function sortedOperator(operator: LockedOperator): LockedOperator {
  const { namespace, version, csv, channel, catalog, catalogNamespace, bundle, subscription, requiredBy, waivers } = operator;
  return {
    namespace, packageName: operator.packageName, version, csv, channel, catalog, catalogNamespace,
    ...(bundle === undefined ? {} : { bundle }), ...(subscription === undefined ? {} : { subscription }),
    requiredBy: [...requiredBy].sort(compareUtf8),
    waivers: waivers.map((waiver) => sortedWaiver(waiver, version)).sort((one, other) => (
      compareUtf8(one.rule, other.rule) || compareUtf8(one.field, other.field) || compareUtf8(one.version ?? '', other.version ?? '')
    )),
  };
}

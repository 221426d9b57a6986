import { Bundle } from '../../bundle/bundle';
import type { Catalog } from '../../catalog/catalog';
import type { CatalogBundle } from '../../catalog/catalog-bundle';
import { bundleDigest, lockedBundle } from '../../resolve/lock/lock-content';
import type { LockedOperator } from '../../resolve/lock/locked-operator';
import { OperatorLockFile } from '../../resolve/operator-lock-file';
import { CliError, UsageError } from '../frame/cli-error';
import type { CommandContext } from '../frame/context';
import type { RegistryOptions } from '../frame/registry';
import { type BundlePin, pinOf } from '../imports/bundle-pin';
import { isImage, readBundle, readCatalog } from './inputs';
import { printable } from '../../text/printable';
import { suggestNames } from '../../text/suggest-names';

/** A bundle to import, which is read on demand. */
export interface PinnedBundle {
  readonly pin: BundlePin;
  readonly read: () => Promise<Bundle>;
}

/** How inputs are read. */
export interface InputReader {
  readonly context: CommandContext;
  readonly registry: RegistryOptions;
}

/** Returns the bundles that operands name by path or image. */
export async function givenBundles({ context, registry }: InputReader, operands: readonly string[]): Promise<PinnedBundle[]> {
  const bundles: PinnedBundle[] = [];
  for (const operand of operands) {
    const bundle = await readBundle(operand, context, registry);
    bundles.push({ pin: pinOf(bundle), read: () => Promise.resolve(bundle) });
  }
  return bundles;
}

/**
 * Returns bundles of catalogs.
 *
 * @param operands packages, each with `@` and a version; without a version, the bundle at the head of the default channel
 */
export async function catalogBundles(reader: InputReader, operands: readonly string[], paths: readonly string[]): Promise<PinnedBundle[]> {
  const catalogs = await readCatalogs(reader, paths);
  return operands.map((operand) => {
    const [, name = operand, version] = /^([^@]+)@(.+)$/s.exec(operand) ?? [];
    const found = catalogs.flatMap((catalog) => catalog.tryFindPackage(name) ?? []);
    const [entry] = found.flatMap(({ defaultChannel, bundles }) => (
      version === undefined ? [defaultChannel.head] : bundles.filter((bundle) => bundle.version === version)
    ));
    if (entry === undefined) {
      const packages = catalogs.flatMap((catalog) => catalog.packages.map((known) => known.name));
      throw new CliError(found.length === 0 ? `no catalog has package '${name}'; packages: ${suggestNames(name, packages)}`
        : `package '${name}' has no version ${version}; versions: ${found.flatMap(({ bundles }) => bundles.map((bundle) => printable(bundle.version))).join(', ')}`);
    }
    const pin = { package: entry.packageName, version: entry.version, csv: entry.name, digest: bundleDigest(entry) };
    return { pin, read: () => contentOf(reader, entry) };
  });
}

/**
 * Returns bundles of a lock file.
 *
 * @param operands packages, each preceded by its namespace and `/` if the package is locked to several versions; an empty list for all packages
 * @param paths catalogs that contain the bundles; by default, the images in the lock file are used
 */
export function lockedBundles(reader: InputReader, operands: readonly string[], paths: readonly string[], path: string): PinnedBundle[] {
  const file = OperatorLockFile.fromFile(path);
  const selected = operands.length === 0 ? file.operators : operands.flatMap((operand) => selectedOperators(file, operand, path));
  const catalogs = new Map<string, Promise<Catalog[]>>();
  return distinctVersions(selected, path).map((operator) => ({
    pin: { package: operator.packageName, version: operator.version, csv: operator.csv, digest: operator.bundle },
    read: async () => {
      const used = paths.length > 0 ? paths : [imageOfCatalog(file, operator, path)];
      const key = used.join('\n');
      const read = catalogs.get(key) ?? readCatalogs(reader, used);
      catalogs.set(key, read);
      return contentOf(reader, entryOf(await read, operator, path));
    },
  }));
}

function selectedOperators({ operators }: OperatorLockFile, operand: string, path: string): LockedOperator[] {
  const found = operators.filter((operator) => operand === operator.packageName || operand === `${operator.namespace}/${operator.packageName}`);
  if (found.length === 0) {
    throw new CliError(`${path} does not lock package '${operand}'; packages: ${suggestNames(operand, [...new Set(operators.map((operator) => operator.packageName))])}`);
  }
  return found;
}

function distinctVersions(operators: readonly LockedOperator[], path: string): LockedOperator[] {
  const byPackage = new Map<string, LockedOperator>();
  for (const operator of operators) {
    const other = byPackage.get(operator.packageName) ?? operator;
    if (other.csv !== operator.csv || other.bundle !== operator.bundle) {
      throw new CliError(`${path} locks package '${operator.packageName}' to ${other.version} in namespace '${other.namespace}' and to ${operator.version} in `
        + `'${operator.namespace}'; import each into a separate folder, such as ${operator.namespace}/${operator.packageName} with --out`);
    }
    byPackage.set(operator.packageName, other);
  }
  return [...byPackage.values()];
}

function imageOfCatalog({ catalogs }: OperatorLockFile, { catalog, catalogNamespace, packageName }: LockedOperator, path: string): string {
  const image = catalogs.find(({ name, namespace }) => name === catalog && namespace === catalogNamespace)?.image;
  if (image === undefined || !isImage(image)) {
    throw new CliError(`${path} has no image of the catalog '${catalogNamespace}/${catalog}', from which package '${packageName}' comes; add --catalog with the `
      + 'folder of the catalog, or import the bundle itself: `olm-constructs import BUNDLE`');
  }
  return image;
}

function entryOf(catalogs: readonly Catalog[], operator: LockedOperator, path: string): CatalogBundle {
  const entries = catalogs.flatMap((catalog) => lockedBundle(catalog, operator) ?? []);
  const entry = entries.find((found) => operator.bundle === undefined || bundleDigest(found) === operator.bundle);
  if (entry === undefined) {
    throw new CliError(entries.length === 0 ? `the catalog does not have ${operator.csv} in channel '${operator.channel}', to which ${path} locks package '${operator.packageName}'`
      : `${operator.csv} in the catalog is not the bundle to which ${path} locks package '${operator.packageName}': its digest is ${bundleDigest(entries[0]!)}, `
        + `and the locked one ${operator.bundle}`);
  }
  return entry;
}

async function readCatalogs({ context, registry }: InputReader, paths: readonly string[]): Promise<Catalog[]> {
  const catalogs: Catalog[] = [];
  for (const path of paths) {
    catalogs.push(await readCatalog(path, context, registry));
  }
  return catalogs;
}

/** Returns a bundle that a catalog has inline, or refers to. */
async function contentOf({ context, registry }: InputReader, { content, image, name }: CatalogBundle): Promise<Bundle> {
  if (content === undefined && image === undefined) {
    throw new UsageError(`the manifests of ${name} in the catalog cannot be read; import the bundle itself`);
  }
  return content ?? readBundle(image!, context, registry);
}

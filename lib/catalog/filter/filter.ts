import { quotedList } from '../../text/phrases';
import { CatalogError } from '../declcfg/catalog-error';
import { CatalogErrorCode } from '../declcfg/catalog-problem';
import type { CatalogBlob, ChannelBlob, DeprecationEntry, DeprecationsBlob, PackageBlob } from '../declcfg/declcfg';
import { type CatalogFilter, checkFilter } from './catalog-filter';
import { type CatalogIndex, catalogIndex } from './catalog-index';
import { keepDependencies } from './dependencies';
import { type FilteredPackage, KeptPackage } from './kept-package';
import { matchEntries } from './match';

/** The blobs that a filter keeps. */
export interface FilteredBlobs {
  readonly blobs: readonly CatalogBlob[];
  /** Sentences about edges that were added, channels that were removed, and so on. */
  readonly notes: readonly string[];
}

/**
 * Keeps the packages, channels and bundles that a filter matches, and repairs edges, default channels and deprecations so that opm accepts the rest.
 *
 * @param blobs of a catalog that opm accepts
 * @throws CatalogError if the filter names something that the catalog does not have, or contradicts itself
 */
export function filterBlobs(blobs: readonly CatalogBlob[], filter: CatalogFilter): FilteredBlobs {
  checkFilter(filter);
  const plan = planFilter(catalogIndex(blobs), filter);
  return { blobs: blobs.map((blob) => applyFilterPlan(plan, blob)).filter((blob) => blob !== undefined), notes: plan.notes };
}

/** The packages, channels and bundles that a filter keeps, determined before any blob is changed. */
export interface FilterPlan {
  /** By name, in the order of the catalog. */
  readonly packages: ReadonlyMap<string, FilteredPackage>;
  /** Sentences about edges that were added, channels that were removed, and so on. */
  readonly notes: readonly string[];
}

/**
 * Determines the packages, channels and bundles that a filter keeps.
 *
 * @param index index of a catalog that opm accepts; packages that the filter does not name may be missing
 * @param names names of all packages of the catalog
 * @throws CatalogError if the filter names something that the catalog does not have, or contradicts itself
 */
export function planFilter(index: CatalogIndex, filter: CatalogFilter, names: readonly string[] = [...index.keys()]): FilterPlan {
  const problems: string[] = [];
  const notes: string[] = [];
  const kept = keptPackages(index, filter, names, problems);
  throwProblems(problems);
  if (filter.dependencies === true) {
    keepDependencies(index, kept, notes);
  }
  const inOrder = [...index.keys()].map((name) => kept.get(name)).filter((keptPackage) => keptPackage !== undefined);
  const packages = inOrder.map((keptPackage) => [keptPackage.name, keptPackage.filtered(problems, notes)] as const);
  throwProblems(problems);
  return { packages: new Map(packages), notes };
}

function keptPackages(
  index: CatalogIndex, filter: CatalogFilter, names: readonly string[], problems: string[],
): Map<string, KeptPackage> {
  const kept = new Map<string, KeptPackage>();
  if (filter.packages?.length === 0) {
    problems.push("the filter has an empty list of packages; omit 'packages' to keep all, or name at least one");
  }
  for (const chosen of filter.packages ?? [...index.keys()].map((name) => ({ name }))) {
    const indexed = index.get(chosen.name);
    if (indexed === undefined) {
      problems.push(`the catalog has no package "${chosen.name}"; it has ${quotedList(names)}`);
    } else if (kept.has(chosen.name)) {
      problems.push(`package "${chosen.name}" is in the filter twice; merge the two entries`);
    } else {
      kept.set(chosen.name, new KeptPackage(indexed, matchEntries(indexed, chosen, filter, problems), chosen));
    }
  }
  return kept;
}

function throwProblems(problems: readonly string[]): void {
  if (problems.length > 0) {
    throw new CatalogError([...new Set(problems)].map((message) => ({ code: CatalogErrorCode.FILTER, message })));
  }
}

/**
 * Returns a blob after filtering, or undefined if it is removed. Only its default channel, entries or deprecations may change.
 *
 * Deprecations of removed bundles and channels are removed. Blobs of other schemas stay with their package.
 */
export function applyFilterPlan({ packages }: FilterPlan, blob: CatalogBlob): CatalogBlob | undefined {
  switch (blob.schema) {
    case 'olm.package':
      return filteredPackage(blob, packages.get(blob.name));
    case 'olm.channel':
      return filteredChannel(blob, packages.get(blob.package));
    case 'olm.bundle':
      return packages.get(blob.package)?.bundles.has(blob.name) === true ? blob : undefined;
    case 'olm.deprecations':
      return prunedDeprecations(blob, packages.get(blob.package));
    case undefined:
      return blob.package === undefined || packages.has(blob.package) ? blob : undefined;
  }
}

function filteredPackage(blob: PackageBlob, kept: FilteredPackage | undefined): PackageBlob | undefined {
  return kept === undefined ? undefined : { ...blob, defaultChannel: kept.defaultChannel };
}

function filteredChannel(blob: ChannelBlob, kept: FilteredPackage | undefined): ChannelBlob | undefined {
  const entries = kept?.channels.get(blob.name);
  return entries === undefined ? undefined : { ...blob, entries };
}

function prunedDeprecations(blob: DeprecationsBlob, kept: FilteredPackage | undefined): DeprecationsBlob | undefined {
  const stays = ({ reference: { schema, name } }: DeprecationEntry): boolean => (
    schema === 'olm.bundle' ? kept!.bundles.has(name ?? '') : schema !== 'olm.channel' || kept!.channels.has(name ?? '')
  );
  const entries = kept === undefined ? [] : blob.entries.filter(stays);
  return entries.length === 0 ? undefined : { ...blob, entries };
}

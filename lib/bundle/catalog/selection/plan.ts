import type { CatalogIndex } from './catalog-index';
import type { CatalogSelection } from './catalog-selection';
import { wantDependencies } from './dependencies';
import type { MendedPackage } from './kept-package';
import { KeptPackage } from './kept-package';
import { wantedEntries } from './wanted';
import { CatalogError, CatalogErrorCode } from '../catalog-error';
import { quotedList } from '../quoted';
import type { CatalogDocument, DeprecationEntry, DeprecationsDocument } from '../wire';

/** What a selection keeps of a catalog, decided before any document is touched. */
export interface SelectionPlan {
  /** By name, in the order of the catalog. */
  readonly packages: ReadonlyMap<string, MendedPackage>;
  /** What a user should know: edges that were made, channels that went, and so on. */
  readonly notes: readonly string[];
}

/**
 * Decides what a selection keeps.
 *
 * @param index of a catalog that opm accepts; packages that the selection does not name may be missing
 * @param names the names of all packages of the catalog
 * @throws CatalogError when the selection asks for what is not there, or contradicts itself
 */
export function planSelection(index: CatalogIndex, selection: CatalogSelection, names: readonly string[] = [...index.keys()]): SelectionPlan {
  const problems: string[] = [];
  const notes: string[] = [];
  const kept = keptPackages(index, selection, names, problems);
  refuse(problems);
  if (selection.dependencies === true) {
    wantDependencies(index, kept, notes);
  }
  const inOrder = [...index.keys()].map((name) => kept.get(name)).filter((keptPackage) => keptPackage !== undefined);
  const packages = inOrder.map((keptPackage) => [keptPackage.name, keptPackage.mended(problems, notes)] as const);
  refuse(problems);
  return { packages: new Map(packages), notes };
}

function keptPackages(
  index: CatalogIndex, selection: CatalogSelection, names: readonly string[], problems: string[],
): Map<string, KeptPackage> {
  const kept = new Map<string, KeptPackage>();
  if (selection.packages?.length === 0) {
    problems.push("the selection has an empty list of packages; leave 'packages' out to keep all, or name at least one");
  }
  for (const chosen of selection.packages ?? [...index.keys()].map((name) => ({ name }))) {
    const indexed = index.get(chosen.name);
    if (indexed === undefined) {
      problems.push(`the catalog has no package "${chosen.name}"; it has ${quotedList(names)}`);
    } else if (kept.has(chosen.name)) {
      problems.push(`package "${chosen.name}" is selected twice; put both into one entry`);
    } else {
      kept.set(chosen.name, new KeptPackage(indexed, wantedEntries(indexed, chosen, selection, problems), chosen));
    }
  }
  return kept;
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) {
    throw new CatalogError([...new Set(problems)].map((message) => ({ code: CatalogErrorCode.SELECTION, message })));
  }
}

/**
 * A document as the plan leaves it; undefined when it goes.
 *
 * Deprecations of what goes are left out. Documents of other schemas stay with their package.
 */
export function applyPlan({ packages }: SelectionPlan, document: CatalogDocument): CatalogDocument | undefined {
  switch (document.schema) {
    case 'olm.package':
      return packages.get(document.name)?.document;
    case 'olm.channel':
      return packages.get(document.package)?.channels.get(document.name);
    case 'olm.bundle':
      return packages.get(document.package)?.bundles.has(document.name) === true ? document : undefined;
    case 'olm.deprecations':
      return prunedDeprecations(document, packages.get(document.package));
    case undefined:
      return document.package === undefined || packages.has(document.package) ? document : undefined;
  }
}

function prunedDeprecations(document: DeprecationsDocument, kept: MendedPackage | undefined): DeprecationsDocument | undefined {
  const stays = ({ reference: { schema, name } }: DeprecationEntry): boolean => (
    schema === 'olm.bundle' ? kept!.bundles.has(name ?? '') : schema !== 'olm.channel' || kept!.channels.has(name ?? '')
  );
  const entries = kept === undefined ? [] : document.entries.filter(stays);
  return entries.length === 0 ? undefined : { ...document, entries };
}

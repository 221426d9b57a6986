import { quoted } from '../text/phrases';
import { CatalogError } from './declcfg/catalog-error';
import { CatalogErrorCode, type CatalogProblem } from './declcfg/catalog-problem';
import {
  type CatalogBlob, type ChannelBlob, type ChannelEntry, type DeprecationEntry, type DeprecationsBlob, inOpmOrder, packageOf,
} from './declcfg/declcfg';
import { blobToJson } from './declcfg/write-blob';

/** Treatment of a package that several of the catalogs to merge have. */
export enum SamePackage {
  /** The merge fails. */
  REFUSE = 'Refuse',

  /**
   * Its channels, their entries, its bundles and its deprecations are merged; icon, description and default channel are those of the first catalog.
   * The merge still fails if two catalogs contradict each other, for example with different bundles of the same name.
   */
  UNION = 'Union',
}

/**
 * Merges catalogs: returns their blobs in opm's order.
 *
 * The result is not validated: valid catalogs may form an invalid one, such as a channel with two heads.
 *
 * @throws CatalogError if a package is in several catalogs and `samePackage` does not allow it, or if the catalogs contradict each other
 * @internal
 */
export function mergeBlobs(catalogs: readonly (readonly CatalogBlob[])[], samePackage: SamePackage): CatalogBlob[] {
  const merge = new Merge();
  if (samePackage === SamePackage.REFUSE) {
    merge.refuseSharedPackages(catalogs);
  } else {
    catalogs.forEach((blobs, index) => blobs.forEach((blob) => merge.add(blob, index + 1)));
  }
  if (merge.problems.length > 0) {
    throw new CatalogError(merge.problems);
  }
  return inOpmOrder(samePackage === SamePackage.REFUSE ? distinct(catalogs.flat()) : merge.blobs());
}

/** A blob and the number of its catalog, from 1. */
interface Source {
  readonly blob: CatalogBlob;
  readonly catalog: number;
}

class Merge {
  public readonly problems: CatalogProblem[] = [];
  readonly #sources = new Map<string, Source>();

  public blobs(): CatalogBlob[] {
    return [...this.#sources.values()].map(({ blob }) => blob);
  }

  public refuseSharedPackages(catalogs: readonly (readonly CatalogBlob[])[]): void {
    const owners = new Map<string, Set<number>>();
    catalogs.forEach((blobs, index) => blobs.forEach((blob) => {
      const name = packageOf(blob);
      if (name !== undefined) {
        owners.set(name, (owners.get(name) ?? new Set()).add(index + 1));
      }
    }));
    for (const [name, numbers] of [...owners].filter(([, found]) => found.size > 1)) {
      this.#refuse(name, `package ${quoted(name)} is in catalogs ${[...numbers].join(' and ')}; filter it out of all but one, or set `
        + "'samePackage' to SamePackage.UNION");
    }
  }

  public add(blob: CatalogBlob, catalog: number): void {
    const key = keyOf(blob);
    const known = this.#sources.get(key);
    const united = known === undefined ? blob : this.#united(known, { blob, catalog });
    this.#sources.set(key, { blob: united, catalog: known?.catalog ?? catalog });
  }

  #united(known: Source, added: Source): CatalogBlob {
    const [first, second] = [known.blob, added.blob];
    if (first.schema === 'olm.channel' && second.schema === 'olm.channel') {
      return this.#unitedChannel(first, second, `catalogs ${known.catalog} and ${added.catalog}`);
    }
    if (first.schema === 'olm.deprecations' && second.schema === 'olm.deprecations') {
      return this.#unitedDeprecations(first, second, `catalogs ${known.catalog} and ${added.catalog}`);
    }
    if (first.schema === 'olm.bundle' && blobToJson(first) !== blobToJson(second)) {
      this.#refuse(first.package, `bundle ${quoted(first.name)} of package ${quoted(first.package)} differs between catalogs ${known.catalog} and `
        + `${added.catalog}; filter it out of one of them`);
    }
    return first;
  }

  #unitedChannel(first: ChannelBlob, second: ChannelBlob, where: string): ChannelBlob {
    const entries = new Map(first.entries.map((entry) => [entry.name, entry]));
    for (const entry of second.entries) {
      const known = entries.get(entry.name);
      const clash = known === undefined ? undefined : (['replaces', 'skipRange'] as const)
        .find((field) => known[field] !== undefined && entry[field] !== undefined && known[field] !== entry[field]);
      if (clash !== undefined) {
        this.#refuse(first.package, `the ${clash} of ${quoted(entry.name)} in channel ${quoted(first.name)} of package ${quoted(first.package)} differs `
          + `between ${where}: ${quoted(known![clash]!)} and ${quoted(entry[clash]!)}; filter the channel out of one of them`);
      }
      entries.set(entry.name, known === undefined ? entry : unitedEntry(known, entry));
    }
    return { ...second, ...first, entries: [...entries.values()] };
  }

  #unitedDeprecations(first: DeprecationsBlob, second: DeprecationsBlob, where: string): DeprecationsBlob {
    const keyOfEntry = ({ reference: { schema, name = '' } }: DeprecationEntry): string => `${schema} ${name}`;
    const entries = new Map(first.entries.map((entry) => [keyOfEntry(entry), entry]));
    for (const entry of second.entries) {
      const known = entries.get(keyOfEntry(entry)) ?? entry;
      if (known.message !== entry.message) {
        this.#refuse(first.package, `the deprecation of ${quoted(entry.reference.name ?? first.package)} in package ${quoted(first.package)} differs between `
          + `${where}; use the same message`);
      }
      entries.set(keyOfEntry(entry), known);
    }
    return { ...second, ...first, entries: [...entries.values()] };
  }

  #refuse(packageName: string, message: string): void {
    this.problems.push({ code: CatalogErrorCode.MERGE, packageName, message });
  }
}

function unitedEntry(first: ChannelEntry, second: ChannelEntry): ChannelEntry {
  const skips = [...new Set([...first.skips ?? [], ...second.skips ?? []])];
  return { ...second, ...first, ...(skips.length === 0 ? {} : { skips }) };
}

/** Returns a key that is equal for blobs of two catalogs that describe the same object. */
function keyOf(blob: CatalogBlob): string {
  switch (blob.schema) {
    case 'olm.package':
      return JSON.stringify([blob.schema, blob.name]);
    case 'olm.channel':
    case 'olm.bundle':
      return JSON.stringify([blob.schema, blob.package, blob.name]);
    case 'olm.deprecations':
      return JSON.stringify([blob.schema, blob.package]);
    case undefined:
      return blobToJson(blob);
  }
}

/** Removes repeated blobs of other schemas. */
function distinct(blobs: readonly CatalogBlob[]): CatalogBlob[] {
  const seen = new Set<string>();
  return blobs.filter((blob) => {
    const key = blob.schema === undefined ? blobToJson(blob) : '';
    const isNew = key === '' || !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

import { CatalogError, CatalogErrorCode } from '../catalog-error';
import type { CatalogProblem } from '../catalog-error';
import { inOrder, packageOf } from '../document-order';
import { documentToJson } from '../json-lines';
import { SamePackage } from './same-package';
import { quoted } from '../quoted';
import type { CatalogDocument, ChannelDocument, ChannelEntry, DeprecationEntry, DeprecationsDocument } from '../wire';

/**
 * One catalog of several: their documents in opm's order, the same whatever order documents stood in.
 *
 * The result is not checked: catalogs that are sound may still make an unsound one, such as a channel with two heads.
 *
 * @throws CatalogError when packages are in several catalogs and `samePackage` does not allow that, or when the catalogs contradict each other
 */
export function mergeDocuments(catalogs: readonly (readonly CatalogDocument[])[], samePackage: SamePackage): CatalogDocument[] {
  const merge = new Merge();
  if (samePackage === SamePackage.REFUSE) {
    merge.refuseSharedPackages(catalogs);
  } else {
    catalogs.forEach((documents, index) => documents.forEach((document) => merge.add(document, index + 1)));
  }
  if (merge.problems.length > 0) {
    throw new CatalogError(merge.problems);
  }
  return inOrder(samePackage === SamePackage.REFUSE ? distinct(catalogs.flat()) : merge.documents());
}

/** A document and the number of the catalog that it is from, counted from 1. */
interface Source {
  readonly document: CatalogDocument;
  readonly catalog: number;
}

class Merge {
  public readonly problems: CatalogProblem[] = [];
  readonly #sources = new Map<string, Source>();

  public documents(): CatalogDocument[] {
    return [...this.#sources.values()].map(({ document }) => document);
  }

  public refuseSharedPackages(catalogs: readonly (readonly CatalogDocument[])[]): void {
    const owners = new Map<string, Set<number>>();
    catalogs.forEach((documents, index) => documents.forEach((document) => {
      const name = packageOf(document);
      if (name !== undefined) {
        owners.set(name, (owners.get(name) ?? new Set()).add(index + 1));
      }
    }));
    for (const [name, numbers] of [...owners].filter(([, found]) => found.size > 1)) {
      this.#refuse(name, `package ${quoted(name)} is in catalogs ${[...numbers].join(' and ')}; leave it out of all but one with a selection, or set `
        + "'samePackage' to SamePackage.UNION");
    }
  }

  public add(document: CatalogDocument, catalog: number): void {
    const key = keyOf(document);
    const known = this.#sources.get(key);
    const united = known === undefined ? document : this.#united(known, { document, catalog });
    this.#sources.set(key, { document: united, catalog: known?.catalog ?? catalog });
  }

  #united(known: Source, added: Source): CatalogDocument {
    const [first, second] = [known.document, added.document];
    if (first.schema === 'olm.channel' && second.schema === 'olm.channel') {
      return this.#unitedChannel(first, second, `catalogs ${known.catalog} and ${added.catalog}`);
    }
    if (first.schema === 'olm.deprecations' && second.schema === 'olm.deprecations') {
      return this.#unitedDeprecations(first, second, `catalogs ${known.catalog} and ${added.catalog}`);
    }
    if (first.schema === 'olm.bundle' && documentToJson(first) !== documentToJson(second)) {
      this.#refuse(first.package, `bundle ${quoted(first.name)} of package ${quoted(first.package)} differs between catalogs ${known.catalog} and `
        + `${added.catalog}; leave it out of one with a selection`);
    }
    return first;
  }

  #unitedChannel(first: ChannelDocument, second: ChannelDocument, where: string): ChannelDocument {
    const entries = new Map(first.entries.map((entry) => [entry.name, entry]));
    for (const entry of second.entries) {
      const known = entries.get(entry.name);
      const clash = known === undefined ? undefined : (['replaces', 'skipRange'] as const)
        .find((field) => known[field] !== undefined && entry[field] !== undefined && known[field] !== entry[field]);
      if (clash !== undefined) {
        this.#refuse(first.package, `the ${clash} of ${quoted(entry.name)} in channel ${quoted(first.name)} of package ${quoted(first.package)} differs `
          + `between ${where}: ${quoted(known![clash]!)} and ${quoted(entry[clash]!)}; leave the channel out of one with a selection`);
      }
      entries.set(entry.name, known === undefined ? entry : unitedEntry(known, entry));
    }
    return { ...second, ...first, entries: [...entries.values()] };
  }

  #unitedDeprecations(first: DeprecationsDocument, second: DeprecationsDocument, where: string): DeprecationsDocument {
    const keyOfEntry = ({ reference: { schema, name = '' } }: DeprecationEntry): string => `${schema} ${name}`;
    const entries = new Map(first.entries.map((entry) => [keyOfEntry(entry), entry]));
    for (const entry of second.entries) {
      const known = entries.get(keyOfEntry(entry)) ?? entry;
      if (known.message !== entry.message) {
        this.#refuse(first.package, `the deprecation of ${quoted(entry.reference.name ?? first.package)} in package ${quoted(first.package)} differs between `
          + `${where}; make the messages the same`);
      }
      entries.set(keyOfEntry(entry), known);
    }
    return { ...second, ...first, entries: [...entries.values()] };
  }

  #refuse(packageName: string, message: string): void {
    this.problems.push({ code: CatalogErrorCode.MERGE, package: packageName, message });
  }
}

function unitedEntry(first: ChannelEntry, second: ChannelEntry): ChannelEntry {
  const skips = [...new Set([...first.skips ?? [], ...second.skips ?? []])];
  return { ...second, ...first, ...(skips.length === 0 ? {} : { skips }) };
}

/** What makes documents of two catalogs one and the same. */
function keyOf(document: CatalogDocument): string {
  switch (document.schema) {
    case 'olm.package':
      return JSON.stringify([document.schema, document.name]);
    case 'olm.channel':
    case 'olm.bundle':
      return JSON.stringify([document.schema, document.package, document.name]);
    case 'olm.deprecations':
      return JSON.stringify([document.schema, document.package]);
    case undefined:
      return documentToJson(document);
  }
}

/** Documents of other schemas that are the same in several catalogs, once. */
function distinct(documents: readonly CatalogDocument[]): CatalogDocument[] {
  const seen = new Set<string>();
  return documents.filter((document) => {
    const key = document.schema === undefined ? documentToJson(document) : '';
    const isNew = key === '' || !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

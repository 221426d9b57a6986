import type { CatalogDocument } from './wire';
import { compareUtf8 } from '../go-json';

/** Where the documents of one package stand: itself, its channels, its bundles, documents of other schemas, its deprecations. */
const RANK = { 'olm.package': 0, 'olm.channel': 1, 'olm.bundle': 2, 'other': 3, 'olm.deprecations': 4 } as const;

/**
 * Documents in the order in which opm writes them: package by package, and last what belongs to none. Channels and bundles are sorted by
 * name, documents of other schemas by schema; where that leaves the order open, documents stay as they are.
 */
export function inOrder(documents: readonly CatalogDocument[]): CatalogDocument[] {
  return documents
    .map((document) => ({ document, packageName: packageOf(document), rank: RANK[document.schema ?? 'other'], name: sortName(document) }))
    .sort((left, right) => (
      Number(left.packageName === undefined) - Number(right.packageName === undefined)
        || compareUtf8(left.packageName ?? '', right.packageName ?? '')
        || left.rank - right.rank
        || compareUtf8(left.name, right.name)
    ))
    .map(({ document }) => document);
}

/** The package that a document belongs to; undefined for one that belongs to the whole catalog. */
export function packageOf(document: CatalogDocument): string | undefined {
  return document.schema === 'olm.package' ? document.name : document.package;
}

function sortName(document: CatalogDocument): string {
  switch (document.schema) {
    case 'olm.channel':
    case 'olm.bundle':
      return document.name;
    case 'olm.package':
    case 'olm.deprecations':
      return '';
    case undefined:
      return document.otherSchema;
  }
}

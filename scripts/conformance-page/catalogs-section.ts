import { isDeepStrictEqual } from 'node:util';

import { markdownTable } from '../releases-page/markdown-table';
import { CATALOG_FORMS, ownCatalog, ownTemplate, recordedCatalog, recordedTemplate } from './catalog-comparison';
import { catalogVerdicts, templateVerdicts } from './catalog-verdicts';

/** Number of verdicts on one kind of catalog. */
export interface CatalogCount {
  readonly sort: string;
  readonly accepted: number;
  readonly refused: number;
  readonly same: number;
}

/** Whether opm accepts a recorded catalog, and whether our result is the same. */
interface Counted {
  readonly accepted: boolean;
  readonly same: boolean;
}

/** Compares all catalogs and templates. Returns an empty list if they are missing. */
export function compareCatalogs(): CatalogCount[] {
  const catalogs = catalogVerdicts();
  if (catalogs.length === 0) {
    return [];
  }
  const isRandom = ({ what }: { readonly what: string }): boolean => what === 'random graph';
  const ofCatalogs = (list: typeof catalogs): Counted[] => list.map((verdict) => ({
    accepted: verdict.error === undefined,
    same: CATALOG_FORMS.every(({ write }) => isDeepStrictEqual(ownCatalog(write(verdict.fbc ?? [])), recordedCatalog(verdict))),
  }));
  const ofTemplates = templateVerdicts().map((verdict) => ({
    accepted: verdict.error === undefined,
    same: isDeepStrictEqual(ownTemplate(verdict), recordedTemplate(verdict)),
  }));
  return [
    count('catalogs with random channels', ofCatalogs(catalogs.filter(isRandom))),
    count('a valid catalog, unchanged and with one change each', ofCatalogs(catalogs.filter((verdict) => !isRandom(verdict)))),
    count('semver templates', ofTemplates),
  ];
}

function count(sort: string, verdicts: readonly Counted[]): CatalogCount {
  const accepted = verdicts.filter((verdict) => verdict.accepted).length;
  return { sort, accepted, refused: verdicts.length - accepted, same: verdicts.filter(({ same }) => same).length };
}

/** Returns the section about catalogs. */
export function catalogsSection(counts: readonly CatalogCount[]): string {
  const rows = counts.map(({ sort, accepted, refused, same }) => [sort, ...[accepted + refused, accepted, refused, same].map(String)]);
  return `## Catalogs

Results of \`Catalog\` and \`CatalogTemplate\` compared with those of operator-registry, on generated catalogs and templates. Catalogs are read as
JSON and as YAML. Results are the same if both refuse a catalog, or accept it with the same default channels and channel heads; for a
template, if both refuse it or render the same blobs.

${markdownTable(['kind', 'verdicts', 'accepted upstream', 'refused upstream', 'same'], rows)}`;
}

import { isDeepStrictEqual } from 'node:util';

import { markdownTable } from '../releases-page/markdown-table';
import { CATALOG_FORMS, ownCatalog, ownTemplate, recordedCatalog, recordedTemplate } from './catalog-comparison';
import { catalogVerdicts, templateVerdicts } from './catalog-verdicts';

/** How many verdicts on catalogs of one sort are the same. */
export interface CatalogCount {
  readonly sort: string;
  readonly accepted: number;
  readonly refused: number;
  readonly same: number;
}

/** Of some recorded catalogs, whether opm accepts each, and whether we say the same. */
interface Counted {
  readonly accepted: boolean;
  readonly same: boolean;
}

/** Compares all catalogs and templates; nothing where they are absent. */
export function compareCatalogs(): CatalogCount[] {
  const catalogs = catalogVerdicts();
  if (catalogs.length === 0) {
    return [];
  }
  const isRandom = ({ what }: { readonly what: string }): boolean => what === 'random graph';
  const ofCatalogs = (list: typeof catalogs): Counted[] => list.map((verdict) => ({
    accepted: verdict.error === undefined,
    same: CATALOG_FORMS.every(({ text }) => isDeepStrictEqual(ownCatalog(text(verdict.fbc ?? [])), recordedCatalog(verdict))),
  }));
  const ofTemplates = templateVerdicts().map((verdict) => ({
    accepted: verdict.error === undefined,
    same: isDeepStrictEqual(ownTemplate(verdict), recordedTemplate(verdict)),
  }));
  return [
    count('catalogs with random channels', ofCatalogs(catalogs.filter(isRandom))),
    count('a good catalog, as it is and with one change each', ofCatalogs(catalogs.filter((verdict) => !isRandom(verdict)))),
    count('semver templates', ofTemplates),
  ];
}

function count(sort: string, verdicts: readonly Counted[]): CatalogCount {
  const accepted = verdicts.filter((verdict) => verdict.accepted).length;
  return { sort, accepted, refused: verdicts.length - accepted, same: verdicts.filter(({ same }) => same).length };
}

/** The section of the page about catalogs. */
export function catalogsSection(counts: readonly CatalogCount[]): string {
  const rows = counts.map(({ sort, accepted, refused, same }) => [sort, ...[accepted + refused, accepted, refused, same].map(String)]);
  return `## Catalogs

What \`Catalog\` and \`CatalogTemplate\` say of made-up catalogs and templates, against what operator-registry says of them. Catalogs are read as
JSON and as YAML. The same is a catalog that both refuse, or that both accept with the same default channels and the same head of each
channel; a template that both refuse, or of which both make the same documents.

${markdownTable(['what', 'verdicts', 'accepted upstream', 'refused upstream', 'same'], rows)}`;
}

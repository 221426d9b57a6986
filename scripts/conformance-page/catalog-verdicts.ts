import { lines } from './verdicts';

/** A catalog, and what opm made of it. */
export interface CatalogVerdict {
  readonly id: string;
  /** What was changed in it. */
  readonly what: string;
  /** Left out for an empty catalog. */
  readonly fbc?: readonly object[];
  /** Left out for a catalog that opm accepts. */
  readonly error?: string;
  /** The head of each channel, by package and channel. */
  readonly heads?: { readonly [channel: string]: string };
  readonly defaultChannels?: { readonly [packageName: string]: string };
}

/** A semver template, the bundles behind its images, and what operator-registry made of it: documents without the bundles, or an error. */
export interface TemplateVerdict {
  readonly id: string;
  readonly template: { readonly [key: string]: unknown };
  readonly bundles: { readonly [image: string]: { readonly Name: string; readonly Package: string; readonly Version: string } };
  readonly result?: readonly object[];
  readonly error?: string;
}

const FILE = 'catalogs.jsonl.gz';

/** The recorded catalogs; none where they are absent. */
export function catalogVerdicts(): CatalogVerdict[] {
  return lines<CatalogVerdict & { readonly template?: object }>(FILE).filter(({ template }) => template === undefined);
}

/** The recorded templates; none where they are absent. */
export function templateVerdicts(): TemplateVerdict[] {
  return lines<TemplateVerdict | CatalogVerdict>(FILE).filter((verdict) => 'template' in verdict);
}

import { lines } from './verdicts';

/** A catalog and the result of opm. */
export interface CatalogVerdict {
  readonly id: string;
  /** Description of the change. */
  readonly what: string;
  /** Omitted for an empty catalog. */
  readonly fbc?: readonly object[];
  /** Omitted if opm accepts the catalog. */
  readonly error?: string;
  /** Head of each channel, by package and channel. */
  readonly heads?: { readonly [channel: string]: string };
  readonly defaultChannels?: { readonly [packageName: string]: string };
}

/** A semver template, the bundles of its images, and the result of operator-registry: blobs without the bundles, or an error. */
export interface TemplateVerdict {
  readonly id: string;
  readonly template: { readonly [key: string]: unknown };
  readonly bundles: { readonly [image: string]: { readonly Name: string; readonly Package: string; readonly Version: string } };
  readonly result?: readonly object[];
  readonly error?: string;
}

const FILE = 'catalogs.jsonl.gz';

/** Returns the recorded catalogs, or an empty list if the recording is missing. */
export function catalogVerdicts(): CatalogVerdict[] {
  return lines<CatalogVerdict & { readonly template?: object }>(FILE).filter(({ template }) => template === undefined);
}

/** Returns the recorded templates, or an empty list if the recording is missing. */
export function templateVerdicts(): TemplateVerdict[] {
  return lines<TemplateVerdict | CatalogVerdict>(FILE).filter((verdict) => 'template' in verdict);
}

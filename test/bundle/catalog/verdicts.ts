import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Catalogs and what opm says of them lie beside the checkout; they may be absent. */
const VERDICTS = resolve(__dirname, '..', '..', '..', '..', 'shared', 'data', 'verdicts', 'catalogs.jsonl.gz');

/** What a test says when the verdicts are absent. */
export const WITHOUT_VERDICTS = 'no recorded catalogs at hand; this ran without them';

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

/** The recorded catalogs; none where they are absent. */
export function catalogVerdicts(): CatalogVerdict[] {
  const rows = !existsSync(VERDICTS) ? [] : gunzipSync(readFileSync(VERDICTS)).toString().trim().split('\n');
  return rows.map((row) => JSON.parse(row) as CatalogVerdict & { readonly template?: object }).filter(({ template }) => template === undefined);
}

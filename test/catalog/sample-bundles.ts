import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Bundles of real operators and what operator-registry rendered from them; may be missing. */
const DATA = resolve(__dirname, '..', '..', '..', 'shared', 'data');
const RENDERED = join(DATA, 'verdicts', 'fbc.jsonl.gz');

/** Test title if the samples are missing. */
export const WITHOUT_SAMPLES = 'without sample bundles, which are missing';

/** Output of `opm render` for a sample. */
export interface RenderedSample {
  /** Name and version of the sample. */
  readonly bundle: string;
  readonly render: readonly [RenderedBundle];
}

/** An olm.bundle blob whose manifests are listed by digest. */
export interface RenderedBundle {
  readonly bundleObjects: readonly { readonly kind: string; readonly name: string; readonly bytes: number; readonly sha256: string }[];
  readonly image: string;
  readonly name: string;
  readonly package: string;
  readonly properties: readonly { readonly type: string; readonly value: unknown }[];
  readonly relatedImages?: readonly { readonly name: string; readonly image: string }[];
  readonly schema: string;
}

/** Returns the archive of a sample. */
export function sampleArchive(bundle: string): string {
  return join(DATA, 'bundles', `${bundle}.tar.gz`);
}

/** Returns the output of `opm render` for the samples, or an empty list if they are missing. */
export function renderedSamples(): RenderedSample[] {
  return !existsSync(RENDERED) ? [] : gunzipSync(readFileSync(RENDERED)).toString().trim().split('\n')
    .map((line) => JSON.parse(line) as RenderedSample);
}

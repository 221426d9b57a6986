import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Bundles of real operators, and what operator-registry made of them, lie beside the checkout; they may be absent. */
const DATA = resolve(__dirname, '..', '..', '..', '..', 'shared', 'data');
const RENDERED = join(DATA, 'verdicts', 'fbc.jsonl.gz');

/** What a test says when the samples are absent. */
export const WITHOUT_SAMPLES = 'no sample bundles at hand; this ran without them';

/** What `opm render` made of a sample. */
export interface RenderedSample {
  /** Name and version of the sample. */
  readonly bundle: string;
  readonly render: readonly [RenderedBundle];
}

/** An olm.bundle document whose manifests are listed apart, by digest. */
export interface RenderedBundle {
  readonly bundleObjects: readonly { readonly kind: string; readonly name: string; readonly bytes: number; readonly sha256: string }[];
  readonly image: string;
  readonly name: string;
  readonly package: string;
  readonly properties: readonly { readonly type: string; readonly value: unknown }[];
  readonly relatedImages?: readonly { readonly name: string; readonly image: string }[];
  readonly schema: string;
}

/** The archive of a sample. */
export function sampleArchive(bundle: string): string {
  return join(DATA, 'bundles', `${bundle}.tar.gz`);
}

/** What `opm render` made of the samples; none where they are absent. */
export function renderedSamples(): RenderedSample[] {
  return !existsSync(RENDERED) ? [] : gunzipSync(readFileSync(RENDERED)).toString().trim().split('\n')
    .map((line) => JSON.parse(line) as RenderedSample);
}

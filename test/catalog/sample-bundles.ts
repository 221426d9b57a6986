import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Needed } from '../needed';

/** Folder with bundles of real operators. */
export const SAMPLES = Needed.sharedData('bundles');

/** What operator-registry rendered from them. */
const RENDERED = Needed.sharedData('verdicts/fbc.jsonl.gz');

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
  return join(SAMPLES.value, `${bundle}.tar.gz`);
}

/** Returns the output of `opm render` for the samples. */
export function renderedSamples(): Needed<RenderedSample[]> {
  return RENDERED.map((file) => gunzipSync(readFileSync(file)).toString().trim().split('\n').map((line) => JSON.parse(line) as RenderedSample));
}

/** Returns the names of the samples, or the title of a skipped test for all of them. */
export function sampleNames(): string[] {
  return renderedSamples().map((samples) => samples.map(({ bundle }) => bundle)).valueOr(['each of the 32 samples']);
}

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** CRDs of OLM v1 as upstream published them, beside the checkout. They are not part of the project and may be absent. */
const RECORDS = resolve(__dirname, '..', '..', '..', '..', 'shared', 'data', 'olm-v1-releases', 'operator-controller.jsonl.gz');

export interface RecordedCrd {
  readonly channel: 'standard' | 'experimental';
  readonly crd: { readonly metadata: { readonly name: string } };
}

/** CRDs of a release, by its tag. */
export interface RecordedRelease {
  readonly release: string;
  readonly crds: readonly RecordedCrd[];
}

/** Returns the CRDs of all releases, oldest first, or an empty list without a record. */
export function recordedReleases(): RecordedRelease[] {
  return existsSync(RECORDS)
    ? gunzipSync(readFileSync(RECORDS)).toString('utf8').trim().split('\n').map((line) => JSON.parse(line) as RecordedRelease)
    : [];
}

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Needed } from '../../needed';

/** CRDs of OLM v1 as upstream published them. */
const RECORDS = Needed.sharedData('olm-v1-releases/operator-controller.jsonl.gz');

export interface RecordedCrd {
  readonly channel: 'standard' | 'experimental';
  readonly crd: { readonly metadata: { readonly name: string } };
}

/** CRDs of a release, by its tag. */
export interface RecordedRelease {
  readonly release: string;
  readonly crds: readonly RecordedCrd[];
}

/** Returns the CRDs of all releases, oldest first. */
export function recordedReleases(): Needed<RecordedRelease[]> {
  return RECORDS.map((file) => gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n').map((line) => JSON.parse(line) as RecordedRelease));
}

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Needed } from '../../needed';
import type { JsonObject } from '../v0/recorded-release';

/** CRDs of all releases. */
const FILE = Needed.sharedData('olm-v1-releases/rukpak.jsonl.gz');

/** CRDs that upstream published for a release, without descriptions. */
export interface RecordedRukpak {
  readonly release: string;
  readonly crds: readonly { readonly crd: JsonObject }[];
}

/** Returns the recorded releases, oldest first. */
export function recordedRukpak(): Needed<RecordedRukpak[]> {
  return FILE.map((file) => gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n').map((line) => JSON.parse(line) as RecordedRukpak));
}

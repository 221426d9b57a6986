import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { JsonObject } from '../v0/recorded-release';

/** CRDs of all releases, beside the checkout. The file is not part of the project and may be absent. */
const FILE = join(resolve(__dirname, '..', '..', '..', '..', 'shared', 'data', 'olm-v1-releases'), 'rukpak.jsonl.gz');

/** CRDs that upstream published for a release, without descriptions. */
export interface RecordedRukpak {
  readonly release: string;
  readonly crds: readonly { readonly crd: JsonObject }[];
}

/** Returns the recorded releases, oldest first, or undefined without a record. */
export function recordedRukpak(): RecordedRukpak[] | undefined {
  return existsSync(FILE)
    ? gunzipSync(readFileSync(FILE)).toString('utf8').trim().split('\n').map((line) => JSON.parse(line) as RecordedRukpak)
    : undefined;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ComparedObject } from './ignored-differences';
import { groupBy } from '../../lib/text/group-by';
import { TRACES } from '../../test/cluster/waiting/recorded-traces';

interface Line {
  readonly event: string;
  readonly object?: ComparedObject & { readonly metadata: { readonly uid: string } };
}

/** Returns the states of each object that users write, in their order, from all recordings of real OLM. */
export function recordedObjects(): ComparedObject[][] {
  return readdirSync(TRACES.value).flatMap(file => {
    const lines = gunzipSync(readFileSync(join(TRACES.value, file))).toString().trim().split('\n').map(line => JSON.parse(line) as Line);
    const objects = lines.flatMap(({ event, object }) => event === 'ADDED' || event === 'MODIFIED' ? object ?? [] : []);
    return [...groupBy(objects.filter(({ kind }) => kind !== 'InstallPlan' && kind !== 'Deployment'), ({ metadata }) => metadata.uid).values()];
  });
}

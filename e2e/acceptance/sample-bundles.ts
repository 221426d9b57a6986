import { readdirSync } from 'node:fs';
import * as path from 'node:path';
import { SAMPLES } from '../../test/catalog/sample-bundles';

/** Name and archive path of a real operator's bundle. */
export type SampleBundle = [name: string, archive: string];

/** Returns the bundles of real operators, or the row of a skipped test for all of them. */
export function sampleBundles(): SampleBundle[] {
  return SAMPLES.map(folder => readdirSync(folder).sort().map((file): SampleBundle => [file.replace(/\.tar\.gz$/, ''), path.join(folder, file)]))
    .valueOr([['each sample', '']]);
}

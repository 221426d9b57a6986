import { existsSync, readdirSync } from 'node:fs';
import * as path from 'node:path';

const FOLDER = path.resolve(__dirname, '../../../shared/data/bundles');

/** Title of a test that reports missing bundles of real operators. */
export const WITHOUT_SAMPLES = 'runs without the sample bundles, because ../shared/data/bundles is not there';

/** Names and archive paths of real operators' bundles, or an empty list if they are not available. */
export function sampleBundles(): [name: string, archive: string][] {
  return existsSync(FOLDER)
    ? readdirSync(FOLDER).sort().map(file => [file.replace(/\.tar\.gz$/, ''), path.join(FOLDER, file)])
    : [];
}

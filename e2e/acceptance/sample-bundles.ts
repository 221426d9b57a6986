import { existsSync, readdirSync } from 'node:fs';
import * as path from 'node:path';

const FOLDER = path.resolve(__dirname, '../../../shared/data/bundles');

/** What the title of a test says where the bundles of real operators are not there. */
export const WITHOUT_SAMPLES = 'runs without the sample bundles, because ../shared/data/bundles is not there';

/** The bundles of real operators, each with its name and the path of its archive; none where they are not there. */
export function sampleBundles(): [name: string, archive: string][] {
  return existsSync(FOLDER)
    ? readdirSync(FOLDER).sort().map(file => [file.replace(/\.tar\.gz$/, ''), path.join(FOLDER, file)])
    : [];
}

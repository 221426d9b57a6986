import { existsSync, readdirSync, statSync } from 'node:fs';
import * as path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

/** The last file that `npm run build` writes. */
const LAST_BUILT = path.join(ROOT, 'build/lib/pulumi/index.js');

/**
 * Returns a built file.
 *
 * @param file its path below `build`
 * @throws if the build is missing, or older than the sources
 */
export function newBuild(file = '.'): string {
  const built = existsSync(LAST_BUILT) ? statSync(LAST_BUILT).mtimeMs : 0;
  for (const sources of ['lib', 'imports'].map(folder => path.join(ROOT, folder))) {
    const newer = readdirSync(sources, { recursive: true, encoding: 'utf8' }).map(name => path.join(sources, name))
      .find(source => source.endsWith('.ts') && statSync(source).mtimeMs > built);
    if (newer !== undefined) {
      throw new Error(`${path.relative(ROOT, newer)} is newer than the build; run \`npm run build\` first`);
    }
  }
  return path.join(ROOT, 'build', file);
}

import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lazyEntry } from './package/lazy-entry';

const ROOT = resolve(__dirname, '..');

/** Entries of the package, without their extension. */
const ENTRIES = ['lib/index', 'lib/data'];

/** Replaces the entries that jsii compiled with code that loads modules on first use. */
function main(): void {
  for (const entry of ENTRIES) {
    const compiled = join(ROOT, 'build', `${entry}.js`);
    if (!existsSync(compiled)) {
      throw new Error(`${compiled} does not exist; run \`npm run build\``);
    }
    writeFileSync(compiled, lazyEntry(join(ROOT, `${entry}.ts`)));
    rmSync(`${compiled}.map`, { force: true });
  }
}

main();

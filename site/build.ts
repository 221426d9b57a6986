import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deadLinks } from './content/dead-links';
import { wrongSearches } from './content/built-search';
import { duplicateIds } from './content/duplicate-ids';
import { generateReferences } from './references';

/**
 * `npm run site`: installs the packages of the site, generates the API references of other languages, builds the site into `site/out`, and fails if
 * one of its links leads nowhere.
 */

const OUT = join(__dirname, 'out');
const INSTALLED = join(__dirname, 'node_modules', '.installed');

/** Largest page that a phone should load. */
const MAX_PAGE_BYTES = 500_000;

/** Runs a command in this folder. tsx finds the settings of this process there by their whole path only. */
function run(command: string, args: readonly string[]): void {
  const env = { ...process.env, TSX_TSCONFIG_PATH: join(__dirname, '..', 'tsconfig.dev.json') };
  const { status, error } = spawnSync(command, args, { cwd: __dirname, env, stdio: 'inherit' });
  if (status !== 0) {
    throw new Error(`${command} ${args.join(' ')} failed${error === undefined ? '' : `: ${error.message}`}`);
  }
}

/** Installs the packages of the lock file, if they are not those of the last time. */
function install(): void {
  const lock = createHash('sha256').update(readFileSync(join(__dirname, 'package-lock.json'))).digest('hex');
  if (!existsSync(INSTALLED) || readFileSync(INSTALLED, 'utf8') !== lock) {
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
    writeFileSync(INSTALLED, lock);
  }
}

/** Prints what was built, and fails if something is wrong with it. */
function check(): void {
  const files = readdirSync(OUT, { recursive: true, encoding: 'utf8' }).map((name) => ({ name, stat: statSync(join(OUT, name)) })).filter(({ stat }) => stat.isFile());
  const pages = files.filter(({ name }) => name.endsWith('.html'));
  const large = pages.filter(({ stat: { size } }) => size > MAX_PAGE_BYTES).map(({ name, stat: { size } }) => `${name}: ${size} bytes; split it`);
  const dead = deadLinks(OUT);
  const duplicate = duplicateIds(OUT);
  const megabytes = files.reduce((sum, { stat: { size } }) => sum + size, 0) / 1e6;
  console.log(`${pages.length} pages, ${megabytes.toFixed(1)} MB in ${OUT}; open ${join(OUT, 'index.html')}`);
  const problems = [...dead.map((link) => `dead link in ${link}`), ...duplicate.map((id) => `duplicate ID in ${id}`), ...large, ...wrongSearches(OUT)];
  if (problems.length > 0) {
    throw new Error(problems.join('\n'));
  }
}

try {
  install();
  generateReferences();
  rmSync(OUT, { recursive: true, force: true });
  run(process.execPath, ['--import', 'tsx', join('node_modules', '@11ty', 'eleventy', 'cmd.cjs'), '--quiet']);
  check();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

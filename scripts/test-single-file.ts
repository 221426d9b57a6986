import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { buildSingleFile } from './package/single-file';

const ROOT = resolve(__dirname, '..');
const JEST = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');

/** Unit tests of the command line. */
const UNIT = { config: 'jest.config.json', patterns: ['test/cli/', 'test/docs/command-line'] };

/** End-to-end tests that run it. */
const E2E = { config: 'jest.e2e.config.json', patterns: ['e2e/command-line', 'e2e/package.e2e.ts'] };

/** Suites that `short` leaves out: they compare what a command prints for many inputs. The examples in the help, which run, start every command. */
const LONG = [
  'test/cli/conventions.test.ts', 'test/cli/inspect/dump-commands.test.ts', 'test/cli/offline/command-line-terms.test.ts', 'test/cli/offline/migrate.test.ts',
  'test/cli/offline/push.test.ts', 'test/cli/offline/synth.test.ts', 'test/docs/command-line.test.ts',
];

/**
 * Runs the tests of the command line through its single file: `npm run test:single-file`, with `short` as the first argument half of them, and with
 * `e2e` those on a cluster. More arguments are passed to jest. Suites that replace modules of the program are left out, since a process has no such
 * replacement.
 */
async function main(args: readonly string[]): Promise<number> {
  const isE2e = args[0] === 'e2e';
  const isShort = args[0] === 'short';
  const { config, patterns } = isE2e ? E2E : UNIT;
  const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-single-file-'));
  try {
    const program = join(folder, 'olm-constructs.js');
    await buildSingleFile(program);
    symlinkSync(program, join(folder, 'kubectl-olm'));
    const listed = spawnSync(process.execPath, [JEST, '--config', config, '--listTests', ...patterns], { cwd: ROOT, encoding: 'utf8' }).stdout;
    const files = listed.split('\n').filter((file) => file !== '').sort();
    const replacing = files.filter((file) => readFileSync(file, 'utf8').includes('jest.mock('));
    print(`${replacing.length} of ${files.length} suites replace modules of the program, and run with the sources only:`, replacing);
    const long = isShort ? LONG.map((file) => join(ROOT, file)) : [];
    const missing = long.filter((file) => !files.includes(file));
    if (missing.length > 0) {
      throw new Error(`there is no suite ${missing.join(', ')}: correct LONG in scripts/test-single-file.ts`);
    }
    if (long.length > 0) {
      print('left to `npm run test:single-file` without `short`:', long);
    }
    const leftOut = new Set([...replacing, ...long]);
    // Each test starts the program, which takes a third less time if Node keeps what it compiles.
    const compiled = join(folder, 'compiled');
    const { status } = spawnSync(process.execPath, [
      JEST, '--config', config, ...args.slice(isE2e || isShort ? 1 : 0), '--runTestsByPath', ...files.filter((file) => !leftOut.has(file)),
    ], { cwd: ROOT, stdio: 'inherit', env: { ...process.env, OLM_CONSTRUCTS_PROGRAM: program, NODE_COMPILE_CACHE: compiled } });
    return status ?? 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function print(title: string, files: readonly string[]): void {
  console.log([title, ...files.map((file) => `  ${relative(ROOT, file)}`)].join('\n'));
}

main(process.argv.slice(2)).then((code) => process.exitCode = code, (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

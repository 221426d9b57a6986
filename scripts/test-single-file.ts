import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { buildSingleFile } from './package/single-file';

const ROOT = resolve(__dirname, '..');
const JEST = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');

/** Unit tests of the command line, and end-to-end tests that run it. */
const SUITES = {
  unit: { config: 'jest.config.json', patterns: ['test/cli/', 'test/docs/command-line'] },
  e2e: { config: 'jest.e2e.config.json', patterns: ['e2e/command-line', 'e2e/package.e2e.ts'] },
};

/**
 * Runs the tests of the command line through its single file: `npm run test:single-file`, and with `e2e` as the first argument those on a cluster.
 * More arguments are passed to jest. Suites that replace modules of the program are left out, since a process has no such replacement.
 */
async function main(args: readonly string[]): Promise<number> {
  const isE2e = args[0] === 'e2e';
  const { config, patterns } = SUITES[isE2e ? 'e2e' : 'unit'];
  const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-single-file-'));
  try {
    const program = join(folder, 'olm-constructs.js');
    await buildSingleFile(program);
    symlinkSync(program, join(folder, 'kubectl-olm'));
    const listed = spawnSync(process.execPath, [JEST, '--config', config, '--listTests', ...patterns], { cwd: ROOT, encoding: 'utf8' }).stdout;
    const files = listed.split('\n').filter((file) => file !== '').sort();
    const replacing = files.filter((file) => readFileSync(file, 'utf8').includes('jest.mock('));
    console.log(`${replacing.length} of ${files.length} suites replace modules of the program, and run with the sources only:`);
    replacing.forEach((file) => console.log(`  ${relative(ROOT, file)}`));
    // Each test starts the program, which takes a third less time if Node keeps what it compiles.
    const compiled = join(folder, 'compiled');
    const { status } = spawnSync(process.execPath, [
      JEST, '--config', config, ...args.slice(isE2e ? 1 : 0), '--runTestsByPath', ...files.filter((file) => !replacing.includes(file)),
    ], { cwd: ROOT, stdio: 'inherit', env: { ...process.env, OLM_CONSTRUCTS_PROGRAM: program, NODE_COMPILE_CACHE: compiled } });
    return status ?? 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

main(process.argv.slice(2)).then((code) => process.exitCode = code, (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

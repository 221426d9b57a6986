import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { withoutPulumi } from '../package/language-package';

const ROOT = resolve(__dirname, '../..');
const DIST = join(ROOT, 'dist');

/** Folder of the npm package of a release. */
const PACKED = join(DIST, 'js');

/** Creates the package of a release for one language from the packed npm package, in the folder of the language in dist/. */
async function main(language: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'olm-constructs-release-'));
  try {
    run('tar', '-xzf', packedFile(), '-C', folder);
    await withoutPulumi(join(folder, 'package'));
    // jsii-pacmak looks for cdk8s and constructs next to the package.
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    run(join(ROOT, 'node_modules', '.bin', 'jsii-pacmak'), '--verbose', '--target', language, '--outdir', DIST, join(folder, 'package'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function packedFile(): string {
  const [file, ...others] = existsSync(PACKED) ? readdirSync(PACKED).filter((name) => name.endsWith('.tgz')) : [];
  if (file === undefined || others.length > 0) {
    throw new Error('dist/js must contain one npm package; remove dist and run `npm run pack` after a build');
  }
  return join(PACKED, file);
}

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) {
    throw new Error(`${command} ended with code ${String(status)}`);
  }
}

main(process.argv[2] ?? '').catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import * as path from 'node:path';
import { withoutPulumi } from '../../scripts/package/language-package';
import { stagePackage } from '../../scripts/package/stage-package';

const ROOT = path.resolve(__dirname, '../..');

/** Folder of everything that is made once for a version of the package: outside the checkout, so that a fresh clone finds it. */
const CACHE = path.join(process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'), 'olm-constructs', 'languages');

/** The npm package from which the packages for other languages are made. */
export interface PackageFiles {
  /** Folder of the package, for this run. */
  readonly folder: string;
  /** Folder for what is made of it, which later runs find. */
  readonly cache: string;
}

/**
 * Stages the package for jsii's tools, without the entry for Pulumi.
 *
 * @param run folder of this run
 */
export async function stagedForLanguages(run: string): Promise<PackageFiles> {
  const staged = path.join(run, 'package');
  await stagePackage(ROOT, staged);
  await withoutPulumi(staged);
  // jsii's tools look for cdk8s and constructs beside the package. The cache outlives this checkout, and so must not refer to it.
  await symlink(path.join(ROOT, 'node_modules'), path.join(run, 'node_modules'));
  const cache = path.join(CACHE, hashOf(staged));
  await mkdir(cache, { recursive: true });
  return { folder: staged, cache };
}

/** Hash of all files that affect the packages: source maps do not. */
function hashOf(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = path.join(folder, name);
    if (/\.(js|json|jsii|gz|md)$/.test(name)) {
      hash.update(name).update(readFileSync(file));
    }
  }
  for (const tool of ['cdk8s', 'constructs', 'jsii-pacmak']) {
    hash.update(readFileSync(path.join(ROOT, 'node_modules', tool, 'package.json')));
  }
  return hash.digest('hex').slice(0, 16);
}

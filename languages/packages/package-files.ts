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
  /** Folder for what is made of cdk8s and constructs, which later runs find, also those with another version of the package. */
  readonly dependencies: string;
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
  const tools = ['cdk8s', 'constructs', 'jsii-pacmak'].map((name) => path.join(ROOT, 'node_modules', name, 'package.json'));
  // Source maps do not affect the packages.
  const sources = readdirSync(staged, { recursive: true, encoding: 'utf8' }).sort().filter((name) => /\.(js|json|jsii|gz|md)$/.test(name));
  const cache = cacheFor([...sources.map((name) => path.join(staged, name)), ...tools], staged);
  const dependencies = cacheFor(tools, ROOT);
  await mkdir(cache, { recursive: true });
  await mkdir(dependencies, { recursive: true });
  return { folder: staged, cache, dependencies };
}

/** Returns the folder for what is made of files. */
function cacheFor(files: readonly string[], root: string): string {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(path.relative(root, file)).update(readFileSync(file));
  }
  return path.join(CACHE, hash.digest('hex').slice(0, 16));
}

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The checkout that the site describes. Paths are relative to its root, with `/`. */
export const ROOT = resolve(__dirname, '../..');

/** Returns the content of a file of the repository. */
export function readFile(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Whether the repository has a file or folder of this path. */
export function isInRepository(path: string): boolean {
  return existsSync(join(ROOT, path));
}

/** What package.json says about the project. */
export function manifest(): { readonly license: string; readonly version: string; readonly repository: { readonly url: string } } {
  return JSON.parse(readFile('package.json')) as ReturnType<typeof manifest>;
}

/** Returns the address at which the repository will be published. */
export function repositoryAddress(): string {
  return manifest().repository.url.replace(/\.git$/, '');
}

/** Returns the address at which a file or folder of the repository will be published. */
export function publishedAddress(path: string): string {
  const kind = statSync(join(ROOT, path)).isDirectory() ? 'tree' : 'blob';
  return `${repositoryAddress()}/${kind}/main/${path}`;
}

/** The paths of all files that are in git: one process for all folders. */
let listed: readonly string[] | undefined;

/** Returns the paths of the files of a folder that are in git, sorted; of the root without a folder. */
export function trackedFiles(folder: string): string[] {
  listed ??= execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  return listed.filter((path) => path.startsWith(folder === '' ? '' : `${folder}/`) && isInRepository(path)).sort();
}

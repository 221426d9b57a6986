import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { slimDependency } from './slim-dependency';

/** What of package.json a user of the package needs. */
const PUBLISHED_FIELDS = [
  'name', 'version', 'description', 'keywords', 'license', 'author', 'repository', 'engines', 'main', 'types', 'stability', 'jsii',
  'peerDependencies', 'dependencies', 'bundledDependencies', 'publishConfig',
];

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'LICENSE'];

/**
 * Lays out the package as it is published: the compiled files, the jsii assembly, the documents, and the dependencies that are no jsii
 * modules, each as a single file.
 *
 * @param root the checkout, after `npm run build`
 * @param folder where to lay it out; what stands there goes
 * @returns the folder
 */
export async function stagePackage(root: string, folder: string): Promise<string> {
  if (!existsSync(join(root, '.jsii'))) {
    throw new Error('there is nothing to pack; run `npm run build` first');
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(join(root, 'build'), join(folder, 'build'), { recursive: true, filter: path => isPublished(relative(root, path)) });
  for (const file of [...DOCUMENTS, '.jsii', '.jsii.gz']) {
    await cp(join(root, file), join(folder, file));
  }
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { [field: string]: unknown };
  const published = Object.fromEntries(PUBLISHED_FIELDS.filter(field => field in manifest).map(field => [field, manifest[field]]));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`);
  for (const name of manifest['bundledDependencies'] as string[]) {
    await slimDependency(root, name, join(folder, 'node_modules', name));
  }
  return folder;
}

/** The maps of the generated imports are half as large as all the rest, and lead to a file that nobody wrote. */
function isPublished(path: string): boolean {
  return !path.endsWith('.tsbuildinfo') && !/^build[/\\]imports[/\\].*\.map$/.test(path);
}

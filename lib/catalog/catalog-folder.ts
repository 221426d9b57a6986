import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CatalogBlob } from './declcfg/declcfg';
import { groupBy } from '../text/group-by';
import { packageOf } from './declcfg/package-blobs';
import { blobsToYaml } from './declcfg/write-blob';
import { setOwn } from '../formats/json/json-value';

const FILE = 'catalog.yaml';

/**
 * Groups blobs by the subfolder that opm writes them to: one for each package, with a slash at the end. Blobs of unknown packages are in the folder
 * itself, whose key is an empty string, because their package names may contain any character.
 */
export function blobsByFolder(blobs: readonly CatalogBlob[]): Map<string, CatalogBlob[]> {
  const packages = new Set(blobs.filter(({ schema }) => schema === 'olm.package').map(packageOf));
  return groupBy(blobs, (blob) => (packages.has(packageOf(blob)) ? `${packageOf(blob)!}/` : ''));
}

/** Returns blobs as the YAML files of a folder, with a subfolder for each package. */
export function catalogFolder(blobs: readonly CatalogBlob[]): { [key: string]: string } {
  const files: { [key: string]: string } = {};
  for (const [folder, members] of blobsByFolder(blobs)) {
    setOwn(files, `${folder}${FILE}`, blobsToYaml(members));
  }
  return files;
}

/** Writes files, by relative path, into a folder. */
export function writeFolder(folder: string, files: { readonly [file: string]: string }): void {
  for (const [file, content] of Object.entries(files)) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

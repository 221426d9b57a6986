import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageOf } from './document-order';
import { grouped } from './grouped';
import type { CatalogDocument } from './wire';
import { documentsToYaml } from './yaml';
import { setOwn } from '../json-value';

const FILE = 'catalog.yaml';

/**
 * Documents as the files of a folder: a folder for each package, as opm writes them. What belongs to a package that is not there stands at
 * the top, since anything may be in its name.
 */
export function catalogTexts(documents: readonly CatalogDocument[]): { [key: string]: string } {
  const packages = new Set(documents.filter(({ schema }) => schema === 'olm.package').map(packageOf));
  const files = grouped(documents, (document) => (packages.has(packageOf(document)) ? `${packageOf(document)!}/${FILE}` : FILE));
  const texts: { [key: string]: string } = {};
  for (const [file, members] of files) {
    setOwn(texts, file, documentsToYaml(members));
  }
  return texts;
}

/** Writes texts into the files of a folder. */
export function writeTexts(folder: string, texts: { readonly [file: string]: string }): void {
  for (const [file, text] of Object.entries(texts)) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

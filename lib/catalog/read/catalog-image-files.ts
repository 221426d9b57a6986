import { readCatalogLayout } from '../../bundle/oci/bundle-layout';
import { readCatalogImage } from '../../bundle/oci/image';
import { fetchImage } from '../../bundle/registry/fetch-image';
import { compareUtf8 } from '../../formats/json/go-json';
import { type CatalogFile, decodedFile } from './catalog-files';
import type { CatalogFetchOptions, CatalogImageLimits } from './image-options';
import { addIgnoreFile, INDEX_IGNORE, IndexIgnore } from './index-ignore';

/**
 * Fetches the files of a catalog from the image in a registry.
 *
 * @throws BundleError if it cannot be fetched, or is not a catalog image
 * @throws CatalogError if a file is not UTF-8
 */
export async function fetchedCatalogFiles(reference: string, options: CatalogFetchOptions, limits: CatalogImageLimits): Promise<CatalogFile[]> {
  const { maxYamlDepth: _depth, maxYamlNodes: _nodes, ...connection } = options;
  const { maxFileBytes, maxTotalBytes, maxFiles } = limits.catalog;
  const { result } = await fetchImage(reference, { ...connection, maxFileBytes, maxTotalBytes, maxFiles }, (root, imageLimits) => (
    readCatalogImage(reference, root, imageLimits)
  ));
  return filesOf(result);
}

/**
 * Reads the files of a catalog from an image layout.
 *
 * @throws BundleError if it cannot be read, or contains no catalog image
 * @throws CatalogError if a file is not UTF-8
 */
export function layoutCatalogFiles(path: string, image: string | undefined, limits: CatalogImageLimits): CatalogFile[] {
  return filesOf(readCatalogLayout(path, image, limits.image));
}

/** Returns the files in the order of their names, except those that `.indexignore` files exclude. */
function filesOf(contents: ReadonlyMap<string, Buffer>): CatalogFile[] {
  const sorted = [...contents].map(([file, content]) => ({ file, steps: file.split('/'), content }))
    .sort((left, right) => compareSteps(left.steps, right.steps));
  const ignore = new IndexIgnore();
  for (const { file, steps, content } of sorted.filter(isIgnoreFile)) {
    addIgnoreFile(ignore, steps.slice(0, -1).join('/'), decodedFile(file, content));
  }
  return sorted.filter((entry) => !isIgnoreFile(entry) && !ignore.ignores(entry.file)).map(({ file, content }) => decodedFile(file, content));
}

function isIgnoreFile({ steps }: { readonly steps: readonly string[] }): boolean {
  return steps.at(-1) === INDEX_IGNORE;
}

function compareSteps(left: readonly string[], right: readonly string[]): number {
  const differing = left.findIndex((step, index) => step !== right[index]);
  return compareUtf8(left[differing] ?? '', right[differing] ?? '');
}

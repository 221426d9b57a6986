import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isFolder } from './inputs';
import { manifestFiles, manifestObjects, manifestsAt, readFileText } from './manifest-files';
import { Bundle } from '../../bundle/bundle';
import { Catalog } from '../../catalog/catalog';
import { ImageList } from '../../report/image-list';

/** Beginning of a blob of a file-based catalog, which has no kind. */
const CATALOG_BLOB = /^[ \t]*(?:schema:|\{?\s*"schema"\s*:)/m;

/**
 * Returns the images of a path: of a bundle if it is one, otherwise of a catalog or of manifests.
 *
 * @param content content of the standard input, or undefined to read the path
 */
export function imagesAt(path: string, content: string | undefined): ImageList {
  if (content === undefined && isBundle(path)) {
    return ImageList.ofBundle(Bundle.fromPath(path));
  }
  if (content === undefined && isFolder(path)) {
    const [first = ''] = manifestFiles(path);
    return isCatalog(readFileText(first)) ? ImageList.ofCatalog(Catalog.fromDirectory(path)) : ImageList.ofManifests(manifestsAt(path));
  }
  const text = content ?? readFileText(path);
  return isCatalog(text) ? ImageList.ofCatalog(content === undefined ? Catalog.fromFile(path) : Catalog.fromString(content))
    : ImageList.ofManifests(manifestObjects(path, text));
}

function isBundle(path: string): boolean {
  return isFolder(path) ? existsSync(join(path, 'manifests')) || existsSync(join(path, 'oci-layout')) : /\.(tar|tgz|gz)$/.test(path);
}

function isCatalog(text: string): boolean {
  return CATALOG_BLOB.test(text) && !/^kind:/m.test(text);
}

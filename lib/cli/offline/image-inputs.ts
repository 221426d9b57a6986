import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bundle } from '../../bundle/bundle';
import { Catalog } from '../../catalog/catalog';
import { goText, textOf } from '../../formats/json/utf8-text';
import { type ManifestFiles, ManifestFolderError, manifestFilesIn } from '../../formats/manifests/manifest-files';
import { skippedNotes, toolInputRemedy } from '../../formats/manifests/manifest-notes';
import { type ManifestObjects, readManifestFiles, readManifestText } from '../../formats/manifests/read-manifests';
import { ImageList } from '../../report/image-list';
import { OperatorLockFile } from '../../resolve/operator-lock-file';
import { whyUnreadable } from '../../text/system-error';
import { isFolder } from '../../formats/output/make-folders';
import { CliError } from '../frame/cli-error';
import { limitsFor } from '../frame/limits';

/** Beginning of a blob of a file-based catalog, which has no kind. */
const CATALOG_BLOB = /^[ \t]*(?:schema:|(?:\{\s*)?"schema"\s*:)/m;

/** First key of a lock file. */
const LOCK = /^lockVersion:/m;

/** The images of an input, and what a user should know about how it was read. */
export interface ImagesOfInput {
  readonly list: ImageList;
  readonly notes: readonly string[];
}

/**
 * Returns the images of a path: of a bundle if it is one, otherwise of a lock file, a catalog or manifests.
 *
 * @param content content of the standard input, or undefined to read the path
 * @param contents contents of catalogs that the user gives
 * @param limit limits of reading, as on the command line
 */
export function imagesAt(
  path: string, content: string | undefined, contents: { [key: string]: Catalog }, limit: readonly string[],
): ImagesOfInput {
  const limits = limitsFor('CatalogReadOptions', limit);
  if (content === undefined && isBundle(path)) {
    return { list: ImageList.ofBundle(Bundle.fromPath(path, limitsFor('BundleReadOptions', limit))), notes: [] };
  }
  if (content === undefined && isFolder(path)) {
    const listed = manifestFiles(path);
    const [first] = listed.files;
    const isOfCatalog = first !== undefined && isCatalog(goText(readFile(first)));
    return isOfCatalog ? { list: ImageList.ofCatalog(Catalog.fromDirectory(path, limits)), notes: [] } : imagesOfFolder(path, listed, contents);
  }
  const text = content ?? textOf(readFile(path), path);
  if (LOCK.test(text)) {
    return { list: OperatorLockFile.fromString(text, path).images(contents), notes: [] };
  }
  const list = isCatalog(text) ? ImageList.ofCatalog(content === undefined ? Catalog.fromFile(path, limits) : Catalog.fromString(content, limits))
    : ImageList.ofManifests(manifestObjects(path, text), { catalogs: contents });
  return { list, notes: [] };
}

function isBundle(path: string): boolean {
  return isFolder(path) ? existsSync(join(path, 'manifests')) || existsSync(join(path, 'oci-layout')) : /\.(tar|tgz|gz)$/.test(path);
}

function isCatalog(text: string): boolean {
  return CATALOG_BLOB.test(text) && !/^kind:/m.test(text);
}

function imagesOfFolder(path: string, listed: ManifestFiles, contents: { [key: string]: Catalog }): ImagesOfInput {
  const found = readManifestFiles(listed);
  const unknown = [
    ...found.toolInputs.map((input) => `images of a folder that a tool renders: ${toolInputRemedy(input, 'olm-constructs images -')}`),
    ...found.malformed.map((fault) => `images of a file that cannot be read: ${fault}`),
  ];
  const objects = found.objects.map(({ object }) => object);
  const list = ImageList.merged([ImageList.ofManifests(objects, { catalogs: contents }), ImageList._of({ uses: [], unknown })]);
  return { list, notes: skippedNotes(path, found) };
}

/**
 * Returns the objects of all manifests in a folder and its subfolders.
 *
 * @param includes whether to read a file
 * @throws CliError if the folder has no manifests, or too many
 */
export function folderObjects(path: string, includes: (file: string) => boolean): ManifestObjects {
  const { files, toolInputs } = manifestFiles(path);
  return readManifestFiles({ files: files.filter(includes), toolInputs });
}

/**
 * Lists the files with manifests in a folder and its subfolders.
 *
 * @throws CliError if the folder has no manifests, or too many
 */
function manifestFiles(path: string): ManifestFiles {
  try {
    const listed = manifestFilesIn(path);
    if (listed.files.length + listed.toolInputs.length === 0) {
      throw new CliError(`${path}: the folder has no manifests: no files with the extension .yaml, .yml or .json`);
    }
    return listed;
  } catch (error) {
    throw error instanceof ManifestFolderError ? new CliError(error.message) : error;
  }
}

/**
 * Returns the objects of a file, including the items of lists.
 *
 * @param file name of the file, for messages
 * @throws CliError if it is not YAML or JSON, or a document is not a Kubernetes object
 */
function manifestObjects(file: string, content: string): object[] {
  const { objects, skipped, malformed } = readManifestText(content, file);
  const faults = [...malformed, ...skipped.map((place) => `${place}: this is not a Kubernetes object: it must have apiVersion and kind`)];
  if (faults.length > 0) {
    throw new CliError(faults.join('\n'));
  }
  return objects.map(({ object }) => object);
}

/** Reads a file. */
function readFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CliError(`${file}: ${whyUnreadable(error)}`);
  }
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Bundle } from '../../bundle/bundle';
import { Catalog } from '../../catalog/catalog';
import { isMap, mapListField } from '../../formats/json/json-value';
import { YamlSyntaxError } from '../../formats/yaml/source-text';
import { readStream } from '../../formats/yaml/stream';
import { ImageList } from '../../report/image-list';
import { OperatorLockFile } from '../../resolve/operator-lock-file';
import { counted } from '../../text/phrases';
import { CliError } from '../frame/cli-error';
import { isFolder } from './inputs';

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
 */
export function imagesAt(path: string, content: string | undefined, contents: { [key: string]: Catalog }): ImagesOfInput {
  if (content === undefined && isBundle(path)) {
    return { list: ImageList.ofBundle(Bundle.fromPath(path)), notes: [] };
  }
  if (content === undefined && isFolder(path)) {
    const [first = ''] = manifestFiles(path);
    return isCatalog(readFileText(first)) ? { list: ImageList.ofCatalog(Catalog.fromDirectory(path)), notes: [] } : imagesOfFolder(path, contents);
  }
  const text = content ?? readFileText(path);
  if (LOCK.test(text)) {
    return { list: OperatorLockFile.fromString(text, path).images(contents), notes: [] };
  }
  const list = isCatalog(text) ? ImageList.ofCatalog(content === undefined ? Catalog.fromFile(path) : Catalog.fromString(content))
    : ImageList.ofManifests(manifestObjects(path, text), { catalogs: contents });
  return { list, notes: [] };
}

function isBundle(path: string): boolean {
  return isFolder(path) ? existsSync(join(path, 'manifests')) || existsSync(join(path, 'oci-layout')) : /\.(tar|tgz|gz)$/.test(path);
}

function isCatalog(text: string): boolean {
  return CATALOG_BLOB.test(text) && !/^kind:/m.test(text);
}

function imagesOfFolder(path: string, contents: { [key: string]: Catalog }): ImagesOfInput {
  const { objects, skipped, unknown } = folderObjects(path);
  const list = ImageList.merged([ImageList.ofManifests([...objects], { catalogs: contents }), ImageList._of({ uses: [], unknown })]);
  return { list, notes: skipped.length === 0 ? [] : [`${path}: skipped ${counted(skipped.length, 'document')} without apiVersion and kind: ${listed(skipped)}`] };
}

/** Maximum number of files that a note names. */
const MAX_NAMED = 5;

function listed(places: readonly string[]): string {
  return places.slice(0, MAX_NAMED).join(', ') + (places.length > MAX_NAMED ? ` and ${places.length - MAX_NAMED} more` : '');
}

/** Content of a folder with manifests and, possibly, other YAML. */
interface FolderObjects {
  readonly objects: readonly object[];

  /** Documents that are not Kubernetes objects, as `file:line`. */
  readonly skipped: readonly string[];

  /** What is not known, a sentence each. */
  readonly unknown: readonly string[];
}

/** Files whose folder is the input of a tool, which writes the manifests that are applied. */
const INPUTS_OF_TOOLS: ReadonlyMap<string, string> = new Map([
  ['Chart.yaml', 'a Helm chart: not known, list the output of `helm template`'],
  ...['kustomization.yaml', 'kustomization.yml'].map((name) => [
    name, 'a kustomization: not known after its patches and transformers, list the output of `kubectl kustomize`',
  ] as const),
]);

/**
 * Returns the objects of all manifests in a folder and its subfolders.
 *
 * @param isIncluded whether to read a file
 * @throws CliError if the folder has no manifests, or more than 10,000
 */
export function folderObjects(path: string, isIncluded: (file: string) => boolean = () => true): FolderObjects {
  const [objects, skipped, unknown]: [object[], string[], string[]] = [[], [], []];
  for (const file of manifestFiles(path).filter(isIncluded)) {
    const tool = INPUTS_OF_TOOLS.get(basename(file));
    if (tool !== undefined) {
      unknown.push(`images of ${file}, ${tool}`);
    }
    try {
      for (const { object, line } of documentsOf(readFileText(file))) {
        if (object === undefined) {
          skipped.push(`${file}:${line}`);
        } else {
          objects.push(...itemsOf(object));
        }
      }
    } catch (error) {
      if (!(error instanceof YamlSyntaxError)) {
        throw error;
      }
      // Such as a template of a Helm chart.
      unknown.push(`images of ${file}: not known, it is not YAML (${error.message})`);
    }
  }
  return { objects, skipped, unknown };
}

/** Limits far above those of a cluster. */
const LIMITS = { maxDepth: 200, maxNodes: 5_000_000, target: 'object' } as const;

/** Names of manifests. */
const MANIFEST = /\.(ya?ml|json)$/;

/** Maximum number of files that are read from a folder, so that a wrong folder, such as /, causes an error instead of an endless wait. */
const MAX_FILES = 10_000;

/**
 * Returns the files with manifests in a folder and its subfolders, sorted.
 *
 * @throws CliError if the folder has no manifests, or more than 10,000
 */
export function manifestFiles(path: string): string[] {
  const found: string[] = [];
  const open = [path];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) {
        open.push(join(folder, entry.name));
      } else if (entry.isFile() && MANIFEST.test(entry.name)) {
        found.push(join(folder, entry.name));
      }
    }
    if (found.length > MAX_FILES) {
      throw new CliError(`${path}: the folder has more than ${MAX_FILES} manifests; specify a folder with fewer`);
    }
  }
  if (found.length === 0) {
    throw new CliError(`${path}: the folder has no manifests: no files with the extension .yaml, .yml or .json`);
  }
  return found.sort();
}

interface ManifestDocument {
  /** The object, or undefined if the document is not a Kubernetes object. */
  readonly object: { readonly [key: string]: unknown } | undefined;
  readonly line: number;
}

/** @throws YamlSyntaxError */
function* documentsOf(content: string): Generator<ManifestDocument> {
  for (const { value, line } of readStream(content, LIMITS)) {
    if (value !== undefined && value !== null) {
      const isObject = isMap(value) && typeof value['kind'] === 'string' && typeof value['apiVersion'] === 'string';
      yield { object: isObject ? value : undefined, line };
    }
  }
}

function itemsOf(object: { readonly [key: string]: unknown }): object[] {
  return String(object['kind']).endsWith('List') && Array.isArray(object['items']) ? mapListField(object, 'items') : [object];
}

/**
 * Returns the objects of a file, including the items of lists.
 *
 * @param file name of the file, for messages
 * @throws CliError if it is not YAML or JSON, or a document is not a Kubernetes object
 */
function manifestObjects(file: string, content: string): object[] {
  const objects: object[] = [];
  try {
    for (const { object, line } of documentsOf(content)) {
      if (object === undefined) {
        throw new CliError(`${file}:${line}: this is not a Kubernetes object: it must have apiVersion and kind`);
      }
      objects.push(...itemsOf(object));
    }
  } catch (error) {
    throw error instanceof YamlSyntaxError ? new CliError(`${file}: ${error.message}`) : error;
  }
  return objects;
}

/** Reads a file. */
export function readFileText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError(`${file}: ${code === 'ENOENT' ? 'file or folder not found' : `the file cannot be read (${code ?? 'unknown error'})`}`);
  }
}

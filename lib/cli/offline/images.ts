import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bundle } from '../../bundle/bundle';
import { Catalog } from '../../catalog/catalog';
import { isMap, mapListField } from '../../formats/json/json-value';
import { readStream } from '../../formats/yaml/stream';
import { YamlSyntaxError } from '../../formats/yaml/source-text';
import { ImageList } from '../../report/image-list';
import { CliError, ExitCode, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { choice, text } from '../frame/option';
import { checkOperands, eachInput, isFolder, isImage } from './inputs';

const FORMATS = ['text', 'json', 'cyclonedx', 'idms', 'itms', 'mapping'] as const;

/** `olm-constructs images` */
export const imagesCommand = defineCommand({
  description: 'Lists every image that a cluster pulls for bundles, catalogs and manifests: what to mirror for a disconnected cluster, or to scan. '
    + 'idms, itms and mapping need --mirror: the sets are objects of OpenShift, and the mapping is for `oc image mirror --filename`.',
  operands: [{
    name: 'INPUT',
    description: 'bundle (folder, archive, image layout, or bundle image with its registry and tag or digest), catalog (folder or file), '
      + 'manifests (file or folder of YAML), or - for manifests or a catalog from standard input',
    several: true,
  }],
  options: {
    format: choice('FORMAT', FORMATS, 'text', 'format of the list'),
    mirror: text('REGISTRY', 'registry of the mirror, optionally with a path, such as mirror.example.com/olm'),
    name: text('NAME', 'name of the mirror set; by default olm-constructs'),
  },
  examples: [
    { description: 'The images of a bundle', command: 'olm-constructs images bundle' },
    { description: 'A bill of materials of everything that an app installs', command: 'olm-constructs images manifests --format cyclonedx' },
    { description: 'The copies to make for a mirror', command: 'olm-constructs images bundle --format mapping --mirror mirror.example.com/olm' },
  ],
  run: async (context, { operands, options: { format, mirror, name } }) => {
    checkOperands(operands);
    if ((mirror === undefined) !== ['text', 'json', 'cyclonedx'].includes(format)) {
      throw new UsageError(mirror === undefined ? `--format ${format} needs --mirror with the registry of the mirror`
        : `--mirror is for the formats idms, itms and mapping, and the format is ${format}; omit it`);
    }
    const { results, unreadable } = await eachInput(operands, context, (operand) => imagesOf(operand, context));
    context.stdout.write(listText(ImageList.merged(results.map(({ value }) => value)), format, name ?? 'olm-constructs', mirror ?? ''));
    return unreadable > 0 ? ExitCode.ERROR : ExitCode.SUCCESS;
  },
});

async function imagesOf(operand: string, context: CommandContext): Promise<ImageList> {
  return isImage(operand) ? ImageList.ofBundle(await Bundle.fetch(operand, { signal: context.signal }))
    : imagesAt(operand, operand === '-' ? (await context.readStdin()).toString() : undefined);
}

function listText(list: ImageList, format: typeof FORMATS[number], name: string, mirror: string): string {
  switch (format) {
    case 'text':
      return list.toText();
    case 'json':
      return list.toJson();
    case 'cyclonedx':
      return list.toCycloneDx();
    case 'idms':
      return list.toImageDigestMirrorSet(name, mirror);
    case 'itms':
      return list.toImageTagMirrorSet(name, mirror);
    case 'mapping':
      return list.toMirrorMapping(mirror);
  }
}

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

/** Limits far above those of a cluster. */
const LIMITS = { maxDepth: 200, maxNodes: 5_000_000 } as const;

/** Names of manifests. */
const MANIFEST = /\.(ya?ml|json)$/;

/** Maximum number of files that are read from a folder, so that a wrong folder, such as /, causes an error instead of an endless wait. */
const MAX_FILES = 10_000;

/**
 * Returns the files with manifests at a path: the file itself, or those of a folder and its subfolders, sorted.
 *
 * @throws CliError if there are none, or too many
 */
export function manifestFiles(path: string): string[] {
  if (!isFolder(path)) {
    return [path];
  }
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

/**
 * Returns the objects of a file, including the items of lists.
 *
 * @param file name of the file, for messages
 * @throws CliError if it is not YAML or JSON, or a document is not a Kubernetes object
 */
export function manifestObjects(file: string, content: string): object[] {
  const objects: object[] = [];
  try {
    for (const { value, line } of readStream(content, LIMITS)) {
      if (value === undefined || value === null) {
        continue;
      }
      if (!isMap(value) || typeof value['kind'] !== 'string' || typeof value['apiVersion'] !== 'string') {
        throw new CliError(`${file}:${line}: this is not a Kubernetes object: it must have apiVersion and kind`);
      }
      objects.push(...value['kind'].endsWith('List') && Array.isArray(value['items']) ? mapListField(value, 'items') : [value]);
    }
  } catch (error) {
    throw error instanceof YamlSyntaxError ? new CliError(`${file}: ${error.message}`) : error;
  }
  return objects;
}

/** Returns the objects of all manifests at a path. */
export function manifestsAt(path: string): object[] {
  return manifestFiles(path).flatMap((file) => manifestObjects(file, readFileText(file)));
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

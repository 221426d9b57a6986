import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../frame/cli-error';
import { isFolder } from './inputs';
import { isMap, mapListField } from '../../formats/json/json-value';
import { readStream } from '../../formats/yaml/stream';
import { YamlSyntaxError } from '../../formats/yaml/yaml-syntax-error';

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

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../formats/json/defined';
import { isMap, type JsonMap, mapField, mapListField, stringField } from '../../formats/json/json-value';
import { checkArguments } from '../../formats/options/check-arguments';
import { YamlSyntaxError } from '../../formats/yaml/source-text';
import { readStream } from '../../formats/yaml/stream';
import { printable, printableText } from '../../text/printable';

/** Object of a manifest, before it is applied. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;

  /** Namespace in the manifest. @default - none */
  readonly namespace?: string;

  /** The whole object. */
  readonly object: JsonMap;

  /** File as specified by the user, or `standard input`. */
  readonly source: string;
}

/** Returns the API group of an object, or an empty string for the core group. */
export function groupOf({ apiVersion }: Pick<Manifest, 'apiVersion'>): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}

/** Error in manifests: a file that cannot be read, or has unexpected content. The message names the file. */
export class ManifestError extends Error {
  public constructor(message: string) {
    super(printableText(printable(message)));
    this.name = 'ManifestError';
  }
}

/** Limits of a file of manifests: the CRDs of a large operator have several hundred thousand values. */
const LIMITS = { maxDepth: 200, maxNodes: 5_000_000, target: 'any' } as const;

/** Maximum number of files in a folder. */
const MAX_FILES = 20_000;

/** Extensions of files that kubectl applies. */
const EXTENSIONS = /\.(ya?ml|json)$/;

/** Path that means the standard input. */
const STDIN = '-';

/**
 * Reads the objects of manifests. In a folder, all YAML and JSON files are read, including those of its subfolders, except hidden ones; documents in
 * them that are not Kubernetes objects, such as Helm values, are skipped. A list is read as its items.
 *
 * @param paths files and folders; `-` is the standard input
 * @param readStdin reads the standard input, which is empty by default
 * @throws ManifestError if a path does not exist, a file is not YAML, or a file in `paths` has documents that are not objects
 */
export async function readManifests(
  paths: readonly string[], readStdin: () => Promise<Buffer> = () => Promise.resolve(Buffer.alloc(0)),
): Promise<Manifest[]> {
  checkArguments('readManifests', { paths, readStdin });
  const manifests: Manifest[] = [];
  for (const path of [...new Set(paths)]) {
    if (path === STDIN) {
      manifests.push(...objectsIn((await readStdin()).toString('utf8'), 'standard input', true));
    } else if (stats(path).isDirectory()) {
      manifests.push(...filesIn(path).flatMap((file) => objectsIn(content(file), file, false)));
    } else {
      manifests.push(...objectsIn(content(path), path, true));
    }
  }
  return manifests;
}

function stats(path: string): ReturnType<typeof statSync> & object {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    throw new ManifestError(`${path} does not exist; give a file or folder of manifests`);
  }
  return found;
}

function filesIn(folder: string): string[] {
  const files: string[] = [];
  const visit = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const inside = join(path, entry.name);
      if (entry.name.startsWith('.')) {
        continue;
      }
      if (entry.isDirectory()) {
        visit(inside);
      } else if (EXTENSIONS.test(entry.name) && statSync(inside, { throwIfNoEntry: false })?.isFile() === true) {
        // The files of a mounted ConfigMap are symbolic links.
        files.push(inside);
      }
    }
  };
  visit(folder);
  if (files.length > MAX_FILES) {
    throw new ManifestError(`${folder} has ${files.length} YAML and JSON files; give the folders or files of the manifests, at most ${MAX_FILES} files`);
  }
  return files;
}

function content(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ManifestError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`);
  }
}

function objectsIn(text: string, source: string, isNamed: boolean): Manifest[] {
  try {
    return [...readStream(text, LIMITS)].flatMap(({ value, line }) => (
      value === undefined || value === null ? [] : objectsOf(value, { source, line, isNamed })
    ));
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      throw new ManifestError(`${source}:${error.position.line}:${error.position.column}: ${error.message}`);
    }
    throw error;
  }
}

interface Origin {
  readonly source: string;
  readonly line: number;
  readonly isNamed: boolean;
}

function objectsOf(value: unknown, origin: Origin): Manifest[] {
  const [apiVersion, kind] = [stringField(value, 'apiVersion'), stringField(value, 'kind')];
  if (!isMap(value) || apiVersion === undefined || kind === undefined) {
    return skipped(origin, 'is not an object of Kubernetes: it has no apiVersion and kind');
  }
  if (kind.endsWith('List') && Array.isArray(value['items'])) {
    return mapListField(value, 'items').flatMap((item) => objectsOf(item, origin));
  }
  const metadata = mapField(value, 'metadata');
  const [name, namespace] = [stringField(metadata, 'name'), stringField(metadata, 'namespace')];
  if (name === undefined) {
    return skipped(origin, `has a ${kind} without metadata.name`);
  }
  return [manifest(value, { apiVersion, kind, name, source: origin.source, ...defined({ namespace }) })];
}

function manifest(object: JsonMap, fields: Omit<Manifest, 'object'>): Manifest {
  return { ...fields, object };
}

function skipped({ source, line, isNamed }: Origin, why: string): [] {
  if (isNamed) {
    throw new ManifestError(`${source}:${line}: the document ${why}`);
  }
  return [];
}

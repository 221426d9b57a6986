import { statSync } from 'node:fs';
import { defined } from '../../formats/json/defined';
import { isMap, type JsonMap, stringField } from '../../formats/json/json-value';
import { ManifestFolderError } from '../../formats/manifests/manifest-files';
import { skippedNotes, toolInputRemedy } from '../../formats/manifests/manifest-notes';
import { type ManifestObjects, NO_MANIFESTS, readManifestFile, readManifestFolder, readManifestText } from '../../formats/manifests/read-manifests';
import { checkArguments } from '../../formats/options/check-arguments';
import { append } from '../../text/lists';
import { printableMessage, problemLine } from '../../text/printable';

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

/** Returns a key for the namespace and name of an object. */
export function placeOf({ namespace, name }: { readonly namespace?: string | undefined; readonly name: string | undefined }): string {
  return JSON.stringify([namespace, name]);
}

/** Error in manifests: a file that cannot be read, or has unexpected content. The message names the file. */
export class ManifestError extends Error {
  public constructor(message: string) {
    super(printableMessage(message));
    this.name = 'ManifestError';
  }
}

/** Path that means the standard input. */
const STDIN = '-';

/** Manifests, and what else is in their folders. */
export interface NotedManifests {
  /** The objects, in the order of the files. */
  readonly manifests: Manifest[];

  /** A line for each folder in which documents were skipped, because they are not Kubernetes objects: their number, and up to five places. */
  readonly notes: readonly string[];
}

/**
 * Reads the objects of manifests. In a folder, all YAML and JSON files are read, including those of its subfolders, except hidden ones; documents in
 * them that are not Kubernetes objects, such as Helm values, are skipped. A list, or a JSON array, is read as its items.
 *
 * @param paths files and folders; `-` is the standard input
 * @param readStdin reads the standard input, which is empty by default
 * @throws ManifestError, with everything that is wrong, if a path does not exist, a file is not YAML, a file in `paths` has documents that are not
 * objects, or a folder has a kustomization or a Helm chart, whose files are not what is applied
 */
export async function readManifests(paths: readonly string[], readStdin: () => Promise<Buffer> = noInput): Promise<Manifest[]> {
  checkArguments('readManifests', { paths, readStdin });
  return (await notedManifests(paths, readStdin)).manifests;
}

/**
 * Reads the objects of manifests as `readManifests` does, with notes about what it skips.
 *
 * @param paths files and folders; `-` is the standard input
 * @param readStdin reads the standard input, which is empty by default
 * @param consumer command that reads manifests from its standard input, such as `olm-constructs wait -f -`: for a folder with a kustomization or a
 * Helm chart, the error has the command that renders it for this one
 * @throws ManifestError as `readManifests` does
 */
export async function readNotedManifests(
  paths: readonly string[], readStdin: () => Promise<Buffer> = noInput, consumer?: string,
): Promise<NotedManifests> {
  checkArguments('readNotedManifests', { paths, readStdin, consumer });
  return notedManifests(paths, readStdin, consumer);
}

function noInput(): Promise<Buffer> {
  return Promise.resolve(Buffer.alloc(0));
}

async function notedManifests(paths: readonly string[], readStdin: () => Promise<Buffer>, consumer?: string): Promise<NotedManifests> {
  const manifests: Manifest[] = [];
  const notes: string[] = [];
  const faults: string[] = [];
  for (const path of [...new Set(paths)]) {
    const found = await contentOf(path, readStdin);
    const isFolder = found.isFolder;
    append(faults, [...found.toolInputs.map((input) => toolInputRemedy(input, consumer)), ...found.malformed]);
    const skipped = [...found.skipped];
    for (const { object, file, line } of found.objects) {
      const [name, namespace] = ['name', 'namespace'].map((key) => stringField(object['metadata'], key));
      if (name !== undefined) {
        manifests.push({ apiVersion: object.apiVersion, kind: object.kind, name, source: file, ...defined({ namespace }), object });
      } else if (isFolder && isMissing(object)) {
        skipped.push(`${file}:${line}`);
      } else {
        faults.push(`${file}:${line}: the document has a ${object.kind} without metadata.name`);
      }
    }
    if (isFolder) {
      append(notes, skippedNotes(path, { skipped }));
    } else {
      append(faults, skipped.map((place) => `${place}: the document is not an object of Kubernetes: it has no apiVersion and kind`));
    }
  }
  if (faults.length > 0) {
    const [first, ...more] = faults.map(problemLine);
    throw new ManifestError(more.length === 0 ? first! : `${faults.length} problems of the manifests, so nothing was done:\n${[first, ...more].map((line) => `  ${line}`).join('\n')}`);
  }
  return { manifests, notes };
}

/** Whether an object has no name at all, such as the configuration of a tool. */
function isMissing(object: JsonMap): boolean {
  const metadata = object['metadata'] ?? {};
  return isMap(metadata) && (metadata['name'] ?? undefined) === undefined;
}

async function contentOf(path: string, readStdin: () => Promise<Buffer>): Promise<ManifestObjects & { readonly isFolder: boolean }> {
  if (path === STDIN) {
    return { ...readManifestText(await readStdin(), 'standard input'), isFolder: false };
  }
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    return { ...NO_MANIFESTS, malformed: [`${path} does not exist; give a file or folder of manifests`], isFolder: false };
  }
  try {
    return { ...found.isDirectory() ? readManifestFolder(path, { followLinks: true }) : readManifestFile(path), isFolder: found.isDirectory() };
  } catch (error) {
    throw error instanceof ManifestFolderError ? new ManifestError(problemLine(error.message)) : error;
  }
}

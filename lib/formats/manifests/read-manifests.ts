import { readFileSync, statSync } from 'node:fs';
import { unreadableReason } from '../../text/system-error';
import { field, fieldAt, isMap, type JsonMap, stringField } from '../json/json-value';
import { YamlSyntaxError } from '../yaml/source-text';
import { EncodingError, textOf } from '../json/utf8-text';
import { readStream } from '../yaml/stream';
import { type ManifestFiles, manifestFilesIn, type ManifestFilesOptions, type ToolInput } from './manifest-files';

/** Limits of a file of manifests: the CRDs of a large operator have several hundred thousand values. */
const LIMITS = { maxDepth: 200, maxNodes: 5_000_000, target: 'object' } as const;

/** Maximum size of a file, in bytes. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** API groups of objects that only the tool reads whose configuration they are; a cluster has none of them. */
const GROUPS_OF_TOOLS: ReadonlySet<string> = new Set(['kustomize.config.k8s.io', 'kind.x-k8s.io']);

/** A Kubernetes object of a manifest. */
export interface ManifestObject {
  /** The object: it has `apiVersion` and `kind`, which are strings. */
  readonly object: JsonMap & { readonly apiVersion: string; readonly kind: string };

  /** File, or another name of the source. */
  readonly file: string;

  /** Line at which its document begins. */
  readonly line: number;
}

/** Objects of manifests, and what else is in their files. */
export interface ManifestObjects {
  readonly objects: readonly ManifestObject[];

  /** Documents that are not Kubernetes objects, as `file:line`. */
  readonly skipped: readonly string[];

  /** What cannot be read, as `file:line:column: reason`. */
  readonly malformed: readonly string[];

  /** Folders that a tool renders. */
  readonly toolInputs: readonly ToolInput[];
}

/**
 * Reads the Kubernetes objects in a folder and its subfolders. Lists of Kubernetes, and JSON arrays, are read as their items; what is not a
 * Kubernetes object, such as Helm values, is skipped. What cannot be read does not stop it.
 *
 * @throws ManifestFolderError if there are too many files
 */
export function readManifestFolder(folder: string, options: ManifestFilesOptions = {}): ManifestObjects {
  return readManifestFiles(manifestFilesIn(folder, options));
}

/** Reads the Kubernetes objects of the listed files, as `readManifestFolder` does. */
export function readManifestFiles({ files, toolInputs }: Pick<ManifestFiles, 'files' | 'toolInputs'>): ManifestObjects {
  const parts = files.map(readManifestFile);
  return {
    objects: parts.flatMap(({ objects }) => objects),
    skipped: parts.flatMap(({ skipped }) => skipped),
    malformed: parts.flatMap(({ malformed }) => malformed),
    toolInputs,
  };
}

/** Reads the Kubernetes objects of a file. A file that cannot be opened is malformed. */
export function readManifestFile(file: string): ManifestObjects {
  try {
    const { size } = statSync(file);
    return size > MAX_FILE_BYTES ? { ...NO_MANIFESTS, malformed: [`${file}: the file has ${size} bytes, more than ${MAX_FILE_BYTES} (limit maxFileBytes)`] }
      : readManifestText(readFileSync(file), file);
  } catch (error) {
    const reason = unreadableReason(error);
    if (reason === undefined) {
      throw error;
    }
    return { ...NO_MANIFESTS, malformed: [`${file}: ${reason}`] };
  }
}

/** No objects. */
export const NO_MANIFESTS: ManifestObjects = { objects: [], skipped: [], malformed: [], toolInputs: [] };

/**
 * Reads the Kubernetes objects of a text. Bytes that are not UTF-8 are malformed.
 *
 * @param content the text, or its bytes
 * @param file name of the source, for messages
 */
export function readManifestText(content: string | Uint8Array, file: string): ManifestObjects {
  let text: string;
  try {
    text = typeof content === 'string' ? content : textOf(content, file);
  } catch (error) {
    if (!(error instanceof EncodingError)) {
      throw error;
    }
    return { ...NO_MANIFESTS, malformed: [error.message] };
  }
  const reader = new ObjectReader(file);
  try {
    for (const { value, line } of readStream(text, LIMITS)) {
      reader.document(value, line);
    }
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) {
      throw error;
    }
    const hint = text.includes('{{') ? '; if it is a template of a Helm chart, use the output of `helm template` instead' : '';
    reader.malformed.push(`${file}:${error.position.line}:${error.position.column}: ${error.message}${hint}`);
  }
  return { objects: reader.objects, skipped: reader.skipped, malformed: reader.malformed, toolInputs: [] };
}

/**
 * Reads Kubernetes objects from values. Lists are read as their items.
 *
 * @param name name of the source, for messages; the line of an object is its position among the values
 */
export function readManifestValues(values: readonly unknown[], name: string): ManifestObjects {
  const reader = new ObjectReader(name);
  const malformed: string[] = [];
  values.forEach((value, index) => {
    if (isMap(value) && typeof value['apiVersion'] === 'string' && typeof value['kind'] === 'string') {
      reader.document(value, index + 1);
    } else {
      malformed.push(`object ${index + 1} is not a Kubernetes object: it must have apiVersion and kind`);
    }
  });
  return { ...NO_MANIFESTS, objects: reader.objects, skipped: reader.skipped, malformed: [...malformed, ...reader.malformed] };
}

class ObjectReader {
  public readonly objects: ManifestObject[] = [];
  public readonly skipped: string[] = [];
  public readonly malformed: string[] = [];

  public constructor(private readonly file: string) {}

  public document(value: unknown, line: number): void {
    if (value === undefined || value === null) {
      return;
    }
    const items = itemsOf(value);
    if (items !== undefined) {
      items.forEach((item, index) => this.#item(item, index, line));
    } else if (isObject(value)) {
      this.objects.push({ object: value, file: this.file, line });
    } else {
      this.skipped.push(`${this.file}:${line}`);
    }
  }

  /** Reads an item of a list. An item that is no object is malformed, unless the list is an array, which may be any JSON. */
  #item(item: unknown, index: number, line: number): void {
    const items = itemsOf(item);
    if (items !== undefined) {
      items.forEach((inner, at) => this.#item(inner, at, line));
    } else if (isObject(item)) {
      this.objects.push({ object: item, file: this.file, line });
    } else {
      this.malformed.push(`${this.file}:${line}: item ${index + 1} of the list is not a Kubernetes object: it must have apiVersion and kind`);
    }
  }
}

/**
 * Returns the items of a list of Kubernetes, or of an array with at least one object. Go writes a list without items as null, and a template that
 * lists none may leave the field out, which a custom resource whose kind ends with List may do as well: it has a name.
 */
function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) {
    return value.some((item) => isObject(item)) ? value : undefined;
  }
  const kind = stringField(value, 'kind') ?? '';
  const items = field(value, 'items');
  if (!kind.endsWith('List')) {
    return undefined;
  }
  if (Array.isArray(items) && items.length > 0) {
    return items as unknown[];
  }
  const isNone = Array.isArray(items) || items === null || (items === undefined && kind === 'List');
  return isNone && fieldAt(value, 'metadata', 'name') === undefined ? [] : undefined;
}

function isObject(value: unknown): value is ManifestObject['object'] {
  return isMap(value) && typeof value['kind'] === 'string' && typeof value['apiVersion'] === 'string' && !GROUPS_OF_TOOLS.has(value['apiVersion'].split('/')[0]!);
}

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EncodingError, goText, textOf } from '../../../formats/json/utf8-text';
import { append } from '../../../text/lists';
import { whyUnreadable } from '../../../text/system-error';
import { Dump } from './dump';
import { DumpedObjects, dumpedObjects, DumpFault } from './dumped-objects';
import { InspectionError } from './object-source';
import { DumpBudget, MAX_FILES, mayHaveObjects, PackedFile, unpackedFile, unpackedFiles, UnpackedFiles } from './packed-files';

/** Maximum size of a file as it is on disk, in bytes. */
const MAX_PACKED = 1024 * 1024 * 1024;

/** Kinds that an inspection reads. Files in a folder without any of them are not parsed: a must-gather has tens of thousands. */
const KINDS = new RegExp(`\\bkind"?\\s*:\\s*"?(?:${[
  'Subscription', 'InstallPlan', 'ClusterServiceVersion', 'CatalogSource', 'OperatorGroup', 'PackageManifest', 'OLMConfig', 'Operator', 'OperatorCondition',
  'ClusterExtension', 'ClusterCatalog', 'ClusterExtensionRevision', 'ClusterObjectSet', 'BundleDeployment', 'BundleInstance', 'Bundle',
  'Namespace', 'Pod', 'Event', 'Service', 'Deployment', 'ReplicaSet', 'Job', 'CustomResourceDefinition', 'APIService',
  'ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration', 'EndpointSlice', 'Certificate',
].join('|')})(?:List)?\\b`);

/** A dump, with what could not be read. */
export interface DumpFiles {
  readonly dump: Dump;

  /** Files in a folder or an archive that are not dumps, such as notes with the name of a YAML file. */
  readonly skipped: readonly string[];

  /** Objects that are malformed, and files that have broken parts or cannot be read: the rest is read. */
  readonly malformed: readonly string[];

  /** Archives that may be cut off, without a proof that anything is missing. */
  readonly notes: readonly string[];
}

/**
 * Reads dumps: YAML or JSON files, also compressed, and folders and archives of them, such as those of `oc adm must-gather` and `oc adm inspect`.
 *
 * @param paths files, archives and folders
 * @param stdin content of the standard input, for the path `-`
 * @param maxUnpackedBytes maximum decompressed size of all files together
 * @throws InspectionError if a path does not exist, a file is neither YAML nor JSON, or there is no Kubernetes object in any of them
 */
export function readDump(paths: readonly string[], stdin: string | Uint8Array = '', maxUnpackedBytes?: number): DumpFiles {
  const contents: DumpedObjects[] = [];
  const skipped: string[] = [];
  const malformed: string[] = [];
  const notes: string[] = [];
  const budget = new DumpBudget(maxUnpackedBytes);
  const add = ({ path, content, isPacked }: PackedFile): void => {
    const text = dumpText(path, content);
    if (isPacked && !KINDS.test(typeof text === 'string' ? text : goText(content))) {
      return;
    }
    if (text instanceof EncodingError) {
      malformed.push(text.message);
      return;
    }
    const found = dumpedObjects(text);
    contents.push(found);
    // A folder or an archive has files of any kind, and objects that no inspection reads.
    found.faults.forEach((fault) => (isPacked && !isInspected(fault) ? skipped : malformed).push(faultText(path, fault)));
  };
  const addAll = (found: UnpackedFiles): void => {
    found.files.forEach(add);
    append(notes, found.notes);
  };
  for (const path of paths) {
    if (path === '') {
      throw new InspectionError('the path of a dump is empty; specify a file, a folder, an archive, or - for standard input');
    }
    if (path === '-') {
      addAll(unpackedFiles('standard input', Buffer.from(stdin), budget));
    } else if (statOf(path).isDirectory()) {
      filesIn(path).map((file) => fileOf(file, budget, malformed)).filter((file) => file !== undefined).forEach(add);
    } else {
      addAll(unpackedFiles(path, read(path), budget));
    }
  }
  if (contents.every(({ objects, lists }) => objects.length === 0 && lists.length === 0)) {
    throw new InspectionError(malformed[0] ?? `${paths.join(', ')}: no Kubernetes object found; give a file written with \`kubectl get … -o yaml\`, `
      + 'or a folder or an archive of `oc adm must-gather` or `oc adm inspect`');
  }
  return { dump: new Dump(contents), skipped, malformed, notes };
}

function isInspected({ kind }: DumpFault): boolean {
  return kind !== undefined && KINDS.test(`kind: ${kind}`);
}

/** Returns a file of a folder. One that cannot be read may have any objects, so it is no reason to refuse the others, but a fault. */
function fileOf(path: string, budget: DumpBudget, faults: string[]): PackedFile | undefined {
  try {
    return unpackedFile(path, read(path), budget);
  } catch (error) {
    if (!(error instanceof InspectionError)) {
      throw error;
    }
    faults.push(error.message);
    return undefined;
  }
}

function faultText(path: string, { line, entry, message }: DumpFault): string {
  return `${path}${line === undefined ? '' : `:${line}`}${entry === '' ? '' : ` (${entry})`}: ${message}`;
}

/** Returns the text of a file, or why it has none. PowerShell writes UTF-16 with a byte order mark. */
function dumpText(path: string, content: Buffer): string | EncodingError {
  try {
    return content[0] === 0xff && content[1] === 0xfe ? content.toString('utf16le', 2) : textOf(content, path).replace(/^\ufeff/, '');
  } catch (error) {
    if (!(error instanceof EncodingError)) {
      throw error;
    }
    return error;
  }
}

/** Returns the files of a folder and its subfolders, sorted. Symbolic links are not followed. */
function filesIn(folder: string): string[] {
  const found: string[] = [];
  const pending = [folder];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const current = next;
    for (const entry of readdirSync(current, { withFileTypes: true })) {
      const path = join(current, entry.name);
      if (entry.isDirectory()) {
        pending.push(path);
      } else if (entry.isFile() && mayHaveObjects(entry.name)) {
        found.push(path);
      }
    }
    if (found.length > MAX_FILES) {
      throw new InspectionError(`${folder}: more than ${MAX_FILES} files; give a folder below it`);
    }
  }
  return found.sort();
}

function read(path: string): Buffer {
  const { size } = statOf(path);
  if (size > MAX_PACKED) {
    throw new InspectionError(`${path}: too large: ${size} bytes, at most ${MAX_PACKED} are read`);
  }
  try {
    return readFileSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function statOf(path: string): ReturnType<typeof statSync> & object {
  try {
    return statSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): InspectionError {
  return new InspectionError(`${path}: ${whyUnreadable(error)}`);
}

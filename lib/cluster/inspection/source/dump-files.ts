import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { YamlSyntaxError } from '../../../formats/yaml/source-text';
import { Dump, DumpedObjects, dumpedObjects } from './dump';
import { InspectionError } from './object-source';

/** Maximum size of a file, in bytes: the files of `oc adm inspect` for a kind in a namespace are far smaller. */
const MAX_FILE = 256 * 1024 * 1024;

/** Maximum number of files in a folder. */
const MAX_FILES = 200_000;

/** Names of files in a folder that may contain objects. */
const EXTENSIONS = ['.yaml', '.yml', '.json'];

/** Kinds that an inspection reads. Files in a folder without any of them are not parsed: a must-gather has tens of thousands. */
const KINDS = new RegExp(`\\bkind"?\\s*:\\s*"?(?:${[
  'Subscription', 'InstallPlan', 'ClusterServiceVersion', 'CatalogSource', 'OperatorGroup', 'PackageManifest', 'OLMConfig', 'Operator', 'OperatorCondition',
  'ClusterExtension', 'ClusterCatalog', 'ClusterExtensionRevision', 'ClusterObjectSet', 'BundleDeployment', 'BundleInstance', 'Bundle',
  'Namespace', 'Pod', 'Event', 'Service', 'Deployment', 'ReplicaSet', 'Job', 'CustomResourceDefinition', 'APIService',
  'ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration', 'EndpointSlice', 'Certificate',
].join('|')})(?:List)?\\b`);

/** A dump, with the files that could not be read. */
export interface DumpFiles {
  readonly dump: Dump;

  /** Problems of files in a folder that are skipped. */
  readonly skipped: readonly string[];
}

/** A file of a dump, or the standard input. */
interface DumpFile {
  /** Path as specified by the user, for messages. */
  readonly path: string;
  readonly text: string;
}

/**
 * Reads dumps: YAML or JSON files, and folders of them, recursively, such as those of `oc adm must-gather` and `oc adm inspect`.
 *
 * @param paths files and folders
 * @param stdin content of the standard input, for the path `-`
 * @throws InspectionError if a path does not exist, a file is neither YAML nor JSON, or there is no Kubernetes object in any of them
 */
export function readDump(paths: readonly string[], stdin: string = ''): DumpFiles {
  const contents: DumpedObjects[] = [];
  const skipped: string[] = [];
  const parse = (file: DumpFile, isListed: boolean): void => {
    try {
      contents.push(dumpedObjects(file.text));
    } catch (error) {
      if (!(error instanceof YamlSyntaxError)) {
        throw error;
      }
      const message = `${file.path}:${error.position.line}: ${error.message}`;
      if (isListed) {
        throw new InspectionError(message);
      }
      skipped.push(message);
    }
  };
  for (const path of paths) {
    if (path === '-') {
      parse({ path: 'standard input', text: stdin }, true);
    } else if (statOf(path).isDirectory()) {
      for (const file of filesIn(path)) {
        const text = contentOf(file, skipped);
        if (text !== undefined && KINDS.test(text)) {
          parse({ path: file, text }, false);
        }
      }
    } else {
      parse({ path, text: read(path) }, true);
    }
  }
  if (contents.every(({ objects, lists }) => objects.length === 0 && lists.length === 0)) {
    throw new InspectionError(`${paths.join(', ')}: no Kubernetes object found; give a file written with \`kubectl get … -o yaml\`, `
      + 'or a folder of `oc adm must-gather` or `oc adm inspect`');
  }
  return { dump: new Dump(contents), skipped };
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
      } else if (entry.isFile() && EXTENSIONS.includes(extname(entry.name))) {
        found.push(path);
      }
    }
    if (found.length > MAX_FILES) {
      throw new InspectionError(`${folder}: more than ${MAX_FILES} files; give a folder below it`);
    }
  }
  return found.sort();
}

function contentOf(file: string, skipped: string[]): string | undefined {
  try {
    return read(file);
  } catch (error) {
    if (!(error instanceof InspectionError)) {
      throw error;
    }
    skipped.push(error.message);
    return undefined;
  }
}

function read(path: string): string {
  const { size } = statOf(path);
  if (size > MAX_FILE) {
    throw new InspectionError(`${path}: too large: ${size} bytes, at most ${MAX_FILE} are read`);
  }
  try {
    return readFileSync(path, 'utf8');
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
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const reason = { ENOENT: 'no such file or folder', EACCES: 'no permission to read it' }[code] ?? code;
  return new InspectionError(`${path}: ${reason}`);
}

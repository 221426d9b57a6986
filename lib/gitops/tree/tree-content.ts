import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { manifestFilesIn, type ToolInput } from '../../formats/manifests/manifest-files';
import { toolInputRemedy } from '../../formats/manifests/manifest-notes';
import { type ManifestObjects, readManifestText } from '../../formats/manifests/read-manifests';
import { parentsOf } from '../../formats/output/output-path';
import { FLUX_STAGES } from '../flux/staged-objects';
import { printableMessage } from '../../text/printable';

const STAGES = new Set<string>(FLUX_STAGES);

/** Maximum number of files in a tree. */
const MAX_FILES = 200_000;

/** Files of a tree. */
export interface TreeFiles {
  /** Content of the files that may be manifests, by their paths in the folder. */
  readonly files: ReadonlyMap<string, Buffer>;

  /** Content of the files that only a tool reads, such as templates of Helm charts, by their paths in the folder. */
  readonly unread: ReadonlyMap<string, Buffer>;

  /** Folders that a tool renders. */
  readonly toolInputs: readonly ToolInput[];
}

/**
 * Reads the files of a folder that may be manifests.
 *
 * @throws Error if it is not a folder, or has too many files
 */
export function readTree(folder: string): TreeFiles {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new Error(printableMessage(`${folder}: folder not found; pass the folder of a manifest tree`));
  }
  const { files, unread, toolInputs } = manifestFilesIn(folder, { maxFiles: MAX_FILES });
  const contents = (paths: readonly string[]): Map<string, Buffer> => new Map(paths.map((file) => [pathIn(folder, file), readFileSync(file)]));
  return { files: contents(files), unread: contents(unread), toolInputs };
}

/** Returns the path of a file in a folder, with slashes. */
export function pathIn(folder: string, file: string): string {
  return relative(folder, file).replaceAll('\\', '/');
}

/** Returns what is not known because a tool renders folders in which files differ. */
export function changedToolInputs(root: string, tree: TreeFiles, other: TreeFiles): string[] {
  const [files, others] = [tree, other].map((one) => new Map([...one.files, ...one.unread])) as [Map<string, Buffer>, Map<string, Buffer>];
  const paths = [...new Set([...files.keys(), ...others.keys()])];
  const changed = paths.filter((path) => files.get(path)?.equals(others.get(path) ?? Buffer.of()) !== true);
  const folders = new Set(changed.flatMap((path) => ['', ...parentsOf(path)]));
  return tree.toolInputs.filter(({ folder }) => folders.has(pathIn(root, folder))).map((input) => toolInputRemedy(input));
}

/** Returns the cluster of a file: its folder without `clusters`, or without `stages` and the stage. */
export function clusterOfFile(path: string): string {
  const folder = dirname(path) === '.' ? '' : dirname(path);
  if (folder.startsWith('clusters/')) {
    return folder.slice('clusters/'.length);
  }
  const [isStages, isStage] = [/^stages(\/|$)/.test(folder), STAGES.has(basename(folder))];
  return isStages ? (isStage ? dirname(folder) : folder).slice('stages/'.length) : folder;
}

/** Reads the objects of the files of trees, and collects what is no object, and what cannot be read. */
export class TreeReader {
  readonly #read = new Map<string, ManifestObjects>();

  /** Documents that are not Kubernetes objects, as `file:line`. */
  public get skipped(): string[] {
    return [...this.#read.values()].flatMap(({ skipped }) => skipped);
  }

  /** What cannot be read, with its place. */
  public get malformed(): string[] {
    return [...this.#read.values()].flatMap(({ malformed }) => malformed);
  }

  /** Returns the objects of a manifest, including those in lists. Files with the same content are read once. */
  public objectsIn(path: string, content: Buffer): object[] {
    const key = content.toString('latin1');
    const found = this.#read.get(key) ?? readManifestText(content, path);
    this.#read.set(key, found);
    return found.objects.map(({ object }) => object);
  }
}

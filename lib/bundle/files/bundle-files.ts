import { compareUtf8 } from '../../formats/json/go-json';
import type { TarEntry } from './read-tar';

/** Files of a bundle, independent of their source. Nothing else is read. */
export interface BundleFiles {
  /** Files directly in manifests/ and metadata/, by path inside the bundle. */
  readonly files: ReadonlyMap<string, Buffer>;

  /** Folders of the bundle, without a slash at the end: `manifests`, `metadata` and the folders in them. */
  readonly folders: ReadonlySet<string>;

  /** Files in subfolders of manifests/, by path inside the bundle. None of OLM's tools reads them. */
  readonly nested: readonly string[];
}

/** Folders of a bundle that are read. */
export const MANIFESTS = 'manifests';
export const METADATA = 'metadata';

/** Whether a file is a manifest according to its name, as in all of OLM's tools. */
export function isManifestName(path: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(path) && !isHidden(path);
}

/** Whether a file is hidden: its name begins with a dot. */
export function isHidden(path: string): boolean {
  return path.slice(path.lastIndexOf('/') + 1).startsWith('.');
}

/**
 * Selects the files of a bundle from the entries of an archive or image.
 *
 * @param entries entries
 * @param root path of the bundle in the archive, with a trailing slash, or an empty string for the root
 */
export function entryFiles(entries: readonly TarEntry[], root = ''): BundleFiles {
  const files = new Map<string, Buffer>();
  const folders = new Set<string>();
  const nested: string[] = [];
  for (const entry of [...entries].sort((left, right) => compareUtf8(left.path, right.path))) {
    const steps = entry.path.startsWith(root) ? entry.path.slice(root.length).split('/') : [];
    if (steps[0] !== MANIFESTS && steps[0] !== METADATA) {
      continue;
    }
    const file = steps.join('/');
    if (entry.content === undefined) {
      folders.add(file);
      continue;
    }
    folders.add(steps[0]);
    if (steps.length > 2) {
      folders.add(`${steps[0]}/${steps[1]!}`);
    }
    if (steps.length === 2) {
      files.set(file, entry.content);
    } else if (isManifestName(file)) {
      nested.push(file);
    }
  }
  return { files, folders, nested };
}

import { compareUtf8 } from '../../formats/json/go-json';
import { type BundleFiles, isManifestName, MANIFESTS, METADATA } from './bundle-files';
import type { TarEntry } from './tar';

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

import { readArchive } from './archive';
import type { BundleFiles } from './bundle-files';
import { readDirectory } from './directory';
import { statOf } from './file-access';
import type { ReadLimits } from './read-options';
import type { Refuse } from './refuse';
import { refuseAll } from './refuse';

/**
 * Reads the files of a bundle from a folder or an archive, by what the path names.
 *
 * @throws BundleError when it cannot be read or goes beyond a limit
 */
export function readPath(path: string, limits: ReadLimits, refuse: Refuse = refuseAll(path)): BundleFiles {
  return statOf(path).isDirectory() ? readDirectory(path, limits, refuse) : readArchive(path, limits, refuse);
}

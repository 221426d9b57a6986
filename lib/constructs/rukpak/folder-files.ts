import { Construct } from 'constructs';
import { Budget, readLimits } from '../../bundle/files/read-options';
import { statOf } from '../../bundle/files/refusal';
import { BundleError } from '../../bundle/model/bundle-error';
import { folderEntries, readFileIn } from '../../bundle/read/bundle-source';
import { ConstructError } from '../model/construct-error';

/**
 * Returns the files of a folder and its subfolders by path, sorted by path.
 *
 * @throws ConstructError when it is not a folder, contains anything other than files and folders, or is larger than any bundle
 */
export function folderFiles(scope: Construct, root: string): Map<string, Uint8Array> {
  try {
    if (!statOf(root).isDirectory()) {
      throw new ConstructError(scope, `'${root}' is a file, not a folder; set the folder that contains the bundle`);
    }
    const files = new Map<string, Uint8Array>();
    const budget = new Budget(root, readLimits());
    const folders = [''];
    for (const folder of folders) {
      for (const entry of folderEntries(root, folder, budget)) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) {
          folders.push(path);
        } else if (entry.isFile()) {
          files.set(path, readFileIn(root, path, budget));
        } else {
          throw new ConstructError(scope, `'${path}' in folder '${root}' is a link or a special file; replace it by a file`);
        }
      }
    }
    return files;
  } catch (error) {
    throw error instanceof BundleError ? new ConstructError(scope, error.message) : error;
  }
}

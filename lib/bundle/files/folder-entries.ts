import { type Dirent, opendirSync } from 'node:fs';
import { join } from 'node:path';
import { compareUtf8 } from '../../formats/json/go-json';
import type { Budget } from './budget';
import { readChecked } from './file-access';
import { onDisk } from './refusal';

/**
 * Lists the entries of a folder by name, the order in which OLM's tools read them.
 *
 * @param root folder specified by the user, for messages
 * @param folder path inside the root, or an empty string for the root
 * @param budget counts the entries as they are listed
 * @throws BundleError if it cannot be read or exceeds a limit
 */
export function folderEntries(root: string, folder: string, budget: Budget): Dirent[] {
  const entries: Dirent[] = [];
  onDisk(
    root,
    () => {
      const directory = opendirSync(join(root, folder));
      try {
        for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
          budget.countEntry();
          entries.push(entry);
        }
      } finally {
        directory.closeSync();
      }
    },
    folder === '' ? undefined : folder,
  );
  return entries.sort((left, right) => compareUtf8(left.name, right.name));
}

/**
 * Reads a file in the folder specified by the user.
 *
 * @throws BundleError if it cannot be read or exceeds a limit
 */
export function readFileIn(root: string, file: string, budget: Budget): Buffer {
  return onDisk(root, () => readChecked(join(root, file), (bytes) => budget.countBytes(file, bytes)), file);
}

import type { Dirent } from 'node:fs';
import { opendirSync } from 'node:fs';
import { join } from 'node:path';

import { compareUtf8 } from '../go-json';
import type { Budget } from './budget';
import { onDisk, readChecked } from './file-access';

/**
 * The entries of a folder in the order of their names, which is the order in which OLM's tools read them.
 *
 * @param root the folder that the user named, for messages
 * @param folder the folder inside it; empty for itself
 * @param budget counts the entries, before all of them are known
 * @throws BundleError when it cannot be read or goes beyond a limit
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
 * Reads a file in the folder that the user named.
 *
 * @throws BundleError when it cannot be read or goes beyond a limit
 */
export function readFileIn(root: string, file: string, budget: Budget): Buffer {
  return onDisk(root, () => readChecked(join(root, file), (bytes) => budget.countBytes(file, bytes)), file);
}

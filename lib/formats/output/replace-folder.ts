import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolders, makeTemporaryFolder } from './make-folders';
import { checkOutputPaths } from './output-path';
import { uninterrupted } from './uninterrupted';
import type { OutputFiles } from './write-files';

/**
 * Replaces a folder with all that is in it, either completely or not at all.
 *
 * @param target absolute path of the folder without links; it and its parent folders are created if missing
 * @param files contents by path, with `/` between folders
 * @param then called when the folder is in its place; if it throws, the folder is as before
 */
export function replaceFolder(target: string, files: OutputFiles, then: () => void): void {
  uninterrupted(() => replaceAll(target, files, then));
}

function replaceAll(target: string, files: OutputFiles, then: () => void): void {
  checkOutputPaths(target, [...files.keys()]);
  const [created] = makeFolders(dirname(target));
  // In the same parent folder, so that renaming does not copy. The new content is in a subfolder, because other users cannot access the folder that
  // mkdtemp creates.
  const temporary = makeTemporaryFolder(join(dirname(target), `.${basename(target)}-`));
  try {
    const complete = join(temporary, 'complete');
    for (const [file, content] of files) {
      const path = join(complete, file);
      makeFolders(dirname(path));
      writeFileSync(path, content);
    }
    replace(target, complete, join(temporary, 'previous'), then);
  } catch (error) {
    if (created !== undefined) {
      rmSync(created, { recursive: true });
    }
    throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function replace(target: string, complete: string, previous: string, then: () => void): void {
  const isReplaced = existsSync(target);
  if (isReplaced) {
    renameSync(target, previous);
  }
  let isPlaced = false;
  try {
    renameSync(complete, target);
    isPlaced = true;
    then();
  } catch (error) {
    if (isPlaced) {
      renameSync(target, complete);
    }
    if (isReplaced) {
      renameSync(previous, target);
    }
    throw error;
  }
}

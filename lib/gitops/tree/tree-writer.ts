import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, mapField, stringListField } from '../../formats/json/json-value';
import { goText, textOf } from '../../formats/json/utf8-text';
import { checkOutputPath, checkOutputPaths } from '../../formats/output/output-path';
import { recordedChanges, type RecordedHashes } from '../../formats/output/recorded-files';
import { writeFiles } from '../../formats/output/write-files';
import { printableJson } from '../../formats/json/printable-json';
import { printable, printableMessage } from '../../text/printable';

/** File in which a tree records its own files, with the hashes of their content. */
const TREE_INDEX = '.manifest-tree.json';

/** What a write did, as paths in the tree. */
export interface WrittenTree {
  readonly written: string[];
  readonly deleted: string[];
  readonly unchanged: string[];
}

/**
 * Writes files into a folder, and deletes files of an earlier tree that this one does not have. Everything is checked first, so an error leaves the
 * folder unchanged, and so does a failure halfway. While files are written, the index lists old and new content: after an interruption, the next
 * write completes it.
 *
 * @throws Error if a file was not written by a tree or was changed since, or a path contains a symbolic link
 */
export function writeTree(folder: string, files: ReadonlyMap<string, string>): WrittenTree {
  checkOutputPaths(folder, [...files.keys()]);
  const index = readIndex(folder);
  const { written, unchanged, stale, foreign, during, after } = recordedChanges(files, index, (path) => contentAt(folder, path));
  if (foreign.length > 0) {
    const lines = foreign.map((path) => `  ${printable(path)}: ${index.has(path) ? 'was changed by hand since the tree was written' : 'was not written by a tree'}\n`);
    throw new Error(printableMessage(`nothing was written to ${folder}, because files would be lost: move or delete them, or choose another folder\n${lines.join('')}`));
  }
  writeFiles(folder, new Map(written.map((path) => [path, files.get(path)!])), {
    deleted: stale, record: { path: TREE_INDEX, during: indexText(during), after: indexText(after) },
  });
  return { written: [...written].sort(), deleted: [...stale].sort(), unchanged: [...unchanged].sort() };
}

function readIndex(folder: string): Map<string, string[]> {
  const file = join(folder, TREE_INDEX);
  if (!existsSync(file)) {
    return new Map();
  }
  let content: unknown;
  try {
    content = JSON.parse(textOf(readFileSync(file), file));
  } catch {
    content = undefined;
  }
  if (!isMap(content) || content['version'] !== 1) {
    throw new Error(printableMessage(`${file}: this is not the index of a manifest tree; restore it from git, or move the folder away`));
  }
  const files = mapField(content, 'files');
  try {
    Object.keys(files).forEach((path) => checkOutputPath(file, path));
  } catch (error) {
    throw new Error(printableMessage(`${(error as Error).message}; restore the index from git`));
  }
  return new Map(Object.keys(files).map((path) => [path, stringListField(files, path)]));
}

function indexText(files: RecordedHashes): string {
  const content = { version: 1, files: Object.fromEntries([...files].sort(([left], [right]) => left < right ? -1 : 1)) };
  return `${printableJson(content)}\n`;
}

/** Returns the content of a file, or undefined if it does not exist. */
function contentAt(folder: string, path: string): string | undefined {
  const parts = path.split('/');
  for (let length = 1; length <= parts.length; length++) {
    const part = parts.slice(0, length).join('/');
    const found = lstatSync(join(folder, part), { throwIfNoEntry: false });
    if (found === undefined) {
      return undefined;
    }
    if (length < parts.length ? !found.isDirectory() : !found.isFile()) {
      throw new Error(printableMessage(`${join(folder, part)}: a tree needs a ${length < parts.length ? 'folder' : 'file'} here, and there is something else; move it away`));
    }
  }
  return goText(readFileSync(join(folder, path)));
}

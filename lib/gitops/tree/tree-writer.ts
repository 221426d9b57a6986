import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, mapField, stringListField } from '../../formats/json/json-value';
import { checkOutputPath, checkOutputPaths } from '../../formats/output/output-path';
import { writeFiles } from '../../formats/output/write-files';
import { printableJson } from '../../formats/json/printable-json';

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
  const changes = [...files].map(([path, content]) => ({ path, content, before: contentAt(folder, path) }));
  const stale = [...index.keys()].filter((path) => !files.has(path)).map((path) => ({ path, before: contentAt(folder, path) }));
  const foreign = [...changes.filter(({ content, before }) => before !== content), ...stale]
    .filter(({ path, before }) => before !== undefined && index.get(path)?.includes(hashOf(before)) !== true)
    .map(({ path }) => `${path}: ${index.has(path) ? 'was changed by hand since the tree was written' : 'was not written by a tree'}`);
  if (foreign.length > 0) {
    throw new Error(`nothing was written to ${folder}, because files would be lost: move or delete them, or choose another folder\n${foreign.map((line) => `  ${line}\n`).join('')}`);
  }
  const written = changes.filter(({ content, before }) => before !== content);
  // A file that has the content already, but was not written by a tree, stays the file of somebody else: a later write must not delete it.
  const own = changes.filter(({ path, content, before }) => before !== content || index.has(path));
  const deleted = stale.filter(({ before }) => before !== undefined);
  const hashes = new Map(own.map(({ path, content }) => [path, [hashOf(content)]]));
  const during = new Map([...index, ...hashes].map(([path]) => [path, [...new Set([...index.get(path) ?? [], ...hashes.get(path) ?? []])]]));
  writeFiles(folder, new Map(written.map(({ path, content }) => [path, content])), {
    deleted: deleted.map(({ path }) => path), record: { path: TREE_INDEX, during: indexText(during), after: indexText(hashes) },
  });
  return {
    written: written.map(({ path }) => path).sort(), deleted: deleted.map(({ path }) => path).sort(),
    unchanged: changes.filter(({ content, before }) => before === content).map(({ path }) => path).sort(),
  };
}

function readIndex(folder: string): Map<string, string[]> {
  const file = join(folder, TREE_INDEX);
  if (!existsSync(file)) {
    return new Map();
  }
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    content = undefined;
  }
  if (!isMap(content) || content['version'] !== 1) {
    throw new Error(`${file}: this is not the index of a manifest tree; restore it from git, or move the folder away`);
  }
  const files = mapField(content, 'files');
  try {
    Object.keys(files).forEach((path) => checkOutputPath(file, path));
  } catch (error) {
    throw new Error(`${(error as Error).message}; restore the index from git`);
  }
  return new Map(Object.keys(files).map((path) => [path, stringListField(files, path)]));
}

function indexText(files: ReadonlyMap<string, readonly string[]>): string {
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
      throw new Error(`${join(folder, part)}: a tree needs a ${length < parts.length ? 'folder' : 'file'} here, and there is something else; move it away`);
    }
  }
  return readFileSync(join(folder, path), 'utf8');
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

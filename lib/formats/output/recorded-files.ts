import { createHash } from 'node:crypto';

/** Hashes of the files that earlier runs wrote into a folder, by path. After an interruption, a file has those of its old and of its new content. */
export type RecordedHashes = ReadonlyMap<string, readonly string[]>;

/** What a run would change in a folder in which earlier runs recorded their files. */
export interface RecordedChanges {
  /** Paths of files that do not have their content yet. */
  readonly written: readonly string[];

  /** Paths of files that have their content. */
  readonly unchanged: readonly string[];

  /** Paths of existing files of an earlier run that this one does not write. */
  readonly stale: readonly string[];

  /** Paths of written or stale files whose content would be lost: no run wrote them, or they were changed since. */
  readonly foreign: readonly string[];

  /** Record while the files are written: it covers their old and new contents. */
  readonly during: RecordedHashes;

  /** Record when all files are written. A file that has its content already, but was not written by any run, is not in it. */
  readonly after: RecordedHashes;
}

/**
 * Compares the files to write with a folder and its record.
 *
 * @param contentAt returns the content of a path in the folder, or undefined if it does not exist
 */
export function recordedChanges(
  files: ReadonlyMap<string, string>, recorded: RecordedHashes, contentAt: (path: string) => string | undefined,
): RecordedChanges {
  const before = new Map([...new Set([...files.keys(), ...recorded.keys()])].map((path) => [path, contentAt(path)]));
  const isUnchanged = (path: string): boolean => before.get(path) === files.get(path);
  const paths = [...files.keys()];
  const written = paths.filter((path) => !isUnchanged(path));
  const stale = [...recorded.keys()].filter((path) => !files.has(path) && before.get(path) !== undefined);
  const foreign = [...written, ...stale].filter((path) => {
    const content = before.get(path);
    return content !== undefined && recorded.get(path)?.includes(hashOf(content)) !== true;
  });
  const own = paths.filter((path) => !isUnchanged(path) || recorded.has(path));
  const after = new Map(own.map((path) => [path, [hashOf(files.get(path)!)]]));
  const during = new Map([...recorded, ...after].map(([path]) => [path, [...new Set([...recorded.get(path) ?? [], ...after.get(path) ?? []])]]));
  return { written, unchanged: paths.filter(isUnchanged), stale, foreign, during, after };
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

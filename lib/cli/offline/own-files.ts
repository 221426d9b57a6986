import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFiles } from '../../formats/output/write-files';
import { CliError } from '../frame/cli-error';
import { shell } from '../../text/shell';

/** File in which a folder records what was written into it, in the format of sha256sum. kubectl ignores it, because of its extension. */
const RECORD = '.olm-constructs.sha256';

/** A line of the record. */
const LINE = /^([0-9a-f]{64}) {2}([^/\\]+)$/;

/** Content of written files, by name. */
type Files = ReadonlyMap<string, string>;

/** Files that an earlier run wrote into a folder, and that the current run does not write. */
export interface StaleFiles {
  /** Names of files that are as they were written. */
  readonly unchanged: readonly string[];

  /** Names of files that were changed since. */
  readonly changed: readonly string[];
}

/** Returns the files of an earlier run that are not among those to write. Files that no run wrote are never among them. */
export function staleFiles(folder: string, files: Files): StaleFiles {
  const recorded = recordedFiles(folder);
  const stale = [...new Set(recorded.map(({ name }) => name))].filter((name) => !files.has(name) && existsSync(join(folder, name)));
  // After an interruption, a file has two lines: for its old and its new content.
  const isUnchanged = (name: string): boolean => {
    const hash = hashOf(readFileSync(join(folder, name)));
    return recorded.some((file) => file.name === name && file.hash === hash);
  };
  return { unchanged: stale.filter(isUnchanged), changed: stale.filter((name) => !isUnchanged(name)) };
}

/**
 * Refuses to write into a folder with files of an earlier run that are not written again: `kubectl apply -f` would apply them.
 *
 * @param prune whether the files are to be removed; those that were changed by hand are refused nevertheless
 * @throws CliError with the files and the remedy
 */
export function checkStaleFiles(folder: string, files: Files, prune: boolean): void {
  const { unchanged, changed } = staleFiles(folder, files);
  if (changed.length > 0) {
    throw new CliError(`${folder} has files of an earlier run that were changed since, and that this run does not write: ${changed.join(', ')}; nothing was written: `
      + 'move or delete them, or choose another folder');
  }
  if (unchanged.length > 0 && !prune) {
    throw new CliError(`${folder} has files of an earlier run that this run does not write, and that \`${shell`kubectl apply -f ${folder}`}\` would apply: ${unchanged.join(', ')}; `
      + 'nothing was written: remove them with --prune, or choose another folder');
  }
}

/**
 * Writes files, removes those of an earlier run that are not among them, and records what was written: either all of that, or nothing.
 *
 * @returns the names of the removed files
 * @throws Error if the folder cannot be written
 */
export function writeRecorded(folder: string, files: Files): readonly string[] {
  const { unchanged } = staleFiles(folder, files);
  const before = recordedFiles(folder).map(({ name, hash }) => lineOf(name, hash));
  const after = [...files].map(([name, content]) => lineOf(name, hashOf(Buffer.from(content))));
  writeFiles(folder, files, { deleted: unchanged, record: { path: RECORD, during: [...new Set([...before, ...after])].join(''), after: after.join('') } });
  return unchanged;
}

function lineOf(name: string, hash: string): string {
  return `${hash}  ${name}\n`;
}

interface RecordedFile {
  readonly name: string;
  readonly hash: string;
}

/** Returns the recorded files. Lines that no run wrote are ignored: such files are never removed. */
function recordedFiles(folder: string): RecordedFile[] {
  const file = join(folder, RECORD);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.flatMap((line) => {
    const [, hash, name] = LINE.exec(line) ?? [];
    return hash === undefined || name === undefined || name === '..' ? [] : [{ hash, name }];
  });
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

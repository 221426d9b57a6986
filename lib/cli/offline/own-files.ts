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

/** Files in a folder that the current run would overwrite or that it does not write. */
interface EarlierFiles {
  /** Names of files of an earlier run, as they were written, that the current run does not write. */
  readonly stale: readonly string[];

  /** Names of files whose content would be lost: of an earlier run and changed since, or not written by any run. */
  readonly foreign: readonly string[];
}

/** Compares a folder with the files to write. Other files that no run wrote are ignored. */
function earlierFiles(folder: string, files: Files): EarlierFiles {
  const recorded = recordedFiles(folder);
  const isRecorded = (name: string, hash: string): boolean => recorded.some((file) => file.name === name && file.hash === hash);
  const names = [...new Set([...recorded.map(({ name }) => name), ...files.keys()])].filter((name) => existsSync(join(folder, name)));
  const stale: string[] = [];
  const foreign: string[] = [];
  for (const name of names) {
    const hash = hashOf(readFileSync(join(folder, name)));
    const content = files.get(name);
    const isWritten = content !== undefined && hashOf(Buffer.from(content)) === hash;
    // After an interruption, a file has two lines: for its old and its new content.
    if (!isWritten && !isRecorded(name, hash)) {
      foreign.push(name);
    } else if (content === undefined) {
      stale.push(name);
    }
  }
  return { stale, foreign: foreign.sort() };
}

/**
 * Refuses to write into a folder if content would be lost, or if files of an earlier run are not written again: `kubectl apply -f` would apply them.
 *
 * @param prune whether the files of an earlier run are to be removed; those that were changed by hand are refused nevertheless
 * @throws CliError with the files and the remedy
 */
export function checkEarlierFiles(folder: string, files: Files, prune: boolean): void {
  const { stale, foreign } = earlierFiles(folder, files);
  if (foreign.length > 0) {
    throw new CliError(`${folder} has files that no earlier run wrote, or that were changed since: ${foreign.join(', ')}; nothing was written: `
      + 'move or delete them, or choose another folder');
  }
  if (stale.length > 0 && !prune) {
    throw new CliError(`${folder} has files of an earlier run that this run does not write, and that \`${shell`kubectl apply -f ${folder}`}\` would apply: ${stale.join(', ')}; `
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
  const { stale } = earlierFiles(folder, files);
  const recorded = recordedFiles(folder);
  // A file that has the content already, but was not written by any run, is not recorded: a later run must not remove it.
  const own = [...files.keys()].filter((name) => recorded.some((file) => file.name === name) || !existsSync(join(folder, name)));
  const before = recorded.map(({ name, hash }) => lineOf(name, hash));
  const after = own.map((name) => lineOf(name, hashOf(Buffer.from(files.get(name)!))));
  writeFiles(folder, files, { deleted: stale, record: { path: RECORD, during: [...new Set([...before, ...after])].join(''), after: after.join('') } });
  return stale;
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

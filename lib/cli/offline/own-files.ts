import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { goText } from '../../formats/json/utf8-text';
import { type RecordedChanges, recordedChanges, type RecordedHashes } from '../../formats/output/recorded-files';
import { writeFiles } from '../../formats/output/write-files';
import { shell, shellPath } from '../../text/shell';
import { CliError } from '../frame/cli-error';

/** File in which a folder records what was written into it, in the format of sha256sum. kubectl ignores it, because of its extension. */
const RECORD = '.olm-constructs.sha256';

/** A line of the record. */
const LINE = /^([0-9a-f]{64}) {2}([^/\\]+)$/;

/** Content of written files, by name. */
type Files = ReadonlyMap<string, string>;

/**
 * Refuses to write into a folder if content would be lost, or if files of an earlier run are not written again: `kubectl apply -f` would apply them.
 *
 * @param prune whether the files of an earlier run are to be removed; those that were changed by hand are refused nevertheless
 * @returns what is to change in the folder
 * @throws CliError with the files and the remedy
 */
export function checkEarlierFiles(folder: string, files: Files, prune: boolean): RecordedChanges {
  const changes = recordedChanges(files, recordedHashes(folder), (name) => contentOf(join(folder, name)));
  const { stale, foreign } = changes;
  if (foreign.length > 0) {
    throw new CliError(`${folder} has files that no earlier run wrote, or that were changed since: ${[...foreign].sort().join(', ')}; nothing was written: `
      + 'move or delete them, or choose another folder');
  }
  if (stale.length > 0 && !prune) {
    throw new CliError(`${folder} has files of an earlier run that this run does not write, and that \`${shell`kubectl apply -f ${shellPath(folder)}`}\` would apply: ${stale.join(', ')}; `
      + 'nothing was written: remove them with --prune, or choose another folder');
  }
  return changes;
}

/**
 * Writes files, removes those of an earlier run that are not among them, and records what was written: either all of that, or nothing.
 *
 * @param changes what `checkEarlierFiles` returned
 * @throws Error if the folder cannot be written
 */
export function writeRecorded(folder: string, files: Files, { stale, during, after }: RecordedChanges): void {
  writeFiles(folder, files, { deleted: stale, record: { path: RECORD, during: recordText(during), after: recordText(after) } });
}

function recordText(hashes: RecordedHashes): string {
  return [...hashes].flatMap(([name, each]) => each.map((hash) => `${hash}  ${name}\n`)).join('');
}

/** Returns the record. Lines that no run wrote are ignored: such files are never removed. */
function recordedHashes(folder: string): RecordedHashes {
  const hashes = new Map<string, string[]>();
  for (const line of contentOf(join(folder, RECORD))?.split('\n') ?? []) {
    const [, hash, name] = LINE.exec(line) ?? [];
    if (hash !== undefined && name !== undefined && name !== '..') {
      hashes.set(name, [...hashes.get(name) ?? [], hash]);
    }
  }
  return hashes;
}

function contentOf(path: string): string | undefined {
  return existsSync(path) ? goText(readFileSync(path)) : undefined;
}

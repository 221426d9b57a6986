import { exactJson } from '../../formats/json/exact-json';
import { isMap, type JsonMap, stringField } from '../../formats/json/json-value';
import { writeFiles } from '../../formats/output/write-files';
import { printableMessage } from '../../text/printable';
import { safeFileName } from '../../text/safe-file-name';

/** What a command requests of the app that it runs. */
export interface AppCommand {
  /** Folder for the answers. */
  readonly folder: string;

  /** The request as read, including what is particular to the command. */
  readonly request: JsonMap;
}

/**
 * Returns what a command requests in an environment variable, or undefined if it did not run the app.
 *
 * @param command name of the command, such as `lock`
 * @throws Error if something else has set the variable
 */
export function appCommand(variable: string, command: string): AppCommand | undefined {
  const value = process.env[variable];
  if (value === undefined || value === '') {
    return undefined;
  }
  const request = parsed(value);
  const folder = stringField(request, 'folder');
  if (folder === undefined) {
    throw new Error(printableMessage(`${variable} is set by the command olm-constructs ${command} for the app that it runs, and has an unknown value; unset it`));
  }
  return { folder, request };
}

/** Writes the answer of a construct, one file each. */
export function writeAnswer(folder: string, construct: string, answer: object): void {
  writeFiles(folder, new Map([[`${safeFileName(construct)}.json`, exactJson(answer)]]));
}

function parsed(value: string): JsonMap {
  try {
    const request: unknown = JSON.parse(value);
    return isMap(request) ? request : {};
  } catch {
    return {};
  }
}

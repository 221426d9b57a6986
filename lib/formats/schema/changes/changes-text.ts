import { CrdChange, CrdChangeKind, CrdVerdict } from './crd-change';
import { abridgedList, tableLines } from '../../../text/text-table';

/** Maximum number of fields that a line lists; the data has all of them. */
const FIELDS_SHOWN = 8;

/** A line for the same change of several fields. */
interface Line {
  readonly first: CrdChange;
  readonly paths: string[];
}

/**
 * Returns changes as the lines of a table, the unsafe ones first.
 *
 * @param indent number of spaces before each line
 */
export function changesText(changes: readonly CrdChange[], indent = 0): string[] {
  if (changes.length === 0) {
    return [`${' '.repeat(indent)}no changes`];
  }
  const lines = Object.values(CrdVerdict).flatMap((verdict) => linesOf(changes.filter((change) => change.verdict === verdict)));
  return tableLines(lines.map(({ first, paths }) => [first.verdict, versionText(first), lineText(first, paths)]), indent);
}

function linesOf(changes: readonly CrdChange[]): Line[] {
  const lines = new Map<string, Line>();
  for (const change of changes) {
    const key = JSON.stringify([change.version, change.servedBeside, change.rule, change.message]);
    const line = lines.get(key) ?? { first: change, paths: [] };
    lines.set(key, line);
    if (change.path !== undefined) {
      line.paths.push(change.path === '' ? 'the whole object' : change.path);
    }
  }
  return [...lines.values()];
}

function versionText({ version, servedBeside }: CrdChange): string {
  return servedBeside === undefined ? version ?? '' : `${version ?? ''} beside ${servedBeside}`;
}

function lineText({ rule, message }: CrdChange, paths: readonly string[]): string {
  if (paths.length < 2) {
    return [...paths, message].join(': ');
  }
  const fields = abridgedList(paths, FIELDS_SHOWN);
  return rule === CrdChangeKind.FIELD_ADDED ? `${paths.length} new fields: ${fields}` : `${message} (${paths.length} fields): ${fields}`;
}

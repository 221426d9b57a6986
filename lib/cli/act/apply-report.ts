import type { ApplyResult } from '../../cluster/operations/apply-manifests';
import { ExitCode } from '../frame/cli-error';
import type { CommandContext } from '../frame/context';
import { tableRows, tableWithMessages } from '../frame/table';
import type { Style } from '../frame/terminal';

/** Returns the exit code of an apply: that of the first failure, or success if there is none. */
export function applyExitCode(applied: readonly ApplyResult[]): ExitCode {
  const failed = applied.find(({ state }) => state === 'failed');
  switch (failed?.problem) {
    case 'denied': return ExitCode.ERROR;
    case 'timeout': return ExitCode.PROGRESSING;
    default: return applied.some(({ state }) => NOT_APPLIED.includes(state)) ? ExitCode.FINDINGS : ExitCode.SUCCESS;
  }
}

const NOT_APPLIED: readonly ApplyResult['state'][] = ['failed', 'interrupted', 'skipped'];

const STYLES: { readonly [state in ApplyResult['state']]: Style } = {
  created: 'green', changed: 'yellow', unchanged: 'dim', failed: 'red', interrupted: 'yellow', skipped: 'dim',
};

/** Maximum number of changed fields that are listed for an object. */
const MAX_CHANGES = 8;

/** Prints what an apply did: one line if everything was applied, and otherwise, or for a dry run, a table of all objects. */
export function printApplied(applied: readonly ApplyResult[], dryRun: boolean, { stdout, stderr }: CommandContext): void {
  const counts = countsOf(applied);
  if (!dryRun && applyExitCode(applied) === ExitCode.SUCCESS) {
    stderr.line(`applied ${counts}`);
    return;
  }
  const table = tableRows(stdout, ['OBJECT', 'STATE'], applied.map(({ object: { kind, namespace, name }, state }) => [
    `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`, { text: state, style: STYLES[state] },
  ]));
  tableWithMessages(stdout, table, 'DETAIL', applied.map(detailOf)).forEach((line) => stdout.line(line));
  stdout.line();
  uncheckedLines(applied).forEach((line) => stdout.line(line));
  stdout.line(dryRun ? `nothing was changed; an apply would give: ${counts}` : `applied ${counts}; nothing else was changed`);
}

function detailOf({ state, changes, reason }: ApplyResult): string {
  if (NOT_APPLIED.includes(state)) {
    return reason ?? '';
  }
  const more = changes.length > MAX_CHANGES ? ` and ${changes.length - MAX_CHANGES} more` : '';
  return `${changes.slice(0, MAX_CHANGES).join(', ')}${more}`;
}

/** Returns a line for each reason why the API server could not check objects in a dry run. */
function uncheckedLines(applied: readonly ApplyResult[]): string[] {
  const reasons = applied.flatMap(({ state, reason }) => (NOT_APPLIED.includes(state) || reason === undefined ? [] : [reason]));
  return [...new Set(reasons)].map((reason) => {
    const count = reasons.filter((each) => each === reason).length;
    return `${count === 1 ? '1 object is' : `${count} objects are`} ${reason}`;
  });
}

/** Returns the number of objects in each state, such as `12 objects: 10 created, 2 unchanged`. */
function countsOf(applied: readonly ApplyResult[]): string {
  const states = [...new Set(applied.map(({ state }) => state))];
  const counted = states.map((state) => `${applied.filter((result) => result.state === state).length} ${state}`);
  return `${applied.length === 1 ? '1 object' : `${applied.length} objects`}: ${counted.join(', ')}`;
}

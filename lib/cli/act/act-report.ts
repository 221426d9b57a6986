import type { ChangeResult } from '../../cluster/change';
import type { ResultState } from '../../cluster/operations/run-part';
import { type Explanation, explanationLines } from '../../cluster/waiting/explain/explanation';
import { formatDuration } from '../../cluster/waiting/explain/formatting';
import type { CauseName } from '../../cluster/waiting/explain/known-causes';
import { defined } from '../../formats/json/defined';
import { NO_BREAK_SPACE } from '../../text/text-table';
import { ExitCode } from '../frame/cli-error';
import type { CommandContext } from '../frame/context';
import type { ChangedSubject, ChangeState } from '../frame/results';
import { type Cell, tableRows, tableWithMessages } from '../frame/table';
import type { Style } from '../frame/terminal';

/** Maximum number of failures with the same cause that are listed. */
const MAX_HEADLINES = 10;

/** Causes that kept the command from doing its work. */
const NO_ACCESS: readonly CauseName[] = ['access-denied', 'invalid-credentials', 'api-server-unreachable'];

const STYLES: { readonly [state in ResultState]: Style } = {
  done: 'green', failed: 'red', interrupted: 'yellow', foreseen: 'cyan', skipped: 'dim',
};

/** A result as reported. */
export interface ReportedResult<Done extends string = string, Fields extends object = object> extends ChangeResult {
  /** Word for the state `done`, such as `ready`. */
  readonly doneText: Done;

  /** Short description of what was reached. */
  readonly detail: string;

  /** Additional fields for JSON. */
  readonly fields: Fields;
}

/** Prints results as a table, then the explanations of failures. An explanation that several failures share is printed once. */
export function printResults(results: readonly ReportedResult[], { stdout }: CommandContext): void {
  const table = tableRows(stdout, ['WHAT', 'STATE', 'TIME'], results.map((result): Cell[] => [
    result.subject, { text: stateText(result), style: STYLES[result.state] }, formatDuration(result.duration).replaceAll(' ', NO_BREAK_SPACE),
  ]));
  tableWithMessages(stdout, table, 'DETAIL', results.map(detailOf)).forEach((line) => stdout.line(line));
  const groups = new Map<string, Explanation[]>();
  for (const { explanation } of results) {
    if (explanation !== undefined) {
      const key = JSON.stringify(explanation.findings);
      groups.set(key, [...groups.get(key) ?? [], explanation]);
    }
  }
  for (const explanations of groups.values()) {
    const [first] = explanations as [Explanation];
    const more = explanations.length > MAX_HEADLINES ? [`and ${explanations.length - MAX_HEADLINES} more`] : [];
    stdout.line();
    [...explanations.slice(0, MAX_HEADLINES).map(({ headline }) => headline), ...more, ...explanationLines(first).slice(1)]
      .forEach((line) => stdout.prose(line));
  }
}

/** Data of a result. */
type ResultData<Done extends string, Fields extends object> = Fields & ChangedSubject & { readonly state: Done | ChangeState };

/** Returns the data of results, for JSON. */
export function resultData<Done extends string, Fields extends object>(results: readonly ReportedResult<Done, Fields>[]): ResultData<Done, Fields>[] {
  return results.map((result) => ({
    subject: result.subject, ...result.fields, state: stateText(result), seconds: Math.round(result.duration / 100) / 10,
    ...(result.detail === '' ? {} : { detail: result.detail }), ...defined({
      reason: result.reason, explanation: result.explanation, foreseen: result.foreseen,
    }),
  }));
}

/** Returns the exit code: that of the worst failure, or success if there is none. */
export function exitCodeOf(results: readonly ChangeResult[]): ExitCode {
  const explanations = results.flatMap(({ explanation }) => explanation === undefined ? [] : [explanation]);
  if (explanations.some(({ findings: [first] }) => first !== undefined && NO_ACCESS.includes(first.cause))) {
    return ExitCode.ERROR;
  }
  if (explanations.some(({ timedOut }) => !timedOut)) {
    return ExitCode.FINDINGS;
  }
  return explanations.length > 0 ? ExitCode.PROGRESSING : ExitCode.SUCCESS;
}

function stateText<Done extends string>({ state, doneText }: Pick<ReportedResult<Done>, 'state' | 'doneText'>): Done | ChangeState {
  return state === 'done' ? doneText : state === 'foreseen' ? 'waiting' : state;
}

/** Returns the last cell of a row. The explanation of a failure follows the table. */
function detailOf({ state, detail, reason }: ReportedResult): string {
  switch (state) {
    case 'done': return detail;
    case 'failed': return '';
    case 'foreseen': return `would wait for ${reason ?? ''}`;
    case 'interrupted':
    case 'skipped': return reason ?? '';
  }
}

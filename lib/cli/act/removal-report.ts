import { exitCodeOf, printJson, printResults } from './act-report';
import type { ReportedResult } from './act-report';
import type { ActSession } from './act-options';
import type { CommandContext } from '../frame/context';
import type { ExitCode } from '../frame/exit-code';
import type { PartResult } from '../../operations/run/run-part';
import type { RemovalReport } from '../../waiting/removal/stage';

/** Prints the results of removals, with what remains, and returns the exit code. */
export async function reportRemovals(
  results: readonly PartResult<RemovalReport>[], format: 'text' | 'json', session: ActSession, context: CommandContext,
): Promise<ExitCode> {
  await session.close();
  const reported = results.map((result): ReportedResult => {
    const { removed = [], left = [] } = result.outcome;
    return {
      ...result, doneText: session.dryRun === undefined ? 'removed' : 'removable', fields: { removed, left },
      detail: `${removed.length === 1 ? '1 object' : `${removed.length} objects`}${left.length === 0 ? '' : `; ${left.length} left`}`,
    };
  });
  if (format === 'json') {
    printJson(reported, session.audit.records, context);
  } else {
    printResults(reported, context);
    const left = results.flatMap(({ outcome }) => outcome.left ?? []);
    if (left.length > 0) {
      context.stdout.line('\nwhat remains:');
      left.forEach(({ object, reason }) => context.stdout.line(`  ${object}: ${reason}`));
    }
  }
  return exitCodeOf(results);
}

import type { RemovalReport } from '../../cluster/remove';
import type { CommandContext } from '../frame/context';
import type { ExitCode } from '../frame/exit-code';
import { exitCodeOf, printJson, printResults, type ReportedResult } from './act-report';

/** Prints the results of removals, with what remains, and returns the exit code. */
export function reportRemovals(
  { results, changes }: RemovalReport, { output, dryRun }: { readonly output: 'text' | 'json'; readonly dryRun: boolean }, context: CommandContext,
): ExitCode {
  const reported = results.map((result): ReportedResult => {
    const { removed, left } = result;
    return {
      ...result, doneText: dryRun ? 'removable' : 'removed', fields: { removed, left },
      detail: `${removed.length === 1 ? '1 object' : `${removed.length} objects`}${left.length === 0 ? '' : `; ${left.length} left`}`,
    };
  });
  if (output === 'json') {
    printJson(reported, changes, context);
  } else if (reported.length > 0) {
    printResults(reported, context);
    const remaining = results.flatMap(({ left }) => left);
    if (remaining.length > 0) {
      context.stdout.line('\nwhat remains:');
      remaining.forEach(({ object, reason }) => context.stdout.line(`  ${object}: ${reason}`));
    }
  }
  return exitCodeOf(results);
}

import { readManifests } from '../../cluster/operations/manifests';
import { UnknownObjectError } from '../../cluster/operations/referenced-object';
import { checkRemovable, type RemovalReport, removeManifests, removeObjects } from '../../cluster/remove';
import { uninstallOlm } from '../../cluster/uninstall-olm';
import { CliError, ExitCode, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { flag } from '../frame/option';
import { actOptions, filename, openCluster, removalOptions } from './act-options';
import { exitCodeOf, printJson, printResults, type ReportedResult } from './act-report';

/** Removes operators, catalogs, and whatever else manifests contain. */
export const removeCommand = defineCommand({
  description: 'Removes operators in an order that leaves nothing stuck: Subscription, operands, ClusterServiceVersion, CRDs. Nothing is removed while there '
    + 'are operands, the objects of an operator\'s APIs, unless --operands specifies what to do with them. With -f it also removes the catalogs, operator namespaces '
    + 'and the OLM in the manifests, unless something else uses them. It reports what remains.\n\n'
    + 'Objects by name are subscription/NAME, clusterserviceversion/NAME, catalogsource/NAME, clusterextension/NAME and clustercatalog/NAME.\n\n'
    + 'Exit codes: 0 if everything is removed, 1 if something prevents the removal or a named object does not exist, 3 if it only timed out, 4 if the cluster could not be read.',
  operands: [{ name: 'KIND/NAME', description: 'what to remove', required: false, several: true }],
  options: {
    filename,
    ...removalOptions,
    deleteCrds: flag('delete the CRDs of operators that no other operator owns and that have no objects'),
    dependencies: flag('also remove what OLM installed as a dependency and nothing else requires'),
    resetConversion: flag('remove the conversion webhooks of CRDs that stay, if their Service is deleted with the operator'),
    ignoreNotFound: flag('treat an object that does not exist as removed'),
    removeOperators: flag('with an OLM in the manifests, also remove the operators that it installed'),
    ...actOptions,
  },
  examples: [
    { description: 'Print what would be removed', command: 'olm-constructs remove subscription/hello -n hello --dry-run' },
    { description: 'Remove an operator with its operands and CRDs', command: 'olm-constructs remove subscription/hello -n hello --operands delete --delete-crds' },
    { description: 'Remove what kubectl applied', command: 'olm-constructs remove -f dist' },
  ],
  run: async (context, { operands: references, options }) => {
    if ((references.length === 0) === (options.filename.length === 0)) {
      throw new UsageError(references.length === 0 ? 'nothing to remove; specify objects such as subscription/plain, or set -f to a file or folder of manifests'
        : 'specify either objects or -f, not both');
    }
    references.forEach(check);
    const manifests = await readManifests(options.filename, context.readStdin);
    const { connection, how } = openCluster(options, context);
    const { operands, deleteCrds, resetConversion, dependencies, force, removeOperators } = options;
    const removal = { ...how, operands, deleteCrds, resetConversion, dependencies, force, removeOperators };
    const report = await (references.length > 0 ? removeObjects(connection, references, removal) : removeManifests(connection, manifests, removal));
    if (report.results.length === 0 && references.length === 0) {
      throw new CliError(`no objects in ${options.filename.join(', ')}: nothing to remove`);
    }
    report.notes.forEach((note) => context.stderr.line(note));
    report.missing.forEach((message) => context.stderr.line(message));
    const exitCode = reportRemovals(report, options, context);
    const isIncomplete = report.missing.length > 0 && !options.ignoreNotFound;
    return exitCode === ExitCode.SUCCESS && isIncomplete ? ExitCode.FINDINGS : exitCode;
  },
});

function check(reference: string): void {
  try {
    checkRemovable(reference);
  } catch (error) {
    throw error instanceof UnknownObjectError ? new UsageError(error.message) : error;
  }
}

const { namespace: _, ...uninstallOptions } = actOptions;

/** Removes OLM v0 from a cluster. */
export const uninstallCommand = defineCommand({
  description: 'Removes OLM v0 from the cluster, no matter which tool installed it, in an order that leaves no Namespace stuck in deletion. OLM is kept while there are '
    + 'operators that it installed, unless --remove-operators is set. Its Namespaces are kept while anything else uses them. It reports what remains.\n\n'
    + 'Exit codes: 0 if OLM is removed, 1 if something prevents the removal, 3 if it only timed out, 4 if the cluster could not be read.',
  options: {
    removeOperators: flag('also remove the operators that OLM installed, without checking their operands'),
    force: removalOptions.force,
    ...uninstallOptions,
  },
  examples: [
    { description: 'Print what would be deleted, in which order', command: 'olm-constructs uninstall --dry-run' },
    { description: 'Remove OLM', command: 'olm-constructs uninstall' },
  ],
  run: async (context, { options: given }) => {
    const { connection, how } = openCluster({ ...given, namespace: undefined }, context);
    const report = await uninstallOlm(connection, { ...how, force: given.force, removeOperators: given.removeOperators });
    if (report === undefined) {
      context.stderr.line('OLM v0 is not installed in the cluster');
      return ExitCode.SUCCESS;
    }
    return reportRemovals(report, given, context);
  },
});

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

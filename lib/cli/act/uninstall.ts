import { actOptions, openCluster, removalOptions } from './act-options';
import { reportRemovals } from './removal-report';
import { defineCommand } from '../frame/command';
import { ExitCode } from '../frame/exit-code';
import { flag } from '../frame/option';
import { uninstallOlm } from '../../cluster/uninstall-olm';

const { namespace: _, ...options } = actOptions;

/** Removes OLM v0 from a cluster. */
export const uninstallCommand = defineCommand({
  description: 'Removes OLM v0 from the cluster, no matter which tool installed it, in an order that leaves no Namespace stuck in deletion. OLM is kept while there are '
    + 'operators that it installed, unless --remove-operators is set. Its Namespaces are kept while anything else uses them. It reports what remains.\n\n'
    + 'Exit codes: 0 if OLM is removed, 1 if something prevents the removal, 3 if it only timed out, 4 if the cluster could not be read.',
  options: {
    removeOperators: flag('also remove the operators that OLM installed, without checking their operands'),
    force: removalOptions.force,
    ...options,
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

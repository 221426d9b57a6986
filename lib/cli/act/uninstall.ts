import { actOptions, openSession, removalOptions } from './act-options';
import { inspectionFailure } from './inspection-failure';
import { reportRemovals } from './removal-report';
import { CliError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { ExitCode } from '../frame/exit-code';
import { flag } from '../frame/option';
import { findOlm } from '../../operations/run/inspect-cluster';
import { removeInOrder } from '../../operations/run/remove-in-order';
import { removalOfOlm } from '../../operations/targets/olm-removal-plan';
import { title } from '../../waiting/olm/found-olm';

const { namespace: _, ...options } = actOptions;

/** Removes OLM v0 from a cluster. */
export const uninstallCommand = defineCommand({
  description: 'Removes OLM v0 from the cluster, whatever tool installed it, in an order that leaves no Namespace stuck in deletion. OLM is kept while there are '
    + 'operators that it installed, unless --remove-operators is set. Its Namespaces are kept while anything else uses them. It reports what remains.\n\n'
    + 'Exit codes: 0 if OLM is removed, 1 if something keeps it from being removed, 3 if only the time was over, 4 if the cluster could not be read.',
  options: {
    removeOperators: flag('also remove the operators that OLM installed, without looking at their operands'),
    force: removalOptions.force,
    ...options,
  },
  examples: [
    { description: 'Print what would be deleted, in which order', command: 'olm-constructs uninstall --dry-run' },
    { description: 'Remove OLM', command: 'olm-constructs uninstall' },
  ],
  run: async (context, { options: given }) => {
    const session = openSession({ ...given, namespace: undefined }, context);
    const olm = await findOlm(session).catch(inspectionFailure);
    if (olm === undefined) {
      context.stderr.line('OLM v0 is not installed in the cluster');
      return ExitCode.SUCCESS;
    }
    if (olm.isOpenShift) {
      throw new CliError(`the cluster has ${title(olm)}, which OpenShift manages: it cannot be removed`);
    }
    if (olm.namespaces.length > 1) {
      throw new CliError(`the cluster has more than one OLM, in the namespaces ${olm.namespaces.join(', ')}; remove each one with remove -f and its manifests`);
    }
    session.print(`removes ${title(olm)}`);
    const plan = removalOfOlm(olm, {
      operands: 'ignore', deleteCrds: false, resetConversion: false, dependencies: false, force: given.force, removeOperators: given.removeOperators,
    });
    return reportRemovals(await removeInOrder(plan, session), given.output, session, context);
  },
});

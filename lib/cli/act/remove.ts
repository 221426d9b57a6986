import { actOptions, filename, openCluster, removalOptions } from './act-options';
import { reportRemovals } from './removal-report';
import { CliError, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { ExitCode } from '../frame/exit-code';
import { flag } from '../frame/option';
import { checkRemovable, removeManifests, removeObjects } from '../../cluster/remove';
import { readManifests } from '../../cluster/operations/manifests/read-manifests';
import { UnknownObjectError } from '../../cluster/operations/targets/referenced-object';

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

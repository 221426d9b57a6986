import { readNotedManifests } from '../../cluster/operations/manifests';
import { UnknownObjectError } from '../../cluster/operations/referenced-object';
import { checkRemovable, type RemovalReport, type RemovalResult, removeManifests, removeObjects } from '../../cluster/remove';
import { uninstallOlm } from '../../cluster/uninstall-olm';
import { isKindAndGroup } from '../../formats/schema/kubernetes-manifest';
import { CliError, ExitCode, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { flag, type Option } from '../frame/option';
import { writeResult } from '../frame/write-result';
import { actOptions, filename, openCluster, removalOptions } from './act-options';
import { exitCodeOf, printResults, resultData, type ReportedResult } from './act-report';
import { shell } from '../../text/shell';

/**
 * Option for CRDs. Its value is optional, so that the parser takes a following object such as `subscription/hello` for it: objects contain a slash,
 * kinds do not.
 */
const crdSelection: Option<CrdSelection> = {
  value: 'KIND.GROUP,…', isValueOptional: true,
  description: 'delete the CRDs of operators that no other operator owns and that have no objects: all of them, or those of the given kinds',
  read: (given, name) => {
    const values = given.filter((value) => value !== '' && !isObject(value));
    const kinds = values.flatMap((value) => value.split(','));
    const wrong = kinds.find((kind) => !isKindAndGroup(kind));
    if (wrong !== undefined) {
      throw new UsageError(`${name} has '${wrong}', which is not a kind with its group, such as Database.example.com`);
    }
    if (values.length > 0 && values.length < given.length) {
      throw new UsageError(`${name} is set with and without kinds; set it once`);
    }
    return { crds: kinds.length > 0 ? kinds : given.length > 0, objects: given.filter(isObject) };
  },
};

/** Value of the option for CRDs. */
interface CrdSelection {
  readonly crds: boolean | readonly string[];

  /** Objects to remove that were taken for its value. */
  readonly objects: readonly string[];
}

function isObject(value: string): boolean {
  return value.includes('/');
}

const deleteLeftovers = flag('delete the cluster-scoped objects, such as ClusterRoles, that OLM created from the bundles of operators and leaves behind, unless anything '
  + 'else uses them');

/** Removes operators, catalogs, and whatever else manifests contain. */
export const removeCommand = defineCommand({
  description: 'Removes operators in an order that leaves nothing stuck: Subscription, operands, ClusterServiceVersion, CRDs. Nothing is removed while there '
    + 'are operands, the objects of an operator\'s APIs, unless --operands specifies what to do with them. With -f it also removes the catalogs, operator namespaces '
    + 'and the OLM in the manifests, unless something else uses them. It reports what remains.\n\n'
    + 'Objects by name are subscription/NAME, clusterserviceversion/NAME, catalogsource/NAME, clusterextension/NAME and clustercatalog/NAME.\n\n'
    + 'Exit codes: 0 if everything is removed, 1 if something prevents the removal or a named object does not exist, 3 if it only timed out, 4 if the cluster could not be read.',
  operands: [{ name: 'KIND/NAME', description: 'what to remove', required: false, several: true, completes: 'removable' }],
  options: {
    filename,
    ...removalOptions,
    deleteCrds: crdSelection,
    deleteLeftovers,
    dependencies: flag('also remove what OLM installed as a dependency and nothing else requires'),
    resetConversion: flag('remove the conversion webhooks of CRDs that stay, if their Service is deleted with the operator'),
    ignoreNotFound: flag('treat an object that does not exist as removed'),
    removeOperators: flag('with an OLM in the manifests, also remove the operators that it installed'),
    ...actOptions,
  },
  examples: [
    { description: 'Print what would be removed', command: 'olm-constructs remove subscription/hello -n hello --dry-run' },
    { description: 'Remove an operator with its operands and CRDs', command: 'olm-constructs remove subscription/hello -n hello --operands delete --delete-crds' },
    { description: 'Delete the CRD of one kind only', command: 'olm-constructs remove subscription/hello -n hello --delete-crds=Hello.demo.test' },
    { description: 'Remove what kubectl applied', command: 'olm-constructs remove -f dist' },
  ],
  run: async (context, { operands: given, options }) => {
    const references = [...options.deleteCrds.objects, ...given];
    if ((references.length === 0) === (options.filename.length === 0)) {
      throw new UsageError(references.length === 0 ? 'nothing to remove; specify objects such as subscription/plain, or set -f to a file or folder of manifests'
        : 'specify either objects or -f, not both');
    }
    references.forEach(check);
    const { manifests, notes } = await readNotedManifests(options.filename, context.readStdin, 'olm-constructs remove -f -');
    const { connection, how } = openCluster(options, context);
    const { operands, deleteLeftovers, resetConversion, dependencies, force, removeOperators } = options;
    const removal = { ...how, operands, deleteCrds: options.deleteCrds.crds, deleteLeftovers, resetConversion, dependencies, force, removeOperators };
    const report = await (references.length > 0 ? removeObjects(connection, references, removal) : removeManifests(connection, manifests, removal));
    if (report.results.length === 0 && references.length === 0) {
      throw new CliError(`no objects in ${options.filename.join(', ')}: nothing to remove`);
    }
    [...notes, ...report.notes].forEach((note) => context.stderr.line(note));
    report.missing.forEach((message) => context.stderr.line(message.replace(/^deleteCrds/, '--delete-crds')));
    const exitCode = reportRemovals({ ...report, notes: [...notes, ...report.notes] }, options, context);
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
  operands: [{ name: 'OLM', description: 'olm, or nothing', required: false }],
  options: {
    removeOperators: flag('also remove the operators that OLM installed, without checking their operands'),
    deleteLeftovers,
    force: removalOptions.force,
    ...uninstallOptions,
  },
  examples: [
    { description: 'Print what would be deleted, in which order', command: 'olm-constructs uninstall --dry-run' },
    { description: 'Remove OLM', command: 'olm-constructs uninstall' },
  ],
  run: async (context, { operands: [what = 'olm'], options: given }) => {
    if (what !== 'olm') {
      throw new UsageError(`uninstall removes OLM itself; remove an operator with \`${shell`olm-constructs remove subscription/${what}`}\``);
    }
    const { connection, how } = openCluster({ ...given, namespace: undefined }, context);
    const report = await uninstallOlm(connection, {
      ...how, force: given.force, removeOperators: given.removeOperators, deleteLeftovers: given.deleteLeftovers,
    });
    if (report === undefined) {
      context.stderr.line('OLM v0 is not installed in the cluster');
      return ExitCode.SUCCESS;
    }
    return reportRemovals(report, given, context);
  },
});

/** Prints the results of removals, with what remains, and returns the exit code. */
export function reportRemovals(
  { results, missing, notes, changes }: RemovalReport, { output, dryRun }: { readonly output: 'text' | 'json'; readonly dryRun: boolean }, context: CommandContext,
): ExitCode {
  const reported = results.map((result): ReportedResult<'removed' | 'removable', Pick<RemovalResult, 'removed' | 'left'>> => {
    const { removed, left } = result;
    return {
      ...result, doneText: dryRun ? 'removable' : 'removed', fields: { removed, left },
      detail: `${removed.length === 1 ? '1 object' : `${removed.length} objects`}${left.length === 0 ? '' : `; ${left.length} left`}`,
    };
  });
  if (output === 'json') {
    writeResult(context.stdout, output, 'RemovalReport', { results: resultData(reported), missing, notes, actions: changes });
  } else if (reported.length > 0) {
    printResults(reported, context);
    // Several removals may leave the same object.
    const remaining = new Set(results.flatMap(({ left }) => left.map(({ object, reason }) => `${object}: ${reason}`)));
    if (remaining.size > 0) {
      context.stdout.line();
      context.stdout.line('what remains:');
      remaining.forEach((line) => context.stdout.prose(`  - ${line}`));
    }
  }
  return exitCodeOf(results);
}

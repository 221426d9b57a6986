import { actOptions, filename, openSession, removalOptions } from './act-options';
import type { ActSession } from './act-options';
import { inspectionFailure } from './inspection-failure';
import { reportRemovals } from './removal-report';
import { CliError, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { flag } from '../frame/option';
import { readManifests } from '../../operations/manifests/read-manifests';
import { operatorsIn } from '../../operations/run/inspect-cluster';
import { removeInOrder } from '../../operations/run/remove-in-order';
import { isOperator, parseReference, removalOfOperator, removalOfReference, UnknownObjectError } from '../../operations/targets/referenced-object';
import type { ReferencedObject } from '../../operations/targets/referenced-object';
import { removalOfManifests } from '../../operations/targets/removal-plan';
import type { RemovalOptions, RemovalPart, RemovalPlan } from '../../operations/targets/removal-plan';

/** Removes operators, catalogs, and what else manifests contain. */
export const removeCommand = defineCommand({
  description: 'Removes operators in an order that leaves nothing stuck: Subscription, operands, ClusterServiceVersion, CRDs. Nothing is removed while there '
    + 'are operands, the objects of an operator\'s APIs, unless --operands says what happens to them. With -f it also removes the catalogs, operator namespaces '
    + 'and the OLM in the manifests, as far as nothing else uses them. It reports what remains.\n\n'
    + 'Objects by name are subscription/NAME, clusterserviceversion/NAME, catalogsource/NAME, clusterextension/NAME and clustercatalog/NAME.\n\n'
    + 'Exit codes: 0 if everything is removed, 1 if something keeps it from being removed, 3 if only the time was over, 4 if the cluster could not be read.',
  operands: [{ name: 'KIND/NAME', description: 'what to remove', required: false, several: true }],
  options: {
    filename,
    ...removalOptions,
    deleteCrds: flag('delete the CRDs of operators that no other operator owns and that have no objects'),
    dependencies: flag('also remove what OLM installed as a dependency and nothing else requires'),
    resetConversion: flag('remove the conversion webhooks of CRDs that stay, if their Service is deleted with the operator'),
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
      throw new UsageError(references.length === 0 ? 'nothing to remove; give objects such as subscription/plain, or set -f to a file or folder of manifests'
        : 'give either objects or -f, not both');
    }
    const objects = references.map(parsed);
    const manifests = await readManifests(options.filename, context.readStdin);
    const session = openSession(options, context);
    const plan = objects.length > 0 ? await planOf(objects, session, options) : removalOfManifests(manifests, session.namespace, options);
    if (plan.length === 0) {
      throw new CliError(`no objects in ${options.filename.join(', ')}: nothing to remove`);
    }
    return reportRemovals(await removeInOrder(plan, session), options.output, session, context);
  },
});

function parsed(reference: string): ReferencedObject {
  try {
    return parseReference(reference);
  } catch (error) {
    throw error instanceof UnknownObjectError ? new UsageError(error.message) : error;
  }
}

async function planOf(objects: readonly ReferencedObject[], session: ActSession, options: RemovalOptions): Promise<RemovalPlan> {
  const { namespace } = session;
  const operators = objects.some(isOperator) ? await operatorsIn(namespace, session).catch(inspectionFailure) : { subscriptions: [], csvs: [] };
  const part = (object: ReferencedObject): RemovalPart => (
    isOperator(object) ? removalOfOperator(object, namespace, operators, options) : removalOfReference(object, namespace, options)
  );
  const isCatalog = ({ kind }: ReferencedObject): boolean => kind === 'CatalogSource' || kind === 'ClusterCatalog';
  // Operators first, while their catalogs still answer.
  return [objects.filter((object) => !isCatalog(object)).map(part), objects.filter(isCatalog).map(part)].filter((stage) => stage.length > 0);
}

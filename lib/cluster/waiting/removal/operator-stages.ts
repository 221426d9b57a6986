import { Finding } from '../explain/explanation';
import { list } from '../explain/formatting';
import { byName } from '../operator/situation';
import { isAvailable } from '../rules/deployments';
import { CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, SUBSCRIPTIONS } from '../view/api-resource';
import { ownedApis } from '../view/cluster-service-version';
import { ClusterView, Interest, objectsOf } from '../view/cluster-view';
import { isTerminating, KubernetesObject, namespacedName } from '../view/kubernetes-object';
import { kindAndGroup, selectsCrd, selectsCrds } from './operator-crds';
import { OperatorFootprint } from './operator-footprint';
import { OperatorRemovalOptions } from './operator-removal-options';
import { RemovalInterests } from './removal-interests';
import { DeletionPolicy, deletionStage, FoundObject, Leftover, objectTitle, Stage } from './stage';

/** Input of the stages of a removal. */
export interface Removal {
  /** Name of its APIs, for messages, such as `the operator's APIs`. */
  readonly apisTitle: string;
  readonly options: OperatorRemovalOptions;
  readonly footprint: OperatorFootprint;
  readonly interests: RemovalInterests;
  readonly view: ClusterView;
  /** Milliseconds spent in a phase. */
  readonly timeInPhase: (phase: string) => number;
}

/** Returns the objects of an interest that are already listed. */
export const objectsIn = ({ view }: Removal, interest: Interest): readonly KubernetesObject[] => objectsOf(view, interest) ?? [];

/** Returns how to delete objects. */
export const policy = ({ options, timeInPhase }: Removal, description: string): DeletionPolicy => (
  { description, force: options.force ?? false, timeInPhase }
);

/** Returns the objects of the operator's APIs in its target namespaces; those in other namespaces may belong to another operator. */
export function operandsOf(removal: Removal): FoundObject[] {
  const { targetNamespaces } = removal.footprint;
  return objectsOfApis(removal).filter(({ object: { metadata: { namespace } } }) => (
    namespace === undefined || targetNamespaces === undefined || targetNamespaces.includes(namespace)
  ));
}

function objectsOfApis(removal: Removal): FoundObject[] {
  return removal.interests.operands.flatMap(({ interest }) => (
    objectsIn(removal, interest).map((object) => ({ resource: interest.resource, object }))
  ));
}

/** Returns the ClusterServiceVersions of the operator that still exist. */
export function csvsOf(removal: Removal): FoundObject[] {
  const csvs = objectsIn(removal, removal.interests.csvs);
  return removal.footprint.csvs.map((name) => byName(csvs, name)).filter((object) => object !== undefined)
    .map((object) => ({ resource: CLUSTER_SERVICE_VERSIONS, object }));
}

/** Stops the removal while there are operands, unless the options determine what happens to them. */
export function operandGuard(removal: Removal): Stage {
  const { apisTitle, options: { operands = 'abort' } } = removal;
  const found = operands === 'abort' && csvsOf(removal).length > 0 ? operandsOf(removal) : [];
  return found.length === 0 ? { phase: 'inspecting' } : {
    phase: 'inspecting',
    waitingFor: 'nothing',
    findings: [{ cause: 'operands-remaining', message: `${apisTitle} still have ${objects(found.length)}: ${list(found.map(objectTitle))}` }],
  };
}

/** Deletes the Subscription. */
export function subscriptionStage(removal: Removal): Stage {
  const subscription = byName(objectsIn(removal, removal.interests.subscriptions), removal.options.subscription);
  const found = subscription === undefined ? [] : [{ resource: SUBSCRIPTIONS, object: subscription }];
  return deletionStage('subscription', found, policy(removal, 'deletes the Subscription first, so that OLM does not reinstall the operator'));
}

/** Deletes the operands, or reports those that are kept. */
export function operandsStage(removal: Removal): Stage {
  if (removal.options.operands !== 'delete') {
    return { phase: 'operands', left: operandsOf(removal).map((found) => ({ object: objectTitle(found), reason: 'operands are ignored' })) };
  }
  const stage = deletionStage('operands', operandsOf(removal), policy(removal, 'deletes an operand while the operator is still running'));
  const deployments = objectsIn(removal, removal.interests.deployments).filter((deployment) => isOwned(deployment, removal));
  const isStopped = csvsOf(removal).length === 0 || deployments.some((deployment) => !isAvailable(deployment));
  const stoppedOperator: Finding[] = stage.waitingFor !== undefined && isStopped
    ? [{ cause: 'finalizers-remaining', message: 'the operator that should remove the finalizers is not running' }] : [];
  return { ...stage, findings: [...(stage.findings ?? []), ...stoppedOperator] };
}

function isOwned({ metadata }: KubernetesObject, { footprint }: Removal): boolean {
  return (metadata.ownerReferences ?? []).some(({ kind, name }) => kind === 'ClusterServiceVersion' && footprint.csvs.includes(name));
}

/** Deletes the ClusterServiceVersions. */
export function csvStage(removal: Removal): Stage {
  const stage = deletionStage('operator', csvsOf(removal), policy(removal, 'deletes the operator'));
  const stopped = objectsIn(removal, removal.interests.controllers).filter((deployment) => !isAvailable(deployment));
  const findings: Finding[] = stage.waitingFor === undefined ? [] : stopped
    .map((deployment) => ({ cause: 'olm-not-running', message: `Deployment ${namespacedName(deployment)} of OLM is not available, so nothing cleans up after the operator` }));
  return { ...stage, findings: [...findings, ...(stage.findings ?? [])] };
}

/** Whether a ClusterServiceVersion belongs to the operator: a watch of all namespaces may report its deletion later than a watch of one namespace. */
function isOwn({ metadata: { name, namespace } }: KubernetesObject, { options, footprint }: Removal): boolean {
  return namespace === options.namespace && footprint.csvs.includes(name);
}

/** Deletes the CRDs, each only if no other operator owns it and it has no objects, since these would be deleted with it. */
export function crdStage(removal: Removal): Stage {
  const crds = removal.interests.crds.flatMap((interest) => objectsIn(removal, interest))
    .map((object) => ({ resource: CUSTOM_RESOURCE_DEFINITIONS, object }));
  const operands = objectsOfApis(removal);
  const { crds: selection = false } = removal.options;
  const keepReason = ({ object: { metadata: { name } } }: FoundObject): string | undefined => {
    const api = removal.footprint.apis.find(({ crd }) => crd === name);
    if (!selectsCrds(selection) || api === undefined) {
      return 'CRDs are kept';
    }
    if (!selectsCrd(selection, api)) {
      return `deleteCrds does not have ${kindAndGroup(api)}`;
    }
    const owner = objectsIn(removal, removal.interests.allCsvs).find((csv) => !isOwn(csv, removal) && ownedApis(csv).some(({ crd }) => crd === name));
    if (owner !== undefined) {
      return `ClusterServiceVersion ${namespacedName(owner)} also owns it`;
    }
    const count = operands.filter(({ resource: { plural, group } }) => `${plural}.${group}` === name).length;
    return count === 0 ? undefined : `it still has ${objects(count)}`;
  };
  const left = crds.flatMap((crd): Leftover[] => {
    const reason = isTerminating(crd.object) ? undefined : keepReason(crd);
    return reason === undefined ? [] : [{ object: objectTitle(crd), reason }];
  });
  const deletable = crds.filter((crd) => isTerminating(crd.object) || keepReason(crd) === undefined);
  return { ...deletionStage('crds', deletable, policy(removal, 'deletes a CRD that only this operator owned and that has no objects left')), left };
}

function objects(count: number): string {
  return count === 1 ? 'one object' : `${count} objects`;
}

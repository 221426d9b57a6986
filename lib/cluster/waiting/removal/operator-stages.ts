import { groupByEach } from '../../../text/group-by';
import { perObject } from '../../../text/per-object';
import { Finding } from '../explain/explanation';
import { byName } from '../operator/situation';
import { isAvailable } from '../rules/deployments';
import { CLUSTER_SERVICE_VERSIONS, SUBSCRIPTIONS } from '../view/api-resource';
import { ownedApis } from '../view/cluster-service-version';
import { Interest, objectsOf } from '../view/cluster-view';
import { KubernetesObject, namespacedName } from '../view/kubernetes-object';
import { deletionPolicy, foundIn, Operands, OperatorCrds, StageContext } from './operand-stages';
import { OperatorFootprint } from './operator-footprint';
import { OperatorRemovalOptions } from './operator-removal-options';
import { RemovalInterests } from './removal-interests';
import { deletionStage, FoundObject, Stage } from './stage';

/** Input of the stages of a removal. */
export interface Removal extends StageContext {
  /** Name of its APIs, for messages, such as `the operator's APIs`. */
  readonly apisTitle: string;
  readonly options: OperatorRemovalOptions;
  readonly footprint: OperatorFootprint;
  /** Objects that the removal has deleted, by kind, namespace and name. */
  readonly removed: readonly string[];
  readonly interests: RemovalInterests;
}

/** Returns the objects of an interest that are already listed. */
export const objectsIn = ({ view }: Removal, interest: Interest): readonly KubernetesObject[] => objectsOf(view, interest) ?? [];

/** Returns the operands: objects of the operator's APIs in its target namespaces; those in other namespaces may belong to another operator. */
export function operandsOf(removal: Removal): Operands {
  const { apisTitle, footprint: { targetNamespaces } } = removal;
  const targets = new Set(targetNamespaces);
  const csvs = csvsOf(removal);
  const deployments = objectsIn(removal, removal.interests.deployments).filter((deployment) => isOwned(deployment, removal));
  return {
    found: objectsOfApis(removal).filter(({ object: { metadata: { namespace } } }) => (
      namespace === undefined || targetNamespaces === undefined || targets.has(namespace)
    )),
    mayStop: csvs.length > 0,
    mayDelete: true,
    stay: true,
    isStopped: csvs.length === 0 || deployments.some((deployment) => !isAvailable(deployment)),
    problem: (count) => ({ cause: 'operands-remaining', message: `${apisTitle} still have ${count}` }),
  };
}

function objectsOfApis({ view, interests: { operands } }: Removal): FoundObject[] {
  return foundIn(view, operands.map(({ interest }) => interest));
}

/** Returns the ClusterServiceVersions of the operator that still exist. */
export function csvsOf(removal: Removal): FoundObject[] {
  const csvs = objectsIn(removal, removal.interests.csvs);
  return removal.footprint.csvs.map((name) => byName(csvs, name)).filter((object) => object !== undefined)
    .map((object) => ({ resource: CLUSTER_SERVICE_VERSIONS, object }));
}

/** Deletes the Subscription. */
export function subscriptionStage(removal: Removal): Stage {
  const subscription = byName(objectsIn(removal, removal.interests.subscriptions), removal.options.subscription);
  const found = subscription === undefined ? [] : [{ resource: SUBSCRIPTIONS, object: subscription }];
  return deletionStage('subscription', found, deletionPolicy(removal, 'deletes the Subscription first, so that OLM does not reinstall the operator'));
}

function isOwned({ metadata }: KubernetesObject, { footprint }: Removal): boolean {
  return (metadata.ownerReferences ?? []).some(({ kind, name }) => kind === 'ClusterServiceVersion' && footprint.csvs.includes(name));
}

/** Deletes the ClusterServiceVersions. */
export function csvStage(removal: Removal): Stage {
  const stage = deletionStage('operator', csvsOf(removal), deletionPolicy(removal, 'deletes the operator'));
  const stopped = objectsIn(removal, removal.interests.controllers).filter((deployment) => !isAvailable(deployment));
  const findings: Finding[] = stage.waitingFor === undefined ? [] : stopped
    .map((deployment) => ({ cause: 'olm-not-running', message: `Deployment ${namespacedName(deployment)} of OLM is not available, so nothing cleans up after the operator` }));
  return { ...stage, findings: [...findings, ...(stage.findings ?? [])] };
}

/** Whether a ClusterServiceVersion belongs to the operator: a watch of all namespaces may report its deletion later than a watch of one namespace. */
function isOwn({ metadata: { name, namespace } }: KubernetesObject, { options, footprint }: Removal): boolean {
  return namespace === options.namespace && footprint.csvs.includes(name);
}

/** The ClusterServiceVersions that own each CRD. */
const OWNERS = perObject((csvs: readonly KubernetesObject[]) => groupByEach(csvs, (csv) => ownedApis(csv).map(({ crd }) => crd)));

/** Returns the CRDs of the operator. */
export function crdsOf(removal: Removal): OperatorCrds {
  const { options: { crds: selection = false }, footprint: { apis }, interests: { crds, allCsvs }, view } = removal;
  const byCrd = new Map(apis.map((api) => [api.crd, api]));
  const owners = OWNERS(objectsIn(removal, allCsvs));
  return {
    found: foundIn(view, crds),
    selection,
    objects: objectsOfApis(removal),
    apiOf: ({ metadata: { name } }) => byCrd.get(name),
    otherOwner: ({ metadata: { name } }) => {
      const owner = owners.get(name)?.find((csv) => !isOwn(csv, removal));
      return owner === undefined ? undefined : `ClusterServiceVersion ${namespacedName(owner)}`;
    },
    description: 'deletes a CRD that only this operator owned and that has no objects left',
  };
}

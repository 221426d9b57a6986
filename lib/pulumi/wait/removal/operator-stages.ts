import { RemovalInterests } from './operator-knowledge';
import { OperatorRemovalOptions } from './operator-removal-options';
import { OperatorTraces } from './operator-traces';
import { DeletionPolicy, deletionStage, Found, Leftover, Stage, title } from './stage';
import { CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, OPERATORS, SUBSCRIPTIONS } from '../cluster/api-resource';
import { ClusterView } from '../cluster/cluster-view';
import { Interest } from '../cluster/interest';
import { isDeleted, KubernetesObject, path } from '../cluster/kubernetes-object';
import { objectsOf } from '../cluster/queries';
import { isAvailable } from '../cluster/rollout';
import { Finding } from '../explain/finding';
import { list } from '../explain/quote';
import { ownedApis } from '../operator/owned-apis';
import { byName } from '../operator/situation';
import { fieldAt } from '../../../bundle/json-value';

/** What a removal knows at a moment. */
export interface Removal {
  readonly options: OperatorRemovalOptions;
  readonly traces: OperatorTraces;
  readonly interests: RemovalInterests;
  readonly view: ClusterView;
  /** For how many milliseconds a phase has lasted. */
  readonly timeIn: (phase: string) => number;
}

/** So long OLM has to leave its record alone; it may be about to write it. */
const TIME_FOR_RECORD = 10_000;

const all = ({ view }: Removal, interest: Interest): readonly KubernetesObject[] => objectsOf(view, interest) ?? [];

const policy = ({ options, timeIn }: Removal, why: string): DeletionPolicy => ({ why, force: options.force ?? false, timeIn });

/** The objects that the operator works for; those in other namespaces are nobody's or another operator's. */
export function operandsOf(removal: Removal): Found[] {
  const { targetNamespaces } = removal.traces;
  return objectsOfApis(removal).filter(({ object: { metadata: { namespace } } }) => (
    namespace === undefined || targetNamespaces === undefined || targetNamespaces.includes(namespace)
  ));
}

function objectsOfApis(removal: Removal): Found[] {
  return removal.interests.operands.flatMap(({ interest }) => all(removal, interest).map((object) => ({ resource: interest.resource, object })));
}

function csvsOf(removal: Removal): Found[] {
  const csvs = all(removal, removal.interests.csvs);
  return removal.traces.csvs.map((name) => byName(csvs, name)).filter((object) => object !== undefined)
    .map((object) => ({ resource: CLUSTER_SERVICE_VERSIONS, object }));
}

/** Nothing goes as long as there are objects that would be left without their operator, unless they are to be. */
export function guard(removal: Removal): Stage {
  const { operands = 'abort' } = removal.options;
  const found = operands === 'abort' && csvsOf(removal).length > 0 ? operandsOf(removal) : [];
  return found.length === 0 ? { phase: 'looking' } : {
    phase: 'looking',
    waitingFor: 'nothing',
    findings: [{ cause: 'operands-left', text: `the operator's APIs still have ${objects(found.length)}: ${list(found.map(title))}` }],
  };
}

export function subscriptionStage(removal: Removal): Stage {
  const subscription = byName(all(removal, removal.interests.subscriptions), removal.options.subscription);
  const found = subscription === undefined ? [] : [{ resource: SUBSCRIPTIONS, object: subscription }];
  return deletionStage('subscription', found, policy(removal, 'deletes the Subscription first, so that OLM does not install the operator again'));
}

export function operandsStage(removal: Removal): Stage {
  if (removal.options.operands !== 'delete') {
    return { phase: 'operands', left: operandsOf(removal).map((found) => ({ what: title(found), why: 'operands are to be ignored' })) };
  }
  const stage = deletionStage('operands', operandsOf(removal), policy(removal, 'deletes an object of the operator while the operator still runs'));
  const deployments = all(removal, removal.interests.deployments).filter((deployment) => isOwned(deployment, removal));
  const stopped = csvsOf(removal).length === 0 || deployments.some((deployment) => !isAvailable(deployment));
  const gone: Finding[] = stage.waitingFor !== undefined && stopped
    ? [{ cause: 'finalizers-left', text: 'the operator that would take finalizers off does not run' }] : [];
  return { ...stage, findings: [...(stage.findings ?? []), ...gone] };
}

function isOwned({ metadata }: KubernetesObject, { traces }: Removal): boolean {
  return (metadata.ownerReferences ?? []).some(({ kind, name }) => kind === 'ClusterServiceVersion' && traces.csvs.includes(name));
}

export function csvStage(removal: Removal): Stage {
  const stage = deletionStage('operator', csvsOf(removal), policy(removal, 'deletes the operator'));
  const stopped = all(removal, removal.interests.controllers).filter((deployment) => !isAvailable(deployment));
  const findings: Finding[] = stage.waitingFor === undefined ? [] : stopped
    .map((deployment) => ({ cause: 'olm-not-running', text: `Deployment ${path(deployment)} of OLM is not available, so nobody cleans up after the operator` }));
  return { ...stage, findings: [...findings, ...(stage.findings ?? [])] };
}

/** Whether a ClusterServiceVersion is that of the operator: the watch of all namespaces may tell later than the other that it is gone. */
function isOwn({ metadata: { name, namespace } }: KubernetesObject, { options, traces }: Removal): boolean {
  return namespace === options.namespace && traces.csvs.includes(name);
}

/** CRDs: a CRD takes all its objects along, so it goes only when it has none, and nobody else's operator needs it. */
export function crdStage(removal: Removal): Stage {
  const crds = removal.interests.crds.flatMap((interest) => all(removal, interest))
    .map((object) => ({ resource: CUSTOM_RESOURCE_DEFINITIONS, object }));
  const operands = objectsOfApis(removal);
  const why = ({ object: { metadata: { name } } }: Found): string | undefined => {
    if (removal.options.crds !== true) {
      return 'CRDs are to stay';
    }
    const owner = all(removal, removal.interests.allCsvs).find((csv) => !isOwn(csv, removal) && ownedApis(csv).some(({ crd }) => crd === name));
    if (owner !== undefined) {
      return `ClusterServiceVersion ${path(owner)} owns it too`;
    }
    const count = operands.filter(({ resource: { plural, group } }) => `${plural}.${group}` === name).length;
    return count === 0 ? undefined : `it still has ${objects(count)}`;
  };
  const left = crds.flatMap((crd): Leftover[] => {
    const reason = isDeleted(crd.object) ? undefined : why(crd);
    return reason === undefined ? [] : [{ what: title(crd), why: reason }];
  });
  const going = crds.filter((crd) => isDeleted(crd.object) || why(crd) === undefined);
  return { ...deletionStage('crds', going, policy(removal, 'deletes a CRD that only this operator owned and that has no objects')), left };
}

/** OLM's own record of the operator: OLM makes it anew as long as anything has the operator's label. */
export function recordStage(removal: Removal): Stage {
  const { operator } = removal.interests;
  const record = operator === undefined ? undefined : all(removal, operator)[0];
  if (record === undefined) {
    return { phase: 'record' };
  }
  const found = { resource: OPERATORS, object: record };
  const refs = fieldAt(record.status, 'components', 'refs');
  const count = Array.isArray(refs) ? refs.length : 0;
  if (count === 0 && removal.timeIn('record') < TIME_FOR_RECORD) {
    return deletionStage('record', [found], policy(removal, 'deletes OLM\'s record of the operator'));
  }
  const why = `OLM keeps it as long as anything has the label of the operator: ${objects(count)}`;
  return { phase: 'record', left: [{ what: title(found), why: count === 0 ? 'OLM makes it again' : why }] };
}

function objects(count: number): string {
  return count === 1 ? 'one object' : `${count} objects`;
}

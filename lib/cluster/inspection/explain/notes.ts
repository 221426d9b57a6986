import { ExplainedObject } from './explained-object';
import { Judgement } from '../judgement/judgement';
import { extensionInterest } from '../../waiting/olm-v1/resources';
import { deprecationsOf } from '../../waiting/olm-v1/extension-status';
import { CLUSTER_EXTENSIONS, DEPLOYMENTS, SUBSCRIPTIONS } from '../../waiting/view/api-resource';
import { ClusterView } from '../../waiting/view/cluster-view';
import { condition, namespacedName } from '../../waiting/view/kubernetes-object';
import { named, objectOf } from '../../waiting/view/queries';
import { list } from '../../waiting/explain/formatting';
import { deprecations } from '../../waiting/operator/deprecations';
import { plannedCsvs, requiresApproval, Situation, situation, unclaimedCsvs } from '../../waiting/operator/situation';
import { resolutionFindings } from '../../waiting/rules/resolution';
import { isAnswering } from '../../waiting/rules/catalogs';

/** Returns notes about an object in addition to its state. */
export function notesOf({ resource, name, namespace = 'default' }: ExplainedObject, view: ClusterView, { verdict }: Judgement): string[] {
  if (resource === CLUSTER_EXTENSIONS) {
    const extension = objectOf(view, extensionInterest(name));
    return extension ? deprecationsOf(extension) : [];
  }
  if (resource === DEPLOYMENTS) {
    const { 'olm.owner': csv, 'olm.owner.kind': kind } = objectOf(view, named(DEPLOYMENTS, name, namespace))?.metadata.labels ?? {};
    return csv === undefined || kind !== 'ClusterServiceVersion' ? [] : [`OLM made it for ClusterServiceVersion ${csv}: \`explain csv/${csv}\` begins there`];
  }
  return resource === SUBSCRIPTIONS ? operatorNotes(situation({ namespace, subscription: name }, view), verdict) : [];
}

/** Returns notes about an operator. An installed operator keeps running, regardless of what prevents OLM from upgrading it. */
export function operatorNotes(found: Situation, verdict: Judgement['verdict']): string[] {
  return [...(verdict === 'healthy' ? upgradeNotes(found) : []), ...deprecations(found)];
}

function upgradeNotes(found: Situation): string[] {
  const { subscription, plan, name, catalogs = [] } = found;
  const isPending = plan !== undefined && requiresApproval(plan);
  const failure = condition(subscription ?? undefined, 'ResolutionFailed');
  const failed = failure === undefined ? [] : resolutionFindings(failure, {
    subscription: name, allCatalogsAnswer: catalogs.every(isAnswering), unclaimedCsvs: unclaimedCsvs(found),
  });
  return [
    ...(isPending ? [`an upgrade to ${list(plannedCsvs(plan))} requires approval of InstallPlan ${namespacedName(plan)}`] : []),
    ...failed.map(({ message }) => `OLM installs no upgrades: ${message}`),
  ];
}

import { SubscriptionStatus } from './cluster-status';
import { detailOf, stateOf } from './status-words';
import { operatorNotes } from '../explain/notes';
import { Judgement } from '../judgement/judgement';
import { ageOf } from '../source/object-times';
import { KubernetesObject, specString, statusString } from '../../waiting/view/kubernetes-object';
import { byName, plannedCsvs, requiresApproval, Situation } from '../../waiting/operator/situation';

/** Returns the state of the operator of a Subscription. */
export function subscriptionStatus(subscription: KubernetesObject, found: Situation, judgement: Judgement, now: number): SubscriptionStatus {
  const { name, namespace = '' } = subscription.metadata;
  const { csv, csvs, plan } = found;
  // OLM sets the status of a Subscription slightly later than that of its ClusterServiceVersion.
  const installed = version(statusString(subscription, 'installedCSV') ?? (judgement.verdict === 'healthy' ? csv?.metadata.name : undefined), csvs);
  const isPending = plan !== undefined && requiresApproval(plan);
  const current = statusString(subscription, 'currentCSV') ?? (isPending ? plannedCsvs(plan)[0] : undefined) ?? specString(subscription, 'startingCSV');
  const wanted = version(current, csvs);
  const channel = specString(subscription, 'channel');
  const age = ageOf(subscription, now);
  return {
    namespace, name,
    package: specString(subscription, 'name') ?? '',
    ...(channel === undefined ? {} : { channel }),
    catalog: `${specString(subscription, 'sourceNamespace') ?? ''}/${specString(subscription, 'source') ?? ''}`,
    ...(installed === undefined ? {} : { installed }),
    ...(wanted === undefined || wanted === installed ? {} : { wanted }),
    ...(isPending ? { pendingApproval: plan.metadata.name } : {}),
    verdict: judgement.verdict, state: stateOf(judgement), ...detailOf(judgement),
    ...(age === undefined ? {} : { age }),
    notes: operatorNotes(found, judgement.verdict),
  };
}

/** Returns the version of a ClusterServiceVersion: that of its spec, or of its name if it does not exist yet. */
function version(name: string | undefined, csvs: readonly KubernetesObject[] | undefined): string | undefined {
  return name === undefined ? undefined : specString(byName(csvs, name), 'version') ?? name.slice(name.indexOf('.') + 1).replace(/^v/, '');
}

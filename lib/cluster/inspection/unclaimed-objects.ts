import { integerField } from '../../formats/json/json-value';
import { byName, isReplaced, plannedCsvs, referencedCsvs } from '../waiting/operator/situation';
import { objectsIn } from '../waiting/view/object-lists';
import { CLUSTER_SERVICE_VERSIONS, INSTALL_PLANS, SUBSCRIPTIONS } from '../waiting/view/api-resource';
import { ClusterView, inNamespace, Interest, objectsOf, withoutCopies } from '../waiting/view/cluster-view';
import { isTerminating, KubernetesObject, specString, statusString } from '../waiting/view/kubernetes-object';
import { createdAt } from './source/object-times';

/** Interests in which unclaimed objects are found. */
export interface UnclaimedInterests {
  readonly subscriptions: Interest;
  readonly csvs: Interest;
  readonly plans: Interest;
}

/** Returns the interests in which unclaimed objects are found, in one namespace or in all. */
export function unclaimedInterests(namespace: string | undefined): UnclaimedInterests {
  const [subscriptions, csvs, plans] = [SUBSCRIPTIONS, CLUSTER_SERVICE_VERSIONS, INSTALL_PLANS].map((resource): Interest => (
    namespace === undefined ? { resource } : inNamespace(resource, namespace)
  ));
  return { subscriptions: subscriptions!, csvs: withoutCopies(csvs!), plans: plans! };
}

/** Objects that no Subscription leads to, by kind. */
export interface UnclaimedObjects {
  readonly csvs: readonly KubernetesObject[];
  readonly plans: readonly KubernetesObject[];
}

/**
 * Returns the ClusterServiceVersions that have not succeeded, and the InstallPlans that failed, to which no Subscription leads: it was deleted, or a
 * dump lacks it. Copies of ClusterServiceVersions, and plans that a later one or an installed version made obsolete, are left out.
 */
export function unclaimedObjects(interests: UnclaimedInterests, view: ClusterView): UnclaimedObjects {
  const [subscriptions, csvs, plans] = [interests.subscriptions, interests.csvs, interests.plans].map((interest) => objectsOf(view, interest) ?? []);
  const namespaces = new Set([...subscriptions!, ...csvs!, ...plans!].map(({ metadata: { namespace = '' } }) => namespace));
  const each = [...namespaces].map((namespace): Space => ({
    subscriptions: objectsIn(subscriptions!, namespace), csvs: objectsIn(csvs!, namespace), plans: objectsIn(plans!, namespace),
  }));
  return { csvs: each.flatMap(unclaimedCsvsOf), plans: each.flatMap(failedPlanOf) };
}

/** Objects of a namespace. */
interface Space extends UnclaimedObjects {
  readonly subscriptions: readonly KubernetesObject[];
}

function unclaimedCsvsOf({ subscriptions, csvs }: Space): KubernetesObject[] {
  const claimed = new Set(subscriptions.flatMap(referencedCsvs));
  const replaced = new Set(csvs.map((csv) => specString(csv, 'replaces')));
  return csvs.filter((csv) => (
    statusString(csv, 'phase') !== 'Succeeded' && statusString(csv, 'reason') !== 'Copied' && !isReplaced(csv) && !isTerminating(csv)
      && !claimed.has(csv.metadata.name) && !replaced.has(csv.metadata.name)
  ));
}

/** Returns the last InstallPlan of a namespace without Subscriptions, if it failed. OLM keeps some earlier ones. */
function failedPlanOf({ subscriptions, csvs, plans }: Space): KubernetesObject[] {
  const order = (plan: KubernetesObject): number => integerField(plan.spec, 'generation') ?? 0;
  const [last] = [...plans].sort((left, right) => order(right) - order(left) || (createdAt(right) ?? 0) - (createdAt(left) ?? 0));
  const isObsolete = subscriptions.length > 0 || last === undefined
    || plannedCsvs(last).some((name) => statusString(byName(csvs, name), 'phase') === 'Succeeded');
  return isObsolete || statusString(last, 'phase') !== 'Failed' ? [] : [last];
}

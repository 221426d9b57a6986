import type { InstallMode } from '../bundle/model/install-mode';
import type { Catalog } from '../catalog/catalog';
import type { CatalogBundle } from '../catalog/catalog-bundle';
import { catalogKeyOf, type LockContent, lockedBundle } from '../resolve/lock/lock-content';
import type { CheckedSubscription } from './checked-subscription';
import type { ClusterObjects } from './model/cluster-objects';
import type { OperatorSubscription } from './operator-subscription';
import { bundleProblems } from './subscription-checks';
import { chooseInstallMode } from './subscription-choice';

/**
 * Returns why a cluster could not run the versions of a lock, as sentences with paths: the problems that Subscriptions will have once the lock
 * chooses their versions.
 *
 * @param contents contents of catalogs, by namespace and name
 */
export function lockedBundleProblems(
  subscriptions: readonly OperatorSubscription[], { operators }: LockContent, contents: ReadonlyMap<string, Catalog>, objects: ClusterObjects,
): string[] {
  return operators.flatMap(operator => {
    const inNamespace = subscriptions.filter(({ namespace }) => namespace === operator.namespace);
    // A dependency uses the OperatorGroup of the operator that requires it: a namespace has only one.
    const subscription = inNamespace.find(({ packageName }) => packageName === operator.packageName) ?? inNamespace[0];
    const bundle = lockedBundle(contents.get(catalogKeyOf(operator)), operator);
    return subscription?._checked === undefined || bundle === undefined ? [] : problemsOf(subscription, subscription._checked, bundle, objects);
  });
}

function problemsOf(subscription: OperatorSubscription, checked: CheckedSubscription, bundle: CatalogBundle, objects: ClusterObjects): string[] {
  const installMode = lockedInstallMode(subscription, bundle);
  if (typeof installMode === 'string') {
    return [installMode];
  }
  // The OperatorGroup that the construct creates still has the install mode chosen before the lock.
  const operatorGroup = checked.isOperatorGroupGiven ? checked.operatorGroup : undefined;
  return bundleProblems({ ...checked, bundle, installMode, operatorGroup }, objects).map(problem => `[${subscription.node.path}] ${problem}`);
}

/** Returns the install mode of a Subscription with a bundle, or why it has none, as a sentence with its path. */
export function lockedInstallMode(subscription: OperatorSubscription, bundle: CatalogBundle | undefined): InstallMode | string {
  try {
    return chooseInstallMode(subscription, subscription._subscriptionProps, subscription.namespace, bundle);
  } catch (error) {
    return (error as Error).message;
  }
}

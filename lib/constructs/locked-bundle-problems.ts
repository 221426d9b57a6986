import type { CheckedSubscription } from './checked-subscription';
import type { ClusterObjects } from './model/cluster-objects';
import type { OperatorSubscription } from './operator-subscription';
import { bundleProblems } from './subscription-checks';
import { chooseInstallMode } from './subscription-choice';
import type { InstallMode } from '../bundle/model/install-mode';
import type { Catalog } from '../catalog/catalog';
import type { CatalogBundle } from '../catalog/catalog-bundle';
import { catalogKeyOf } from '../resolve/lock/lock-content';
import type { LockContent } from '../resolve/lock/lock-content';
import { lockedBundle } from '../resolve/lock/locked-bundle';

/**
 * Returns why a cluster could not run the versions of a lock, in sentences with paths: what their Subscriptions will check once the lock chooses
 * their versions.
 *
 * @param contents contents of catalogs, by namespace and name
 */
export function lockedBundleProblems(
  subscriptions: readonly OperatorSubscription[], { operators }: LockContent, contents: ReadonlyMap<string, Catalog>, objects: ClusterObjects,
): string[] {
  return operators.flatMap(operator => {
    const inNamespace = subscriptions.filter(({ namespace }) => namespace === operator.namespace);
    // A dependency gets the OperatorGroup of what requires it: there is one in a namespace.
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
  // The OperatorGroup that the construct creates has the install mode that was known before.
  const operatorGroup = checked.isOperatorGroupGiven ? checked.operatorGroup : undefined;
  return bundleProblems({ ...checked, bundle, installMode, operatorGroup }, objects).map(problem => `[${subscription.node.path}] ${problem}`);
}

/** Returns the install mode of a Subscription with a bundle; or why it has none, in a sentence with its path. */
export function lockedInstallMode(subscription: OperatorSubscription, bundle: CatalogBundle | undefined): InstallMode | string {
  try {
    return chooseInstallMode(subscription, subscription._subscriptionProps, subscription.namespace, bundle);
  } catch (error) {
    return (error as Error).message;
  }
}

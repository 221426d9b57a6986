import { OLM_GROUP } from '../olm/v0/model/olm-names';
import { LockedOperator, operatorKey } from '../resolve/lock/lock-content';
import type { OperatorLockFile } from '../resolve/operator-lock-file';
import { catalogContentOf } from './catalog-content-of';
import { CatalogRef, ICatalog } from './catalog-ref';
import { claimDependency } from './lock-of-cluster';
import { ClusterObjects } from './model/cluster-objects';
import { OperatorGroupRef } from './operator-group-ref';
import type { OperatorSubscription } from './operator-subscription';
import { OperatorSubscriptionProps } from './operator-subscription-props';

/**
 * Creates the Subscriptions of the operators that a locked one requires, pinned to the versions of the lock, unless another Subscription of the
 * namespace created them. Each in turn creates those that it requires, and is applied after them: OLM then chooses nothing by itself.
 *
 * @param create creates a Subscription as a child of the parent
 */
export function createLockedDependencies(
  parent: OperatorSubscription, file: OperatorLockFile, operator: LockedOperator,
  create: (id: string, props: OperatorSubscriptionProps) => OperatorSubscription,
): OperatorSubscription[] {
  const { namespace, operatorGroup, operatorGroupName, _subscriptionProps: { labels, annotations } } = parent;
  return file.operators
    .filter(locked => locked.namespace === namespace && locked.subscription === undefined && locked.requiredBy.includes(operator.csv))
    .filter(locked => claimDependency(parent, operatorKey(locked)))
    .map(locked => {
      const dependency = create(`Dependency-${locked.packageName}`, {
        catalog: catalogOf(parent, locked),
        packageName: locked.packageName,
        namespace,
        createNamespace: false,
        operatorGroup: operatorGroup === undefined ? OperatorGroupRef.named(operatorGroupName) : OperatorGroupRef.fromObject(operatorGroup),
        lock: file,
        ...(parent._upgradePlan === undefined ? {} : { upgradePlan: parent._upgradePlan }),
        ...(labels === undefined ? {} : { labels }),
        ...(annotations === undefined ? {} : { annotations }),
      });
      if (parent.namespaceObject !== undefined) {
        dependency.subscription.addDependency(parent.namespaceObject);
      }
      return dependency;
    });
}

/** Returns the catalog of a dependency: that of the Subscription, or another one of the app, or one by name. */
function catalogOf(parent: OperatorSubscription, { catalog, catalogNamespace }: LockedOperator): ICatalog {
  if (parent.catalog.catalogName === catalog && parent.catalog.catalogNamespace === catalogNamespace) {
    return parent.catalog;
  }
  const source = ClusterObjects.of(parent).ofKind(OLM_GROUP, 'CatalogSource', catalogNamespace).find(({ name }) => name === catalog);
  if (source === undefined) {
    return CatalogRef.named(catalog, catalogNamespace);
  }
  const content = catalogContentOf(source);
  return CatalogRef.fromObject(source, content === undefined ? {} : { content });
}

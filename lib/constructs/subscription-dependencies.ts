import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { CatalogRef } from './catalog-ref';
import type { OperatorSubscription } from './operator-subscription';

/** Makes the objects of an operator depend on each other in the order in which they must be applied: the Subscription comes last. */
export function orderObjects(operator: OperatorSubscription): void {
  const { subscription, namespaceObject, operatorGroup, serviceAccountObjects, catalog } = operator;
  subscription.addDependency(...serviceAccountObjects);
  if (namespaceObject !== undefined) {
    serviceAccountObjects.forEach(object => object.addDependency(namespaceObject));
  }
  if (operatorGroup !== undefined) {
    subscription.addDependency(operatorGroup);
  }
  if (namespaceObject !== undefined) {
    subscription.addDependency(namespaceObject);
    // This chart depends on that of the OperatorGroup: if they differ, the opposite would be a cycle, and is an error of its own.
    if (operatorGroup !== undefined && Chart.of(operatorGroup) === Chart.of(operator)) {
      operatorGroup.addDependency(namespaceObject);
    }
  }
  const source = operator._choice.registry?.catalogSource ?? (CatalogRef.isCatalogRef(catalog) ? catalog.object : catalog);
  if (Construct.isConstruct(source)) {
    subscription.addDependency(source);
  }
}

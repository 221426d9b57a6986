import { ApiObject, Testing } from 'cdk8s';
import { CatalogRef, OperatorGroupRef, OperatorRegistry, OperatorServiceAccount, OperatorSubscription, OperatorSubscriptionProps } from 'olm-constructs';
import { sampleBundle } from '../builders/sample-bundle';

/** Returns the kinds of the objects that each object of an operator is applied after. */
function order(props: Partial<OperatorSubscriptionProps> = {}): { [kind: string]: string[] } {
  const chart = Testing.chart();
  const catalog = new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()] });
  const operator = new OperatorSubscription(chart, 'operator', { catalog, packageName: 'sample-operator', ...props });
  const objects = operator.node.findAll().filter((found): found is ApiObject => ApiObject.isApiObject(found));
  return Object.fromEntries(objects.map(({ kind, node }) => (
    [kind, [...new Set(node.dependencies.filter(found => ApiObject.isApiObject(found)).map(found => (found).kind))].sort()]
  )));
}

describe('the objects of a Subscription', () => {
  test('are applied after the Namespace, and the Subscription after all others', () => {
    expect(order()).toEqual({ Namespace: [], OperatorGroup: ['Namespace'], Subscription: ['CatalogSource', 'Namespace', 'OperatorGroup'] });
  });

  test('include those of a created ServiceAccount', () => {
    const withAccount = order({ serviceAccount: OperatorServiceAccount.create() });
    expect(withAccount['ServiceAccount']).toContain('Namespace');
    expect(withAccount['Subscription']).toEqual(expect.arrayContaining(['Namespace', 'OperatorGroup', 'ServiceAccount']));
  });

  test('need no Namespace and no OperatorGroup that exist already', () => {
    expect(order({ createNamespace: false, operatorGroup: OperatorGroupRef.named('group') })).toEqual({ Subscription: ['CatalogSource'] });
    expect(order({ createNamespace: false })).toEqual({ OperatorGroup: [], Subscription: ['CatalogSource', 'OperatorGroup'] });
    expect(order({ catalog: CatalogRef.named('hub', 'olm') })['Subscription']).toEqual(['Namespace', 'OperatorGroup']);
  });
});

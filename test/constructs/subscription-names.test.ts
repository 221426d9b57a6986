import { Testing } from 'cdk8s';
import { CatalogRef, InstallMode, OperatorGroupRef, OperatorSubscription, OperatorSubscriptionProps } from 'olm-constructs';

function subscribe(props: Partial<OperatorSubscriptionProps>): OperatorSubscription {
  return new OperatorSubscription(Testing.chart(), 'operator', { catalog: CatalogRef.named('hub', 'olm'), packageName: 'demo', ...props });
}

describe('a Subscription', () => {
  test('has its name, its namespace and its OperatorGroup named after the package by default', () => {
    expect(subscribe({})).toMatchObject({ name: 'demo', namespace: 'demo', operatorGroupName: 'demo' });
    expect(subscribe({ name: 'mine', namespace: 'team' })).toMatchObject({ name: 'mine', namespace: 'team', operatorGroupName: 'mine' });
  });

  test.each<[string, Partial<OperatorSubscriptionProps>]>([
    ['namespace', { namespace: 'A' }],
    ['name', { name: 'A' }],
    ['operatorGroup', { operatorGroup: OperatorGroupRef.named('A') }],
    ['target namespace', { installMode: InstallMode.multiNamespace(['a', 'A']) }],
  ])('is refused with a name that Kubernetes refuses, whose prop the error names: %s', (what, props) => {
    expect(() => subscribe(props)).toThrow(`[test/operator] ${what} 'A' must consist of lowercase letters`);
  });
});

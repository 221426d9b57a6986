import { Testing } from 'cdk8s';
import { Node } from 'constructs';
import { CatalogRef, InstallMode, OperatorSubscription } from '../../lib';

/** Returns how often synthesis of a chart with some Subscriptions reads the children of a construct. */
function readsOf(count: number, namespaceOf: (index: number) => string): number {
  const chart = Testing.chart();
  for (let index = 0; index < count; index++) {
    new OperatorSubscription(chart, `operator-${index}`, {
      catalog: CatalogRef.named('catalog', 'olm'),
      package: `package-${index}`,
      namespace: namespaceOf(index),
      createNamespace: false,
      installMode: InstallMode.ownNamespace(),
    });
  }
  const children = jest.spyOn(Node.prototype, 'children', 'get');
  try {
    chart.node.root.node.findAll().forEach(({ node }) => node.validate());
    return children.mock.calls.length;
  } finally {
    children.mockRestore();
  }
}

describe('the checks of an app', () => {
  it('search the app once, however many Subscriptions there are', () => {
    const namespace = (index: number): string => `team-${index}`;
    const constructs = (subscriptions: number): number => 2 + 3 * subscriptions;

    expect(readsOf(50, namespace)).toBe(2 * constructs(50));
    expect(readsOf(100, namespace)).toBe(2 * constructs(100));
  });
});

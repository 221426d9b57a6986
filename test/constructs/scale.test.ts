import { Chart, Testing } from 'cdk8s';
import { Node } from 'constructs';
import { CatalogRef, ClusterCatalog, ClusterExtension, InstallMode, OperatorSubscription } from '../../lib';

/** Returns how often synthesis of a chart with some Subscriptions reads the children of a construct. */
function readsOf(count: number, namespaceOf: (index: number) => string): number {
  const chart = Testing.chart();
  for (let index = 0; index < count; index++) {
    new OperatorSubscription(chart, `operator-${index}`, {
      catalog: CatalogRef.named('catalog', 'olm'),
      packageName: `package-${index}`,
      namespace: namespaceOf(index),
      createNamespace: false,
      installMode: InstallMode.ownNamespace(),
    });
  }
  return readsOfChecks(chart);
}

/** Returns how often the checks of an app read the children of a construct. */
function readsOfChecks(chart: Chart): number {
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

  it('search the app once, however many ClusterExtensions there are', () => {
    const readsOfExtensions = (count: number): number => {
      const chart = Testing.chart();
      const catalogs = [new ClusterCatalog(chart, 'catalog', { image: 'quay.io/example/catalog:v1' })];
      for (let index = 0; index < count; index++) {
        new ClusterExtension(chart, `operator-${index}`, { packageName: `package-${index}`, catalogs });
      }
      return readsOfChecks(chart);
    };
    const constructs = (extensions: number): number => 4 + 3 * extensions;

    expect(readsOfExtensions(50)).toBe(2 * constructs(50));
    expect(readsOfExtensions(100)).toBe(2 * constructs(100));
  });
});

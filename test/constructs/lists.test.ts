import { ApiObject, App, Chart, JsonPatch } from 'cdk8s';
import { CatalogRef, Cluster, OperatorSubscription } from 'olm-constructs';
import { AppChecks, OperatorPolicy } from 'olm-constructs/gitops';

const GROUP = { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'mine', namespace: 'p' } };
const SUBSCRIPTION = {
  apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'bad', namespace: 'p' },
  spec: { name: 'forbidden', source: 'evil', sourceNamespace: 'olm' },
};
const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'p' } };

/** Forms in which kubectl expands a list. */
const LISTS: { readonly [title: string]: (scope: Chart) => ApiObject } = {
  'a List': (scope) => new ApiObject(scope, 'list', { apiVersion: 'v1', kind: 'List', items: [GROUP, SUBSCRIPTION, NAMESPACE] }),
  'a SubscriptionList': (scope) => new ApiObject(scope, 'list', { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'SubscriptionList', items: [SUBSCRIPTION] }),
  'a ConfigMap with items': (scope) => new ApiObject(scope, 'list', { apiVersion: 'v1', kind: 'ConfigMap', items: [SUBSCRIPTION] }),
  'a ConfigMap with items from a patch': (scope) => {
    const object = new ApiObject(scope, 'list', { apiVersion: 'v1', kind: 'ConfigMap' });
    object.addJsonPatch(JsonPatch.add('/items', [GROUP]));
    return object;
  },
};

/** What looks at the objects of an app. */
const CHECKS: { readonly [title: string]: (app: App) => unknown } = {
  'a policy': (app) => {
    new OperatorPolicy({ name: 'law', allowedPackages: ['p'] }).addTo(app);
    return app.synthYaml();
  },
  'the report of a policy': (app) => new OperatorPolicy({ name: 'law', allowedPackages: ['p'] }).report(app),
  'a policy of a chart': (app) => {
    new OperatorPolicy({ name: 'law', allowedPackages: ['p'] }).addTo(app.node.findChild('c'));
    return app.synthYaml();
  },
  'AppChecks': (app) => {
    AppChecks.add(app);
    return app.synthYaml();
  },
  'the report of AppChecks': (app) => AppChecks.report(app),
};

describe.each(Object.keys(LISTS))('%s', (list) => {
  test.each(Object.keys(CHECKS))('is refused by %s, with the place and the remedy', (check) => {
    const app = new App();
    LISTS[list]!(new Chart(app, 'c'));
    expect(() => CHECKS[check]!(app)).toThrow(/\[c\/list\] \w+ has the field items with \d objects?, which checks and policies do not see; write each item as a document of its own/);
  });
});

test.each([() => new App(), () => new Cluster(new App(), 'one')])('a list is refused by the checks of a construct with which its items may conflict', (scope) => {
  const chart = new Chart(scope(), 'c');
  LISTS['a List']!(chart);
  new OperatorSubscription(chart, 'operator', { catalog: CatalogRef.named('catalog', 'olm'), packageName: 'p' });
  expect(() => (chart.node.root as App).synthYaml()).toThrow('c/list] List has the field items with 3 objects');
});

test.each<[string, { readonly [field: string]: unknown }]>([
  ['an empty list', { apiVersion: 'v1', kind: 'List', items: [] }],
  ['a kind that ends in List', { apiVersion: 'example.test/v1', kind: 'AllowList', spec: { items: ['a'] } }],
])('%s is none with objects', (_, manifest) => {
  const app = new App();
  const chart = new Chart(app, 'c');
  new ApiObject(chart, 'list', manifest as never);
  new OperatorSubscription(chart, 'operator', { catalog: CatalogRef.named('catalog', 'olm'), packageName: 'p' });
  new OperatorPolicy({ name: 'law', allowedPackages: ['p'] }).addTo(app);
  expect(() => app.synthYaml()).not.toThrow();
});

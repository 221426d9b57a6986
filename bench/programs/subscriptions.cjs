// Synthesizes Subscriptions, each with its Namespace and OperatorGroup. Arguments: the output folder, `constructs` or `objects`, the number of
// Subscriptions, of charts, and `olm` if OLM is in the app, before the Subscriptions.
const { ApiObject, App, Chart } = require('cdk8s');
const { CatalogRef, DefaultCatalog, OlmInstallation, OperatorSubscription } = require('../..');

const [outdir, kind, subscriptions, charts, olm] = process.argv.slice(2);
const app = new App({ outdir });
const first = olm === 'olm' ? [new Chart(app, 'olm-crds'), new Chart(app, 'olm')] : [];
if (olm === 'olm') {
  new OlmInstallation(first[1], 'olm', { crdScope: first[0], defaultCatalog: DefaultCatalog.none() });
}
const scopes = Array.from({ length: Number(charts) }, (_, index) => new Chart(app, `chart-${index}`));
if (kind === 'objects') {
  // The order that the constructs add automatically.
  scopes.forEach(scope => scope.addDependency(...first));
}
for (let index = 0; index < Number(subscriptions); index++) {
  const scope = scopes[index % scopes.length];
  const name = `operator-${index}`;
  if (kind === 'constructs') {
    new OperatorSubscription(scope, name, { catalog: CatalogRef.named('catalog', 'olm'), packageName: name, channel: 'stable' });
  } else {
    const namespace = new ApiObject(scope, `${name}-namespace`, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    const group = new ApiObject(scope, `${name}-group`, {
      apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name, namespace: name },
      spec: { targetNamespaces: [name], upgradeStrategy: 'Default' },
    });
    const subscription = new ApiObject(scope, `${name}-subscription`, {
      apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name, namespace: name },
      spec: { name, channel: 'stable', source: 'catalog', sourceNamespace: 'olm', installPlanApproval: 'Automatic' },
    });
    group.addDependency(namespace);
    subscription.addDependency(group, namespace);
  }
}
app.synth();

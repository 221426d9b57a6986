// Synthesizes a fleet of clusters with five Subscriptions each, to a catalog whose content is known, and a custom resource for each. Arguments: the
// output folder, the number of Subscriptions, `checked` to add the checks and a policy, and the greeted name in the custom resources. Prints the peak
// resident memory in bytes.
const { ApiObject, Chart } = require('cdk8s');
const { CatalogRef, Cluster, Fleet, OperatorSubscription } = require('../..');
const { Bundle } = require('../../build/lib/bundle');
const { Catalog } = require('../../build/lib/catalog');
const { AppChecks, OperatorPolicy } = require('../../build/lib/gitops');
const { ForbiddenRight } = require('../../build/lib/report');

const OPERATORS = 5;

const [outdir, subscriptions, checked, whom = 'world'] = process.argv.slice(2);
const app = new Fleet({ outdir });
const content = Catalog.fromBundles([Bundle.fromPath(`${__dirname}/../../examples/quickstart/bundle`)]);
const [name] = content.packageNames;
const [{ group, version, kind }] = content.bundles[0].providedApis;
for (let cluster = 0; cluster < Number(subscriptions) / OPERATORS; cluster++) {
  const scope = new Cluster(app, `cluster-${cluster}`, { kubernetesVersion: '1.33' });
  for (let operator = 0; operator < OPERATORS; operator++) {
    const chart = new Chart(scope, `operator-${operator}`, { namespace: `operator-${operator}` });
    new OperatorSubscription(chart, 'subscription', { catalog: CatalogRef.named('catalog', 'olm', { content }), packageName: name });
    new ApiObject(chart, 'operand', { apiVersion: `${group}/${version}`, kind, metadata: { name: 'operand' }, spec: { whom } });
  }
}
if (checked === 'checked') {
  AppChecks.add(app, { strict: true });
  new OperatorPolicy({
    name: 'platform', allowedCatalogs: ['catalog'], allowedPackages: [name], forbiddenRights: [ForbiddenRight.ESCALATION],
  }).addTo(app);
}
app.synth();
console.log(process.resourceUsage().maxRSS * 1024);

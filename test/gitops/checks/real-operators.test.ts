import { ApiObject, ApiObjectProps, App, Chart } from 'cdk8s';
import { BundleDeployment, DefaultCatalog, OlmInstallation } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { AppChecks } from 'olm-constructs/gitops';
import { sampleNames, SAMPLES } from '../../catalog/sample-bundles';
import { describeWith } from '../../needed';
import { realBundle } from '../../remembered/real-bundle';

/** Sample bundles whose own examples the CRDs accept, in a version that is not deprecated. The examples of the others leave out required fields. */
const WITH_VALID_EXAMPLES = [
  'authorino-operator@0.15.1', 'authorino-operator@0.16.0', 'etcd@0.9.2-clusterwide', 'etcd@0.9.4', 'etcd@0.9.4-clusterwide',
  'limitador-operator@0.10.0', 'limitador-operator@0.11.0', 'node-healthcheck-operator@0.12.0', 'prometheus@0.47.0', 'prometheus@0.56.3',
  'self-node-remediation@0.13.0', 'victoriametrics-operator@0.73.1',
];

/** The only sample with objects of an API that not every cluster serves. */
const L5_NEEDS = [['PrometheusRule', 'bestie-alert'], ['ServiceMonitor', 'l5-operator-controller-manager-metrics-monitor']].map(([kind, name]) => (
  `cluster-api-missing: bundle 'l5-operator.v0.0.3' has ${kind!} '${name!}' of monitoring.coreos.com/v1, which nothing provides; `
  + 'the Prometheus operator (kube-prometheus) usually installs it'
));

/** Namespaces of examples that are not in that of the operator. */
const NAMESPACES_OF_EXAMPLES = ['self-node-remediation'];

/** Returns an app with OLM and an operator, and optionally the examples that the bundle has of its custom resources. */
function appOf(bundle: Bundle, withExamples: boolean): App {
  const app = new App();
  new OlmInstallation(new Chart(app, 'olm'), 'olm', { defaultCatalog: DefaultCatalog.none() });
  const chart = new Chart(app, 'operator', { namespace: 'operator' });
  new BundleDeployment(chart, 'deployment', { bundle });
  const examples = JSON.parse(bundle.csv.annotations['alm-examples'] ?? '[]') as ApiObjectProps[];
  (withExamples ? examples : []).forEach((example, index) => new ApiObject(chart, `example-${index}`, example));
  return app;
}

/** Returns the findings, without what constructs refuse: dependencies that this app does not have, and bundles that are too large for OLM. */
function findingsOf(app: App): string[] {
  return AppChecks.report(app, { existingNamespaces: NAMESPACES_OF_EXAMPLES }).findings.filter(({ id }) => id !== 'construct-refused').map(({ id, message }) => `${id}: ${message}`);
}

describeWith(SAMPLES)('checks find nothing in apps with', () => {
  it.each(sampleNames())('%s', (name) => {
    expect(findingsOf(appOf(realBundle(name), WITH_VALID_EXAMPLES.includes(name)))).toEqual(name === 'l5-operator@0.0.3' ? L5_NEEDS : []);
  });
});

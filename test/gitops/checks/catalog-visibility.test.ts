import { Chart } from 'cdk8s';
import { CatalogRef, Cluster, ClusterProps, DefaultCatalog, Fleet, OlmInstallation, OperatorGroupRef, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { AppChecks } from 'olm-constructs/gitops';
import { object, operator, plainSubscription } from '../../builders/operator-objects';

const CACHE = operator('cache', 'Cache');
const EXCLUDE = 'olm.operatorframework.io/exclude-global-namespace-resolution';

/** Returns the findings about catalogs that a Subscription does not see. */
function found(create: (chart: Chart) => void, props: ClusterProps = {}): string[] {
  const app = new Fleet();
  create(new Chart(new Cluster(app, 'prod', { existingNamespaces: ['ns', 'other'], ...props }), 'chart'));
  return AppChecks.report(app).findings.map(({ id, message }) => `${id}: ${message}`).filter((line) => /catalog/.test(line));
}

const from = (sourceNamespace: string) => (chart: Chart): void => void plainSubscription(chart, 'cache', 'cache', 'ns', { sourceNamespace });

const withOlm = (create: (chart: Chart) => void) => (chart: Chart): void => {
  new OlmInstallation(chart, 'olm', { defaultCatalog: DefaultCatalog.none() });
  create(chart);
};

const named = (namespace: string) => (chart: Chart): void => (
  void new OperatorSubscription(chart, 'cache', { catalog: CatalogRef.named('catalog', namespace), packageName: 'cache', namespace: 'ns' })
);

const served = (namespace: string) => (chart: Chart): void => {
  const catalog = new OperatorRegistry(chart, 'registry', { bundles: [CACHE], namespace });
  new OperatorSubscription(chart, 'cache', { catalog, namespace: 'ns' });
};

const excluding = (value: string, sourceNamespace: string) => (chart: Chart): void => {
  object(chart, 'group', 'operators.coreos.com/v1', 'OperatorGroup', 'ns', {}).metadata.addAnnotation(EXCLUDE, value);
  from(sourceNamespace)(chart);
};

describe('a catalog that a Subscription does not see is found', () => {
  it.each<[string, (chart: Chart) => void, string, ClusterProps]>([
    ['for a plain Subscription', withOlm(from('other')), 'catalog-not-visible', {}],
    ['for an OLM that is declared', from('olm'), 'catalog-not-visible', { existingOlm: { namespace: 'mine' } }],
    ['for OpenShift', from('olm'), 'catalog-not-visible', { openShift: true }],
    ['for an OperatorSubscription to a catalog that is only named, once', withOlm(named('other')), 'construct-refused', {}],
    ['for an OperatorSubscription to a registry of the app, once', withOlm(served('other')), 'construct-refused', {}],
    ['for an OLM that the app does not know', from('other'), 'catalog-visibility-unknown', {}],
    ['for an OperatorSubscription and an OLM that the app does not know', named('other'), 'catalog-visibility-unknown', {}],
    ['for a registry and an OLM that the app does not know', served('other'), 'catalog-visibility-unknown', {}],
    ['where the OperatorGroup excludes global catalogs', withOlm(excluding('true', 'olm')), 'catalog-not-visible', {}],
    ['where a given OperatorGroup excludes global catalogs', (chart) => {
      const group = object(chart, 'group', 'operators.coreos.com/v1', 'OperatorGroup', 'ns', {});
      group.metadata.addAnnotation(EXCLUDE, 'true');
      new OperatorSubscription(chart, 'cache', {
        catalog: CatalogRef.named('catalog', 'olm'), packageName: 'cache', namespace: 'ns', operatorGroup: OperatorGroupRef.fromObject(group), createNamespace: false,
      });
    }, 'catalog-not-visible', {}],
  ])('%s', (_, create, id, cluster) => {
    expect(found(create, cluster)).toEqual([expect.stringMatching(`^${id}: `) as string]);
  });
});

describe('a catalog is accepted', () => {
  it.each<[string, (chart: Chart) => void, ClusterProps]>([
    ['in the global catalog namespace of the OLM of the app', withOlm(from('olm')), {}],
    ['in the global catalog namespace of a declared OLM', from('mine'), { existingOlm: { catalogNamespace: 'mine' } }],
    ['in the global catalog namespace of OpenShift', from('openshift-marketplace'), { openShift: true }],
    ['in the namespace of the Subscription', withOlm(from('ns')), {}],
    ["in upstream's global catalog namespace if the app does not know the OLM", from('olm'), {}],
    ['in that of OpenShift if the app does not know the OLM', from('openshift-marketplace'), {}],
    ['in the same namespace as an OperatorGroup that excludes others', withOlm(excluding('true', 'ns')), {}],
    ['in the global namespace if the annotation has another value than OLM reads', withOlm(excluding('yes', 'olm')), {}],
  ])('%s', (_, create, cluster) => {
    expect(found(create, cluster)).toEqual([]);
  });
});

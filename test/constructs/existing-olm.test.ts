import { App, Chart, Testing } from 'cdk8s';
import { CatalogRef, IOlmInstallation, InstallMode, OlmInstallation, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { sampleBundle } from '../builders/sample-bundle';
import { kindsOf, synth } from '../builders/synthesized';

const namespaces = (olm: IOlmInstallation): string[] => [olm.namespace, olm.operatorNamespace, olm.catalogNamespace];

describe('an existing OLM', () => {
  test('has upstream\'s namespaces by default', () => {
    expect(namespaces(OlmInstallation.fromExisting(Testing.chart(), 'olm'))).toEqual(['olm', 'operators', 'olm']);
    expect(namespaces(OlmInstallation.fromExisting(Testing.chart(), 'olm', { namespace: 'lifecycle' }))).toEqual(['lifecycle', 'operators', 'lifecycle']);
    expect(namespaces(OlmInstallation.fromExisting(Testing.chart(), 'olm', { namespace: 'a', operatorNamespace: 'b', catalogNamespace: 'c' })))
      .toEqual(['a', 'b', 'c']);
  });

  test('has OpenShift\'s namespaces, with fromOpenShift', () => {
    expect(namespaces(OlmInstallation.fromOpenShift(Testing.chart(), 'olm')))
      .toEqual(['openshift-operator-lifecycle-manager', 'openshift-operators', 'openshift-marketplace']);
  });

  test('creates no object', () => {
    const chart = Testing.chart();
    OlmInstallation.fromOpenShift(chart, 'olm');
    new OperatorSubscription(chart, 'operator', {
      catalog: CatalogRef.named('redhat-operators', 'openshift-marketplace'), packageName: 'elasticsearch', installMode: InstallMode.ownNamespace(),
    });

    expect(kindsOf(synth(chart))).toEqual(['Namespace', 'OperatorGroup', 'Subscription']);
  });

  test.each<[string, (chart: Chart) => IOlmInstallation, string]>([
    ['OlmInstallation', chart => new OlmInstallation(chart, 'olm'), 'olm'],
    ['OlmInstallation.fromOpenShift', chart => OlmInstallation.fromOpenShift(chart, 'olm'), 'openshift-marketplace'],
  ])('%s as `olm` of a registry decides its namespace', (_title, olmOf, namespace) => {
    const chart = new Chart(new App(), 'chart', { namespace: 'own' });
    const olm = olmOf(new Chart(chart, 'olm'));
    const registry = new OperatorRegistry(chart, 'registry', { olm, bundles: [sampleBundle()] });
    new OperatorSubscription(chart, 'operator', { catalog: registry });

    expect(registry.catalogNamespace).toBe(namespace);
    expect(() => synth(chart)).not.toThrow();
  });

  test.each<[string, (chart: Chart) => IOlmInstallation, string]>([
    ['an installation', chart => new OlmInstallation(chart, 'olm', { catalogNamespace: 'catalogs' }), 'catalogs'],
    ['an OLM in the cluster', chart => OlmInstallation.fromExisting(chart, 'olm', { namespace: 'lifecycle' }), 'lifecycle'],
    ['OpenShift', chart => OlmInstallation.fromOpenShift(chart, 'olm'), 'openshift-marketplace'],
  ])('decides the default namespace of registries: %s', (_title, olmOf, namespace) => {
    const app = new App();
    olmOf(new Chart(app, 'olm'));
    const chart = new Chart(app, 'chart');
    const registry = new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()] });
    new OperatorSubscription(chart, 'operator', { catalog: registry });

    expect(registry.catalogNamespace).toBe(namespace);
    expect(() => synth(chart)).not.toThrow();
  });

  test('leaves a registry in its own namespace, or that of its chart', () => {
    const app = new App();
    OlmInstallation.fromOpenShift(new Chart(app, 'olm'), 'olm');
    const chart = new Chart(app, 'chart', { namespace: 'team' });

    expect(new OperatorRegistry(chart, 'one', { bundles: [sampleBundle()] }).catalogNamespace).toBe('team');
    expect(new OperatorRegistry(chart, 'two', { bundles: [sampleBundle()], namespace: 'other' }).catalogNamespace).toBe('other');
  });

  test('must come before a registry that needs its catalog namespace', () => {
    const chart = Testing.chart();
    new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()] });
    OlmInstallation.fromOpenShift(chart, 'olm');

    expect(() => synth(chart)).toThrow("[test/registry] namespace is 'olm' by default, because the OLM at 'test/olm' was created later; its catalog namespace is "
      + "'openshift-marketplace': create the OLM first, or set `namespace` or `olm`");

    const other = Testing.chart();
    new OperatorRegistry(other, 'registry', { bundles: [sampleBundle()], namespace: 'olm' });
    OlmInstallation.fromOpenShift(other, 'olm');
    expect(() => synth(other)).not.toThrow();
  });

  test('makes a registry in another namespace an error', () => {
    const chart = Testing.chart();
    OlmInstallation.fromOpenShift(chart, 'olm');
    const registry = new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()], namespace: 'olm' });
    new OperatorSubscription(chart, 'operator', { catalog: registry });

    expect(() => synth(chart)).toThrow("use a catalog in namespace 'sample-operator', or in OLM's global catalog namespace 'openshift-marketplace'");
  });

  test('must be the only one of its app', () => {
    const app = new App();
    OlmInstallation.fromExisting(new Chart(app, 'one'), 'olm');

    expect(() => new OlmInstallation(new Chart(app, 'two'), 'olm')).toThrow("[two/olm] this app has an OLM already, at 'one/olm', and");
    expect(() => OlmInstallation.fromOpenShift(new Chart(app, 'three'), 'olm')).toThrow("[three/olm] this app has an OLM already, at 'one/olm', and");
  });
});

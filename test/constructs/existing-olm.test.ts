import { App, Chart, Testing } from 'cdk8s';
import { CatalogRef, IOlmInstallation, InstallMode, OlmInstallation, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { sampleBundle } from './sample-bundle';

const synth = (chart: Chart): { kind: string }[] => Testing.synth(chart) as { kind: string }[];
const namespaces = (olm: IOlmInstallation): string[] => [olm.namespace, olm.operatorNamespace, olm.catalogNamespace];

describe('an OLM that is in the cluster', () => {
  test('has upstream\'s namespaces, unless it is told others', () => {
    expect(namespaces(OlmInstallation.fromExisting(Testing.chart(), 'olm'))).toEqual(['olm', 'operators', 'olm']);
    expect(namespaces(OlmInstallation.fromExisting(Testing.chart(), 'olm', { namespace: 'lifecycle' }))).toEqual(['lifecycle', 'operators', 'lifecycle']);
    expect(namespaces(OlmInstallation.fromExisting(Testing.chart(), 'olm', { namespace: 'a', operatorNamespace: 'b', catalogNamespace: 'c' })))
      .toEqual(['a', 'b', 'c']);
  });

  test('may be that of OpenShift', () => {
    expect(namespaces(OlmInstallation.fromOpenShift(Testing.chart(), 'olm')))
      .toEqual(['openshift-operator-lifecycle-manager', 'openshift-operators', 'openshift-marketplace']);
  });

  test('makes no object', () => {
    const chart = Testing.chart();
    OlmInstallation.fromOpenShift(chart, 'olm');
    new OperatorSubscription(chart, 'operator', {
      catalog: CatalogRef.named('redhat-operators', 'openshift-marketplace'), package: 'elasticsearch', installMode: InstallMode.ownNamespace(),
    });

    expect(synth(chart).map(({ kind }) => kind)).toEqual(['Namespace', 'OperatorGroup', 'Subscription']);
  });

  test.each<[string, (chart: Chart) => IOlmInstallation, string]>([
    ['one that is installed here', chart => new OlmInstallation(chart, 'olm'), 'olm'],
    ['one that is there', chart => OlmInstallation.fromOpenShift(chart, 'olm'), 'openshift-marketplace'],
  ])('and %s give a registry the namespace that all others see', (_title, olmOf, namespace) => {
    const chart = new Chart(new App(), 'chart', { namespace: 'own' });
    const olm = olmOf(new Chart(chart, 'olm'));
    const registry = new OperatorRegistry(chart, 'registry', { olm, bundles: [sampleBundle()] });
    new OperatorSubscription(chart, 'operator', { registry });

    expect(registry.namespace).toBe(namespace);
    expect(() => synth(chart)).not.toThrow();
  });

  test('lets its other namespaces not see a registry', () => {
    const chart = Testing.chart();
    OlmInstallation.fromOpenShift(chart, 'olm');
    const registry = new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()] });
    new OperatorSubscription(chart, 'operator', { registry });

    expect(() => synth(chart)).toThrow("put the registry into 'sample-operator', or into OLM's global catalog namespace 'openshift-marketplace'");
  });

  test('is the only one of its app', () => {
    const app = new App();
    OlmInstallation.fromExisting(new Chart(app, 'one'), 'olm');

    expect(() => new OlmInstallation(new Chart(app, 'two'), 'olm')).toThrow("[two/olm] this app has an OLM already, at 'one/olm'; ");
    expect(() => OlmInstallation.fromOpenShift(new Chart(app, 'three'), 'olm')).toThrow("[three/olm] this app has an OLM already, at 'one/olm'; ");
  });
});

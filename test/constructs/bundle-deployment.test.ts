import { ApiObject, App, Chart, Testing } from 'cdk8s';
import { BundleDeployment, InstallMode, InstallPlanApproval, OlmInstallation, OlmV0Engine } from 'olm-constructs';
import { SlimLevel } from 'olm-constructs/bundle';
import { sampleBundle } from '../builders/sample-bundle';
import { kindsOf, synth } from '../builders/synthesized';

describe('BundleDeployment', () => {
  test('installs a bundle into its own namespace, with defaults for everything else', () => {
    const chart = Testing.chart();
    const deployment = new BundleDeployment(chart, 'operator', { bundle: sampleBundle() });

    const manifests = synth(chart);

    expect(kindsOf(manifests)).toEqual([
      'Namespace', 'OperatorGroup', 'ConfigMap', 'NetworkPolicy', 'Deployment', 'Service', 'CatalogSource', 'Subscription',
    ]);
    expect(new Set(manifests.slice(1).map(manifest => manifest.metadata.namespace))).toEqual(new Set(['sample-operator']));
    expect(manifests.at(-1)?.spec).toMatchObject({
      name: 'sample-operator', channel: 'stable', source: 'sample-operator-catalog', sourceNamespace: 'sample-operator', installPlanApproval: 'Automatic',
    });
    expect(deployment).toMatchObject({ namespace: 'sample-operator', engine: { name: 'OlmV0' } });
    expect(deployment.olmV0.registry.catalogSource).toBeDefined();
    expect(deployment.olmV0.subscription.operatorGroup).toBeDefined();
  });

  test('applies channel, install mode, namespace, labels and annotations', () => {
    const chart = Testing.chart();
    new BundleDeployment(chart, 'operator', {
      bundle: sampleBundle({ channels: 'stable,fast' }),
      namespace: 'somewhere',
      createNamespace: false,
      channel: 'fast',
      installMode: InstallMode.singleNamespace('team'),
      labels: { team: 'a' },
      annotations: { note: 'b' },
    });

    const manifests = synth(chart);

    expect(manifests.map(manifest => manifest.metadata.namespace)).toEqual(Array(7).fill('somewhere'));
    expect(manifests.find(manifest => manifest.kind === 'OperatorGroup')?.spec).toMatchObject({ targetNamespaces: ['team'] });
    expect(manifests.at(-1)?.spec).toMatchObject({ channel: 'fast' });
    for (const manifest of manifests) {
      expect(manifest.metadata).toMatchObject({ labels: { team: 'a' }, annotations: { note: 'b' } });
    }
  });

  test('applies the options of the engine', () => {
    const chart = Testing.chart();
    const bundle = sampleBundle({ description: 'word '.repeat(400_000) });
    const deployment = new BundleDeployment(chart, 'operator', {
      bundle,
      engine: new OlmV0Engine({
        registry: { slim: SlimLevel.CRD_DESCRIPTIONS, image: 'mirror.example.com/opm:1', replicas: 2 },
        approval: InstallPlanApproval.MANUAL,
        config: { nodeSelector: { zone: 'a' } },
      }),
    });

    const manifests = synth(chart);

    expect(deployment.olmV0.registry.removed).toHaveLength(1);
    expect(manifests.find(manifest => manifest.kind === 'Deployment')).toMatchObject({
      spec: { replicas: 2, template: { spec: { containers: [{ image: 'mirror.example.com/opm:1' }] } } },
    });
    expect(manifests.at(-1)?.spec).toMatchObject({ installPlanApproval: 'Manual', config: { nodeSelector: { zone: 'a' } } });
  });

  test('pins the Subscription to the version of the bundle on request', () => {
    const { subscription } = new BundleDeployment(Testing.chart(), 'operator', {
      bundle: sampleBundle({ version: '1.1.0', replaces: 'sample-operator.v1.0.0' }), previous: [sampleBundle({ version: '1.0.0' })],
      engine: new OlmV0Engine({ pinned: true }),
    }).olmV0;

    expect(subscription).toMatchObject({ version: '1.1.0', approval: InstallPlanApproval.MANUAL });
  });

  test('refuses a pinned Subscription with automatic approval', () => {
    const engine = new OlmV0Engine({ pinned: true, approval: InstallPlanApproval.AUTOMATIC });

    expect(() => new BundleDeployment(Testing.chart(), 'operator', { bundle: sampleBundle(), engine })).toThrow(/cannot be pinned with automatic approval/);
  });

  test.each(['stable', 'fast'])('follows the channel %s, whichever is the default one', channel => {
    const bundle = sampleBundle({ channels: 'stable,fast' });

    expect(new BundleDeployment(Testing.chart(), 'operator', { bundle, channel }).olmV0.subscription).toMatchObject({ channel });
  });

  test('makes every object of the registry depend on the Namespace', () => {
    const { registry, subscription } = new BundleDeployment(Testing.chart(), 'operator', { bundle: sampleBundle() }).olmV0;

    expect(registry.node.dependencies.map(({ node }) => node.path)).toContain(subscription.namespaceObject!.node.path);
  });

  test('has the Subscription as its default child', () => {
    const deployment = new BundleDeployment(Testing.chart(), 'operator', { bundle: sampleBundle() });

    expect(ApiObject.of(deployment).kind).toBe('Subscription');
  });

  test.each([
    ['olmV1', 'OlmV1Engine'], ['rukpak', 'RukpakEngine'], ['plain', 'PlainEngine'],
  ] as const)('has no objects of another engine, %s, and names its own', (engine, name) => {
    const deployment = new BundleDeployment(Testing.chart(), 'operator', { bundle: sampleBundle() });

    expect(() => deployment[engine]).toThrow(
      `[test/operator] \`${engine}\` has no value: the bundle is installed by the engine OlmV0; use \`olmV0\`, or set 'engine' to new ${name}()`,
    );
  });

  test('uses the namespace of the chart', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'team' });

    expect(new BundleDeployment(chart, 'operator', { bundle: sampleBundle() }).namespace).toBe('team');
  });
});

describe('an app with OLM and several operators', () => {
  const app = new App();
  const chart = new Chart(app, 'everything');
  for (const name of ['a', 'b', 'c']) {
    new BundleDeployment(chart, name, { bundle: sampleBundle({ package: `${name}-operator` }) });
  }
  new OlmInstallation(chart, 'olm');
  const manifests = synth(chart);
  const indexOf = (kind: string, name: string): number =>
    manifests.findIndex(manifest => manifest.kind === kind && manifest.metadata.name === name);

  test('can be applied in order: each object comes after its namespace and the CRD of its kind', () => {
    const plurals: { [kind: string]: string } = {
      CatalogSource: 'catalogsources', ClusterServiceVersion: 'clusterserviceversions', OLMConfig: 'olmconfigs',
      OperatorGroup: 'operatorgroups', Subscription: 'subscriptions',
    };
    manifests.forEach((manifest, index) => {
      if (manifest.metadata.namespace !== undefined) {
        expect(index).toBeGreaterThan(indexOf('Namespace', manifest.metadata.namespace));
      }
      if (plurals[manifest.kind] !== undefined) {
        const crd = indexOf('CustomResourceDefinition', `${plurals[manifest.kind]}.operators.coreos.com`);
        expect(crd).toBeGreaterThanOrEqual(0);
        expect(index).toBeGreaterThan(crd);
      }
    });
  });

  test('has no object twice', () => {
    const names = manifests.map(manifest => `${manifest.apiVersion} ${manifest.kind} ${manifest.metadata.namespace} ${manifest.metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });
});

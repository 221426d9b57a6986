import { ApiObject, App, Chart, Testing } from 'cdk8s';
import {
  Approval, BundleDeployment, BundleEngine, InstallMode, OlmInstallation, OperatorRegistry, OperatorRegistryProps, OperatorSubscription,
  OperatorSubscriptionProps, SlimLevel,
} from 'olm-constructs';
import { sampleBundle } from './sample-bundle';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: { readonly [field: string]: unknown };
}

const synth = (chart: Chart): Manifest[] => Testing.synth(chart) as Manifest[];

describe('BundleDeployment', () => {
  test('installs a bundle with nothing but the bundle, everything in a namespace of its own', () => {
    const chart = Testing.chart();
    const deployment = new BundleDeployment(chart, 'operator', { bundle: sampleBundle() });

    const manifests = synth(chart);

    expect(manifests.map(manifest => manifest.kind)).toEqual([
      'Namespace', 'OperatorGroup', 'ConfigMap', 'NetworkPolicy', 'Deployment', 'Service', 'CatalogSource', 'Subscription',
    ]);
    expect(new Set(manifests.slice(1).map(manifest => manifest.metadata.namespace))).toEqual(new Set(['sample-operator']));
    expect(manifests.at(-1)?.spec).toMatchObject({
      name: 'sample-operator', channel: 'stable', source: 'sample-operator-catalog', sourceNamespace: 'sample-operator', installPlanApproval: 'Automatic',
    });
    expect(deployment).toMatchObject({ namespace: 'sample-operator', engine: { name: 'OlmV0' } });
    expect(deployment.registry?.catalogSource).toBeDefined();
    expect(deployment.subscription?.operatorGroup).toBeDefined();
  });

  test('says which channel, which namespaces and where', () => {
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

  test('passes on what only the engine knows', () => {
    const chart = Testing.chart();
    const bundle = sampleBundle({ description: 'word '.repeat(400_000) });
    const deployment = new BundleDeployment(chart, 'operator', {
      bundle,
      engine: BundleEngine.olmV0({
        slim: SlimLevel.CRD_DESCRIPTIONS,
        registryImage: 'mirror.example.com/opm:1',
        registryReplicas: 2,
        approval: Approval.MANUAL,
        config: { nodeSelector: { zone: 'a' } },
      }),
    });

    const manifests = synth(chart);

    expect(deployment.registry?.removed).toHaveLength(1);
    expect(manifests.find(manifest => manifest.kind === 'Deployment')).toMatchObject({
      spec: { replicas: 2, template: { spec: { containers: [{ image: 'mirror.example.com/opm:1' }] } } },
    });
    expect(manifests.at(-1)?.spec).toMatchObject({ installPlanApproval: 'Manual', config: { nodeSelector: { zone: 'a' } } });
  });

  test('is the Subscription, for those who ask for the construct\'s essence', () => {
    const deployment = new BundleDeployment(Testing.chart(), 'operator', { bundle: sampleBundle() });

    expect(ApiObject.of(deployment).kind).toBe('Subscription');
  });

  test('lets a subclass make a registry and a subscription of its own kind', () => {
    class Pinned extends BundleDeployment {
      protected override makeRegistry(id: string, props: OperatorRegistryProps): OperatorRegistry {
        return super.makeRegistry(id, { ...props, publisher: 'Platform team' });
      }

      protected override makeSubscription(id: string, props: OperatorSubscriptionProps): OperatorSubscription {
        return super.makeSubscription(id, { ...props, version: '1.0.0' });
      }
    }
    const chart = Testing.chart();
    new Pinned(chart, 'operator', { bundle: sampleBundle() });

    const manifests = synth(chart);

    expect(manifests.find(manifest => manifest.kind === 'CatalogSource')?.spec).toMatchObject({ publisher: 'Platform team' });
    expect(manifests.at(-1)?.spec).toMatchObject({ startingCSV: 'sample-operator.v1.0.0', installPlanApproval: 'Manual' });
  });

  test('takes the namespace of the chart', () => {
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
  const place = (kind: string, name: string): number =>
    manifests.findIndex(manifest => manifest.kind === kind && manifest.metadata.name === name);

  test('can be applied from top to bottom: each object comes after its namespace and after the CRD of its kind', () => {
    const plurals: { [kind: string]: string } = {
      CatalogSource: 'catalogsources', ClusterServiceVersion: 'clusterserviceversions', OLMConfig: 'olmconfigs',
      OperatorGroup: 'operatorgroups', Subscription: 'subscriptions',
    };
    manifests.forEach((manifest, index) => {
      if (manifest.metadata.namespace !== undefined) {
        expect(index).toBeGreaterThan(place('Namespace', manifest.metadata.namespace));
      }
      if (plurals[manifest.kind] !== undefined) {
        const crd = place('CustomResourceDefinition', `${plurals[manifest.kind]}.operators.coreos.com`);
        expect(crd).toBeGreaterThanOrEqual(0);
        expect(index).toBeGreaterThan(crd);
      }
    });
  });

  test('names every object once', () => {
    const names = manifests.map(manifest => `${manifest.apiVersion} ${manifest.kind} ${manifest.metadata.namespace} ${manifest.metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });
});

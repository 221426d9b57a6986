import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { App, Chart } from 'cdk8s';
import { BundleObjects } from 'olm-constructs/bundle';
import { operator } from '../builders/operator-objects';
import { HELLO } from './hello-bundle';
import { Program } from './program';
import * as constructs from '../../lib';
import {
  BundleDeployment, CatalogRef, DefaultCatalog, InstallMode, ChartComponent, OlmInstallation, OlmVersion, OperatorRegistry,
  OperatorSubscription,
} from '../../lib/pulumi';


/** A whole program: OLM, a registry, and an operator from it. It runs once for all tests that look at it. */
let platform: Program;

beforeAll(async () => {
  platform = await Program.run(() => {
    const olm = new OlmInstallation('olm', { defaultCatalog: DefaultCatalog.none() });
    const registry = new OperatorRegistry('hello-catalog', { bundles: [HELLO], olm });
    new OperatorSubscription('hello', { catalog: registry, version: '0.1.0' });
  });
});

describe('objects', () => {
  test('are those of the constructs, besides what only Pulumi needs', () => {
    const app = new App();
    const chart = new Chart(app, 'chart');
    const olm = new constructs.OlmInstallation(chart, 'olm', { defaultCatalog: DefaultCatalog.none() });
    const registry = new constructs.OperatorRegistry(chart, 'hello-catalog', { bundles: [HELLO], olm });
    new constructs.OperatorSubscription(chart, 'hello', { catalog: registry, version: '0.1.0' });

    const expected = (chart.toJson() as { kind: string; metadata: { annotations?: object }; spec: object }[]).map((object) => (
      object.kind === 'CustomResourceDefinition'
        ? { ...object, metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, 'pulumi.com/waitFor': 'condition=Established' } } }
        : object.kind === 'ClusterServiceVersion' ? { ...object, spec: { ...object.spec, version: olm.version.version } } : object));
    const made = platform.objects.map(({ inputs }) => inputs);
    expect(made).toHaveLength(expected.length);
    expect(made).toEqual(expect.arrayContaining(expected));
  });

  test('are named after the component and the construct IDs in it', async () => {
    const program = await Program.run(() => {
      new BundleDeployment('hello', { bundle: HELLO });
    });
    expect(program.objects.map(({ type, name }) => `${type.replace(/.*:/, '')} ${name}`).sort()).toEqual([
      'CatalogSource hello/Registry/CatalogSource',
      'ConfigMap hello/Registry/Part0',
      'Deployment hello/Registry/Deployment',
      'Namespace hello/Subscription/Namespace',
      'NetworkPolicy hello/Registry/NetworkPolicy',
      'OperatorGroup hello/Subscription/OperatorGroup',
      'Service hello/Registry/Service',
      'Subscription hello/Subscription/Subscription',
    ]);
  });

  test('are children of their component', () => {
    expect(platform.objects.filter(({ options }) => !pulumi.ComponentResource.isInstance(options.parent))).toEqual([]);
  });

  test('come after what their constructs depend on, across components', () => {
    expect(platform.named('hello/Subscription').after).toEqual(expect.arrayContaining([
      'hello-catalog/CatalogSource', 'hello/Namespace', 'hello/OperatorGroup', 'olm/CustomResourceDefinition-subscriptions.operators.coreos.com',
    ]));
    expect(platform.named('hello-catalog/CatalogSource').after).toEqual(expect.arrayContaining(['hello-catalog/Deployment', 'hello-catalog/Service']));
    expect(platform.named('olm/Deployment-olm-operator').after).toEqual(['olm/ClusterRoleBinding-olm-operator-binding-olm', 'olm/OLMConfig-cluster']);
  });

  test('are replaced, the old one first, if the package of a Subscription changes', async () => {
    const program = await Program.run(() => {
      new OperatorSubscription('other', { catalog: CatalogRef.named('a', 'olm'), packageName: 'other', wait: false });
    });
    expect(program.named('other/Subscription').options).toMatchObject({ replaceOnChanges: ['spec.name'], deleteBeforeReplace: true });
  });

  test('are replaced, the new one first, if the Subscription states its previous name, so that its waiter hands over the operator', async () => {
    const program = await Program.run(() => {
      new OperatorSubscription('other', { catalog: CatalogRef.named('a', 'olm'), packageName: 'other', name: 'renamed', previousName: 'other' });
    });
    expect(program.named('other/Subscription').options).toMatchObject({ replaceOnChanges: ['spec.name'] });
    expect(program.named('other/Subscription').options).not.toHaveProperty('deleteBeforeReplace');
    const ready = program.registered.find(({ name }) => name === 'other/OperatorReady')!;
    expect(ready.inputs).toMatchObject({ subscription: 'renamed', previousSubscription: 'other' });
  });

  test('are replaced in the same way, and not annotated, if a Subscription in a chart states its previous name', async () => {
    const chart = new Chart(new App(), 'platform');
    new constructs.OperatorSubscription(chart, 'other', {
      catalog: CatalogRef.named('a', 'olm'), packageName: 'other', name: 'renamed', previousName: 'other', operatorGroupName: 'other',
    });
    const program = await Program.run(() => ChartComponent.fromChart('platform', chart));
    expect(program.named('platform/other/Subscription').options).not.toHaveProperty('deleteBeforeReplace');
    expect(program.registered.find(({ name }) => name === 'platform/other/OperatorReady')!.inputs).toMatchObject({ subscription: 'renamed', previousSubscription: 'other' });
  });

  test('of several operators in a namespace share the OperatorGroup of the first', async () => {
    const program = await Program.run(() => {
      const first = new OperatorSubscription('first', {
        catalog: CatalogRef.named('a', 'olm'), packageName: 'first', namespace: 'team', installMode: InstallMode.singleNamespace('watched'),
      });
      const second = new OperatorSubscription('second', {
        catalog: CatalogRef.named('a', 'olm'), packageName: 'second', namespace: 'team', createNamespace: false, operatorGroup: first.operatorGroupRef!,
      });
      expect([first, second].map(({ operatorGroupRef }) => operatorGroupRef?.name)).toEqual(['first', 'first']);
      expect(second._construct.installMode).toEqual(InstallMode.singleNamespace('watched'));
    });
    expect(program.objects.filter(({ type }) => type.endsWith(':OperatorGroup')).map(({ name }) => name)).toEqual(['first/OperatorGroup']);
  });

  test('are replaced, the old one first, if the name of an OperatorGroup changes', () => {
    expect(platform.named('hello/OperatorGroup').options).toMatchObject({ deleteBeforeReplace: true });
  });

  test('have the version of packageserver that OLM writes, so that a refresh finds no change', async () => {
    const program = await Program.run(() => {
      new OlmInstallation('olm', { version: OlmVersion.V0_46_0 });
    });
    expect(program.named('olm/ClusterServiceVersion-packageserver').inputs).toMatchObject({ spec: { version: '0.46.0', displayName: 'Package Server' } });
  });

  test('of Kubernetes kinds are resources of the typed classes', async () => {
    let resources: pulumi.CustomResource[] = [];
    await Program.run(() => {
      resources = new OperatorRegistry('hello', { bundles: [HELLO] }).resources;
    });
    expect(resources.some((resource) => resource instanceof kubernetes.apps.v1.Deployment)).toBe(true);
    expect(resources.some((resource) => resource instanceof kubernetes.networking.v1.NetworkPolicy)).toBe(true);
    expect(resources.some((resource) => resource instanceof kubernetes.apiextensions.CustomResource)).toBe(true);
  });
});

describe('outputs of other resources', () => {
  test('are restored in the objects', async () => {
    const program = await Program.run(() => {
      const namespace = new kubernetes.core.v1.Namespace('team', { metadata: { name: 'team-a' } });
      new OperatorSubscription('hello', {
        catalog: { catalogName: pulumi.output('catalog'), catalogNamespace: 'olm' },
        packageName: 'hello-operator',
        namespace: namespace.metadata.name,
        createNamespace: false,
        annotations: { owner: Promise.resolve('us') },
        config: {
          env: [{ name: 'LEVEL', value: pulumi.output('debug') }],
          volumes: [{ name: 'keys', custom: { csi: { driver: pulumi.output('vault'), volumeAttributes: { role: pulumi.output('a') } } } }],
          resources: { limits: { memory: pulumi.output('1Gi') } },
        },
      });
    });
    expect(program.named('hello/Subscription').inputs).toMatchObject({
      metadata: { namespace: 'team-a', annotations: { owner: 'us' } },
      spec: { source: 'catalog', sourceNamespace: 'olm', config: {
        env: [{ name: 'LEVEL', value: 'debug' }], volumes: [{ name: 'keys', csi: { driver: 'vault', volumeAttributes: { role: 'a' } } }],
        resources: { limits: { memory: '1Gi' } },
      } },
    });
    expect(program.named('hello/OperatorGroup').inputs).toMatchObject({ metadata: { namespace: 'team-a' }, spec: { targetNamespaces: ['team-a'] } });
  });

  test('are restored inside longer strings', async () => {
    const program = await Program.run(() => {
      new OperatorRegistry('hello', { bundles: [HELLO], name: pulumi.output('shop'), namespace: pulumi.output('team-a') });
    });
    expect(program.named('hello/CatalogSource').inputs).toMatchObject({ spec: { address: 'shop.team-a.svc:50051' } });
    expect(String((program.named('hello/Part0').inputs['metadata'] as { name: string }).name)).toMatch(/^shop-[0-9a-f]{10}-0000$/);
  });

  test('keep the type of their value', async () => {
    const program = await Program.run(() => {
      new OperatorRegistry('hello', { bundles: [HELLO], priority: pulumi.output(7) });
    });
    expect(program.named('hello/CatalogSource').inputs).toMatchObject({ spec: { priority: 7 } });
  });

  test('of another component of this library are accepted', async () => {
    const program = await Program.run(() => {
      const registry = new OperatorRegistry('hello-catalog', { bundles: [HELLO], namespace: pulumi.output('team-a') });
      new OperatorSubscription('hello', { catalog: registry, namespace: registry.namespace });
    });
    expect(program.named('hello/Subscription').inputs).toMatchObject({ metadata: { namespace: 'team-a' }, spec: { sourceNamespace: 'team-a' } });
  });

  test('are errors if they decide which objects are created', async () => {
    await expect(Program.run(() => {
      new OperatorRegistry('hello', { bundles: [HELLO], replicas: pulumi.output(2) as unknown as number });
    })).rejects.toThrow("replicas in args of OperatorRegistry 'hello' must be a number, got an Output: it decides what is created");
    await expect(Program.run(() => {
      new OperatorRegistry('hello', { bundles: [HELLO], operatorPullSecrets: ['a', pulumi.output('b') as unknown as string] });
    })).rejects.toThrow("operatorPullSecrets[1] in args of OperatorRegistry 'hello' must be a string, got an Output: it decides what is created");
    await expect(Program.run(() => {
      new OlmInstallation('olm', { namespace: pulumi.output('olm') as unknown as string });
    })).rejects.toThrow("namespace in args of OlmInstallation 'olm' must be a string, got an Output: it decides what is created");
  });
});

describe('omit', () => {
  const bundle = operator('cache', 'Cache', { files: { 'manifests/rule.yaml': { apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', metadata: { name: 'alerts' } } } });
  const omit = [BundleObjects.ofKind('PrometheusRule')];

  test('leaves objects out of the bundles of a component', async () => {
    let served: string[] = [];
    await Program.run(() => {
      const deployment = new BundleDeployment('cache', { bundle, omit });
      const registry = new OperatorRegistry('registry', { bundles: [bundle], omit, namespace: 'other', name: 'other' });
      served = [deployment.bundle, registry.catalog.bundles[0]!.content!].map(({ manifests }) => manifests.map(({ kind }) => kind).join());
    });
    expect(served).toEqual(['CustomResourceDefinition,ClusterServiceVersion', 'CustomResourceDefinition,ClusterServiceVersion']);
  });

  test('is an error at preview if there is nothing to leave out', async () => {
    await expect(Program.run(() => {
      new BundleDeployment('cache', { bundle, omit: [BundleObjects.named('PrometheusRule', 'alert')] });
    })).rejects.toThrow("there is nothing to leave out: bundle 'cache.v1.0.0' has no PrometheusRule 'alert'; objects of this kind: 'alerts'");
  });
});

describe('checks', () => {
  test('include the components that were created before', async () => {
    await expect(Program.run(() => {
      new OperatorSubscription('one', { catalog: CatalogRef.named('a', 'olm'), packageName: 'one', namespace: 'team' });
      new OperatorSubscription('two', { catalog: CatalogRef.named('a', 'olm'), packageName: 'two', namespace: 'team', createNamespace: false });
    })).rejects.toThrow("namespace 'team' has another OperatorGroup, at 'OperatorSubscription/one/OperatorGroup'");
  });

  test('refuse an install mode that the bundle does not support', async () => {
    await expect(Program.run(() => {
      const registry = new OperatorRegistry('hello-catalog', { bundles: [HELLO] });
      new OperatorSubscription('hello', { catalog: registry, installMode: InstallMode.multiNamespace(['a', 'b']) });
    })).rejects.toThrow('does not support the install mode MultiNamespace');
  });

  test('are separate for each cluster', async () => {
    const program = await Program.run(() => {
      for (const cluster of ['blue', 'green']) {
        const provider = new kubernetes.Provider(cluster, { kubeconfig: pulumi.secret('{}') });
        new OlmInstallation(cluster, {
          defaultCatalog: DefaultCatalog.none(), version: OlmVersion.V0_45_0, wait: { kubeconfig: '{}' },
        }, { provider });
      }
    });
    expect(program.objects.map(({ name }) => name)).toEqual(expect.arrayContaining(['blue/Namespace-olm', 'green/Namespace-olm']));
  });
});

describe('a chart', () => {
  test('becomes resources', async () => {
    const program = await Program.run(() => {
      const chart = new Chart(new App(), 'platform', { namespace: 'platform' });
      new constructs.OlmInstallation(chart, 'olm', { defaultCatalog: DefaultCatalog.none() });
      new constructs.BundleDeployment(chart, 'hello', { bundle: HELLO, namespace: 'team' });
      ChartComponent.fromChart('platform', chart);
    });
    expect(program.named('platform/hello/Subscription/Subscription').inputs).toMatchObject({ metadata: { name: 'hello-operator', namespace: 'team' } });
    expect(program.named('platform/hello/Registry/CatalogSource').after).toContain('platform/olm/Namespace-platform');
  });

  test('is validated', async () => {
    const program = (): unknown => {
      const chart = new Chart(new App(), 'platform');
      for (const name of ['one', 'two']) {
        new constructs.OperatorSubscription(chart, name, { catalog: CatalogRef.named('a', 'olm'), packageName: name, namespace: 'team' });
      }
      return ChartComponent.fromChart('platform', chart);
    };
    await expect(Program.run(program)).rejects.toThrow("namespace 'team' has another OperatorGroup, at 'platform/");
  });

  test('sets no namespace on cluster-scoped objects', async () => {
    const program = await Program.run(() => {
      const chart = new Chart(new App(), 'platform', { namespace: 'platform' });
      new constructs.OlmInstallation(chart, 'olm', { defaultCatalog: DefaultCatalog.none() });
      ChartComponent.fromChart('platform', chart);
    });
    expect(program.named('platform/olm/Namespace-platform').inputs['metadata']).not.toHaveProperty('namespace');
  });
});

import { gunzipSync } from 'node:zlib';
import { App, Chart, Testing } from 'cdk8s';
import { OlmInstallation, OperatorRegistry, TaintEffect, TolerationOperator } from 'olm-constructs';
import { SlimLevel } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { sampleBundle } from '../builders/sample-bundle';
import { kindsOf, Manifest, one, synth } from '../builders/synthesized';

/** Pod of a registry, as far as the tests look into it. */
interface PodSpec {
  readonly initContainers: Container[];
  readonly containers: Container[];
  readonly volumes: Volume[];
  readonly securityContext: object;
  readonly [field: string]: unknown;
}
interface Volume {
  readonly name: string;
  readonly projected?: { readonly sources: Array<{ readonly configMap: { readonly name: string } }> };
}
interface Container {
  readonly image: string;
  readonly command: string[];
  readonly securityContext: object;
  readonly resources: object;
  readonly [field: string]: unknown;
}
const podSpec = (manifests: Manifest[]): PodSpec =>
  (one(manifests, 'Deployment').spec as unknown as { template: { spec: PodSpec } }).template.spec;

describe('OperatorRegistry', () => {
  test('creates ConfigMaps, NetworkPolicy, Deployment, Service and CatalogSource, named after the package', () => {
    const chart = Testing.chart();
    new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()] });

    const manifests = synth(chart);

    expect(kindsOf(manifests)).toEqual(['ConfigMap', 'NetworkPolicy', 'Deployment', 'Service', 'CatalogSource']);
    expect(manifests.slice(1).map(manifest => manifest.metadata.name)).toEqual(Array(4).fill('sample-operator-catalog'));
    expect(manifests.map(manifest => manifest.metadata.namespace)).toEqual(Array(5).fill('olm'));
  });

  test.each([
    ['sample-operator', 'sample-operator-catalog'],
    ['3scale-operator', 'catalog-3scale-operator'],
    ['p'.repeat(63), `catalog-${'p'.repeat(55)}`],
    [`${'p'.repeat(54)}-operator`, `catalog-${'p'.repeat(54)}`],
  ])('has a valid name of a Service, for the package %s', (packageName, name) => {
    const registry = new OperatorRegistry(Testing.chart(), 'registry', { bundles: [sampleBundle({ package: packageName, name: 'csv.v1.0.0' })] });

    expect(registry.catalogName).toBe(name);
    expect(registry.service.name).toBe(name);
  });

  test('sets the DNS name of the Service as the address of the CatalogSource', () => {
    const chart = Testing.chart();
    new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()], name: 'mine', namespace: 'catalogs' });

    expect(one(synth(chart), 'CatalogSource')).toEqual({
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'CatalogSource',
      metadata: {
        name: 'mine',
        namespace: 'catalogs',
        labels: { 'app.kubernetes.io/name': 'operator-registry', 'app.kubernetes.io/instance': 'mine' },
        annotations: { 'olm-constructs/part-of': 'CatalogSource/catalogs/mine' },
      },
      spec: { sourceType: 'grpc', address: 'mine.catalogs.svc:50051', displayName: 'Operator sample-operator' },
    });
  });

  test('passes icon, display name, publisher, description and priority to the CatalogSource', () => {
    const chart = Testing.chart();
    new OperatorRegistry(chart, 'registry', {
      bundles: [sampleBundle()],
      displayName: 'Ours',
      publisher: 'Platform team',
      description: 'What we run.',
      priority: 7,
      icon: { base64Data: 'aWNvbg==', mediaType: 'image/png' },
    });

    expect(one(synth(chart), 'CatalogSource')['spec']).toMatchObject({
      displayName: 'Ours',
      publisher: 'Platform team',
      description: 'What we run.',
      priority: 7,
      icon: { base64data: 'aWNvbg==', mediatype: 'image/png' },
    });
  });

  test('packs the catalog into immutable ConfigMaps, which unpack to the same catalog', () => {
    const chart = Testing.chart();
    const noise = Array.from({ length: 400_000 }, (_, index) => String.fromCharCode(33 + (index * index * 31 + index * 7) % 90)).join('');
    const registry = new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle({ description: noise })] });

    const configMaps = synth(chart).filter(manifest => manifest.kind === 'ConfigMap');
    const parts = configMaps.map(configMap => Buffer.from(Object.values(configMap['binaryData'] as { [key: string]: string })[0]!, 'base64'));

    expect(gunzipSync(Buffer.concat(parts)).toString()).toBe(registry.catalog.toJsonLines());
    for (const configMap of configMaps) {
      expect(configMap['immutable']).toBe(true);
      expect(JSON.stringify(configMap).length).toBeLessThan(180 * 1024);
    }
  });

  test('mounts every part, in the order in which the parts are joined', () => {
    const chart = Testing.chart();
    const registry = new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()] });

    const parts = podSpec(synth(chart)).volumes.find(volume => volume.name === 'parts');

    expect(parts?.projected?.sources.map(source => source.configMap.name)).toEqual(registry.configMaps.map(configMap => configMap.name));
  });

  test('changes only the ConfigMaps and the Deployment when the content changes', () => {
    const manifestsOf = (description: string): Manifest[] => {
      const chart = Testing.chart();
      new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle({ description })] });
      return synth(chart);
    };
    const before = manifestsOf('first');
    const after = manifestsOf('second');

    const changed = before.filter((manifest, index) => JSON.stringify(manifest) !== JSON.stringify(after[index]));
    expect(changed.map(manifest => manifest.kind)).toEqual(['ConfigMap', 'Deployment']);
    expect(one(before, 'ConfigMap').metadata.name).not.toBe(one(after, 'ConfigMap').metadata.name);
    expect(manifestsOf('first')).toEqual(before);
  });

  test('meets the restricted Pod Security profile in every container, with a read-only root file system', () => {
    const chart = Testing.chart();
    new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()] });

    const pod = podSpec(synth(chart));

    expect(pod.securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(pod['automountServiceAccountToken']).toBe(false);
    for (const container of [...pod.initContainers, ...pod.containers]) {
      expect(container.securityContext)
        .toEqual({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, readOnlyRootFilesystem: true });
      expect(container.image).toMatch(/^quay\.io\/operator-framework\/opm@sha256:[0-9a-f]{64}$/);
      expect(container.resources).toEqual({ requests: { cpu: '10m', memory: '50Mi' } });
    }
  });

  test('has gRPC probes for startup, readiness and liveness', () => {
    const chart = Testing.chart();
    new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()] });

    const [container] = podSpec(synth(chart)).containers;

    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      expect(container![probe]).toMatchObject({ grpc: { port: 50051 } });
    }
  });

  test('allows only the port of the registry in its NetworkPolicy', () => {
    const chart = Testing.chart();
    const registry = new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()] });

    expect(one(synth(chart), 'NetworkPolicy')['spec']).toEqual({
      podSelector: { matchLabels: registry.selector },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ ports: [{ port: 50051, protocol: 'TCP' }] }],
    });
  });

  test('has a PodDisruptionBudget with several replicas', () => {
    const chart = Testing.chart();
    new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()], replicas: 2 });

    const manifests = synth(chart);

    expect(one(manifests, 'Deployment')['spec']).toMatchObject({ replicas: 2 });
    expect(one(manifests, 'PodDisruptionBudget')['spec']).toMatchObject({ maxUnavailable: 1 });
  });

  test('passes image, pull secrets, resources and scheduling to the pods', () => {
    const chart = Testing.chart();
    new OperatorRegistry(chart, 'registry', {
      bundles: [sampleBundle()],
      image: 'mirror.example.com/opm:1',
      pullSecrets: ['mirror'],
      resources: { limits: { memory: '1Gi' } },
      nodeSelector: { zone: 'a' },
      tolerations: [{ key: 'infra', operator: TolerationOperator.EXISTS, effect: TaintEffect.NO_SCHEDULE }],
      priorityClassName: 'system-cluster-critical',
      labels: { team: 'platform' },
    });

    const manifests = synth(chart);
    const pod = podSpec(manifests);

    expect(pod).toMatchObject({
      imagePullSecrets: [{ name: 'mirror' }],
      nodeSelector: { 'kubernetes.io/os': 'linux', 'zone': 'a' },
      tolerations: [{ key: 'infra', operator: 'Exists', effect: 'NoSchedule' }],
      priorityClassName: 'system-cluster-critical',
    });
    expect([...pod.initContainers, ...pod.containers].map(container => container.image)).toEqual(Array(2).fill('mirror.example.com/opm:1'));
    for (const manifest of manifests) {
      expect(manifest.metadata.labels).toMatchObject({ team: 'platform' });
    }
  });

  test('passes its pull secrets to the Jobs that unpack images of bundles, as secrets of the CatalogSource', () => {
    const secretsOf = (pullSecrets: string[]): unknown => {
      const chart = Testing.chart();
      new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()], pullSecrets });
      return one(synth(chart), 'CatalogSource').spec['secrets'];
    };
    expect([secretsOf(['mirror', 'vendor']), secretsOf([])]).toEqual([['mirror', 'vendor'], undefined]);
  });

  test('serves a given catalog', () => {
    const catalog = Catalog.fromBundles([sampleBundle({ package: 'one' }), sampleBundle({ package: 'two' })]);
    const chart = Testing.chart();
    const registry = new OperatorRegistry(chart, 'registry', { catalog });

    expect(registry.catalog.toJsonLines()).toBe(catalog.toJsonLines());
    expect(one(synth(chart), 'CatalogSource').metadata.name).toBe(registry.catalogName);
  });

  test('comes after OLM in the same chart, whichever is created first', () => {
    for (const order of ['before', 'after']) {
      const chart = Testing.chart();
      if (order === 'before') {
        new OlmInstallation(chart, 'olm');
      }
      new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()] });
      if (order === 'after') {
        new OlmInstallation(chart, 'olm');
      }
      const manifests = synth(chart);
      const entries = manifests.map(manifest => ({ manifest }));
      const first = entries.findIndex(({ manifest }) => manifest.metadata.name.startsWith('sample-operator-catalog'));
      const last = entries.findLastIndex(({ manifest }) => ['CustomResourceDefinition', 'Namespace'].includes(manifest.kind));
      expect(first).toBeGreaterThan(last);
    }
  });

  test('has the CatalogSource as its default child', () => {
    const registry = new OperatorRegistry(Testing.chart(), 'registry', { bundles: [sampleBundle()] });

    expect(registry.node.defaultChild?.node.path).toBe(registry.catalogSource.node.path);
  });

  test('lets a subclass change the pods', () => {
    class Spread extends OperatorRegistry {
      private readonly zones = ['a', 'b'];

      protected override podSpec(): { [key: string]: unknown } {
        return { ...super.podSpec(), topologySpreadConstraints: this.zones.map(topologyKey => ({ topologyKey })) };
      }
    }
    const chart = Testing.chart();
    new Spread(chart, 'registry', { bundles: [sampleBundle()] });

    expect(podSpec(synth(chart))['topologySpreadConstraints']).toEqual([{ topologyKey: 'a' }, { topologyKey: 'b' }]);
  });
});

describe('an OperatorRegistry refuses', () => {
  const make = (props: object): (() => OperatorRegistry) => () => new OperatorRegistry(Testing.chart(), 'registry', props);

  test.each([
    ['neither bundles nor catalog', {}, "[test/registry] set either 'bundles' or 'catalog', got neither"],
    ['an empty list of bundles', { bundles: [] }, "[test/registry] 'bundles' is empty; add a bundle"],
  ])('%s', (_, props, message) => {
    expect(make(props)).toThrow(message);
  });

  test('both bundles and catalog', () => {
    const bundles = [sampleBundle()];
    expect(make({ bundles, catalog: Catalog.fromBundles(bundles) })).toThrow("set either 'bundles' or 'catalog', got both");
  });

  test.each([0, -1, 1.5])('%d replicas', replicas => {
    expect(make({ bundles: [sampleBundle()], replicas })).toThrow(`replicas must be a positive integer, got ${replicas}`);
  });

  test.each(['3scale', 'Mine', 'a.b', 'a-', '', 'x'.repeat(64)])('the name %j, which is not valid for a Service', name => {
    expect(make({ bundles: [sampleBundle()], name })).toThrow(`[test/registry] name '${name}' is the name of a Service, too, and must `);
  });

  test('unknown keys and values of tolerations and resources', () => {
    const props = { bundles: [sampleBundle()], tolerations: [{ effect: 'NoRun' }], resources: { limit: {} } };
    expect(make(props)).toThrow('unknown key \'limit\' in resources; known keys: \'requests\', \'limits\'\n'
      + '  tolerations[0].effect must be TaintEffect.NO_SCHEDULE (\'NoSchedule\'), ');
  });

  test('the name of another registry in the namespace', () => {
    const app = new App();
    const chart = new Chart(app, 'test');
    new OperatorRegistry(chart, 'one', { bundles: [sampleBundle()] });
    new OperatorRegistry(chart, 'two', { bundles: [sampleBundle()] });

    expect(() => synth(chart))
      .toThrow("[test/one] 'test/two/Resource' also creates CatalogSource 'sample-operator-catalog' in namespace 'olm'; "
        + 'set another `name` or `namespace` for one of them');
  });
});

describe('a bundle that is too large for OLM to install from an inline catalog', () => {
  const large = sampleBundle({ description: 'word '.repeat(400_000) });

  test('is refused at synthesis, with its size and the remedies', () => {
    const chart = Testing.chart();
    new OperatorRegistry(chart, 'registry', { bundles: [large] });

    expect(() => synth(chart)).toThrow(/\[test\/registry\].*sample-operator\.v1\.0\.0.*MB.*SlimLevel\.CRD_DESCRIPTIONS/s);
  });

  test('is slimmed as far as necessary, and lists what was removed', () => {
    const chart = Testing.chart();
    const registry = new OperatorRegistry(chart, 'registry', { bundles: [large], slim: SlimLevel.ICON_AND_EXAMPLES });

    expect(synth(chart)).not.toHaveLength(0);
    expect(registry.removed).toEqual([expect.stringContaining('sample-operator.v1.0.0: ')]);
    expect(registry.catalog.toJsonLines().length).toBeLessThan(100_000);
  });
});

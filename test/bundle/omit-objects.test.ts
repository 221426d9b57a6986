import { Testing } from 'cdk8s';
import fc from 'fast-check';
import { BundleDeployment, OlmV0Engine, OlmV1Engine, OperatorRegistry, PlainEngine, RukpakEngine } from 'olm-constructs';
import { Bundle, BundleObjects, SlimLevel } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { RukpakSource } from 'olm-constructs/rukpak';
import { sampleNames, SAMPLES } from '../catalog/sample-bundles';
import { bundleOf, podOf } from '../builders/bundle-of';
import { operator } from '../builders/operator-objects';
import { describeWith } from '../needed';
import { realBundle } from '../remembered/real-bundle';

const manifest = (apiVersion: string, kind: string, name: string, more: object = {}): object => ({ apiVersion, kind, metadata: { name }, ...more });
const RBAC = 'rbac.authorization.k8s.io/v1';
const binding = (kind: string, name: string, role: string, account: string): object => manifest(RBAC, kind, name, {
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: kind.replace('Binding', ''), name: role }, subjects: [{ kind: 'ServiceAccount', name: account, namespace: 'x' }],
});

const POD = {
  serviceAccountName: 'manager', priorityClassName: 'high',
  initContainers: [{ name: 'i', image: 'i', envFrom: [{ configMapRef: { name: 'from' } }, { secretRef: { name: 'maybe', optional: true } }] }],
  containers: [{
    name: 'c', image: 'c', args: ['--server=http://store.$(NAMESPACE).svc:80', '--metrics'],
    env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'key', key: 'k' } } }, { name: 'HOST', value: 'peer:9000' }],
  }],
  volumes: [
    { name: 'v', configMap: { name: 'config' } }, { name: 's', secret: { secretName: 'tls' } }, { name: 'p', projected: { sources: [{ secret: { name: 'inner' } }, { configMap: { name: 'loose', optional: true } }] } },
  ],
};

/** Objects of a bundle, with the reason for which each cannot be left out, or an empty string if it can be. */
const OBJECTS: readonly (readonly [object: object, reason: string])[] = [
  [manifest('v1', 'ServiceAccount', 'manager'), "Deployment 'demo' runs as ServiceAccount 'manager'"],
  [manifest('v1', 'ServiceAccount', 'worker'), "the CSV gives permissions to ServiceAccount 'worker'"],
  [manifest('v1', 'ServiceAccount', 'stranger'), ''],
  [binding('ClusterRoleBinding', 'all', 'wide', 'manager'), "Deployment 'demo' runs as ServiceAccount 'manager'"],
  [binding('RoleBinding', 'own', 'narrow', 'worker'), "the CSV gives permissions to ServiceAccount 'worker'"],
  [binding('RoleBinding', 'others', 'other', 'stranger'), ''],
  [manifest(RBAC, 'ClusterRole', 'wide', { rules: [] }), "Deployment 'demo' runs as ServiceAccount 'manager'"],
  [manifest(RBAC, 'Role', 'narrow', { rules: [] }), "the CSV gives permissions to ServiceAccount 'worker'"],
  [manifest(RBAC, 'ClusterRole', 'metrics-reader', { rules: [] }), ''],
  [manifest('v1', 'ConfigMap', 'config'), "Deployment 'demo' requires it"],
  [manifest('v1', 'ConfigMap', 'from'), "Deployment 'demo' requires it"],
  [manifest('v1', 'ConfigMap', 'loose'), ''],
  [manifest('v1', 'Secret', 'tls'), "Deployment 'demo' requires it"],
  [manifest('v1', 'Secret', 'key'), "Deployment 'demo' requires it"],
  [manifest('v1', 'Secret', 'inner'), "Deployment 'demo' requires it"],
  [manifest('v1', 'Secret', 'maybe'), ''],
  [manifest('v1', 'Service', 'store'), "Deployment 'demo' names it"],
  [manifest('v1', 'Service', 'peer'), "Deployment 'demo' names it"],
  [manifest('v1', 'Service', 'metrics'), ''],
  [manifest('v1', 'Service', 'converter'), 'the API server converts a CRD of the bundle through it'],
  [manifest('scheduling.k8s.io/v1', 'PriorityClass', 'high'), "Deployment 'demo' has this priority"],
  [manifest('scheduling.k8s.io/v1', 'PriorityClass', 'low'), ''],
  [manifest('monitoring.coreos.com/v1', 'PrometheusRule', 'alerts'), ''],
  [manifest('networking.k8s.io/v1', 'NetworkPolicy', 'closed'), ''],
];

const CRD = (name: string, more: object = {}): object => ({
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `${name}s.example.test` },
  spec: {
    group: 'example.test', scope: 'Namespaced', names: { kind: name, plural: `${name}s` },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }], ...more,
  },
});

const FULL = bundleOf({
  spec: {
    customresourcedefinitions: { owned: [{ name: 'things.example.test', version: 'v1', kind: 'thing' }] },
    install: { strategy: 'deployment', spec: {
      permissions: [{ serviceAccountName: 'worker', rules: [] }],
      deployments: [{ name: 'demo', spec: { ...podOf('x'), template: { metadata: {}, spec: POD } } }],
    } },
  },
  files: {
    'manifests/crd.yaml': CRD('thing', { conversion: { strategy: 'Webhook', webhook: { clientConfig: { service: { name: 'converter' } } } } }),
    'manifests/crd-extra.yaml': CRD('extra'),
    ...Object.fromEntries(OBJECTS.map(([object], index) => [`manifests/o${String(index).padStart(2, '0')}.yaml`, object])),
  },
});

const RULE = operator('cache', 'Cache', { files: { 'manifests/rule.yaml': manifest('monitoring.coreos.com/v1', 'PrometheusRule', 'alerts') } });
const OMIT = [BundleObjects.ofKind('PrometheusRule')];

function problemOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}

describe('Bundle.without', () => {
  it.each(OBJECTS.map(([object, reason]) => {
    const { kind, metadata: { name } } = object as { kind: string; metadata: { name: string } };
    return [kind, name, reason] as const;
  }))('leaves out %s %s, unless the operator needs it', (kind, name, reason) => {
    const without = (): Bundle => FULL.without([BundleObjects.named(kind, name)]);
    if (reason !== '') {
      expect(problemOf(without)).toBe(`bundle: ${kind} '${name}' of bundle 'demo.v1.0.0' must not be left out, because ${reason}; remove it from the list, or select only other `
        + 'objects with BundleObjects.named(…)');
      return;
    }
    const bundle = without();
    expect([bundle.manifests.length, bundle.omitted.map((left) => `${left.kind} ${left.name}`)]).toEqual([FULL.manifests.length - 1, [`${kind} ${name}`]]);
  });

  it.each([['ClusterServiceVersion', 'it is the operator itself'], ['CustomResourceDefinition', 'the operator owns this API']])('never leaves out what it is: %s', (kind, reason) => {
    expect(problemOf(() => FULL.without([BundleObjects.ofKind(kind)]))).toContain(`because ${reason}`);
  });

  it('knows the deprecated name of the field with the ServiceAccount', () => {
    const { serviceAccountName, ...pod } = POD;
    const deployments = [{ name: 'demo', spec: { ...podOf('x'), template: { metadata: {}, spec: { ...pod, serviceAccount: serviceAccountName } } } }];
    const bundle = bundleOf({
      spec: { install: { strategy: 'deployment', spec: { deployments } } },
      files: { 'manifests/account.yaml': { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: serviceAccountName } } },
    });
    expect(problemOf(() => bundle.without([BundleObjects.ofKind('ServiceAccount')]))).toContain("because Deployment 'demo' runs as ServiceAccount 'manager'");
  });

  it('leaves out a CRD that the operator does not own', () => {
    const bundle = FULL.without([BundleObjects.named('CustomResourceDefinition', 'extras.example.test')]);
    expect(bundle.crds.map(({ name }) => name)).toEqual(['things.example.test']);
  });

  it.each<[string, BundleObjects, string]>([
    ['a kind in another case', BundleObjects.ofKind('prometheusrule'), "has no prometheusrule; kinds: 'ClusterServiceVersion', 'CustomResourceDefinition', 'PrometheusRule'"],
    ['a name', BundleObjects.named('PrometheusRule', 'alert'), "has no PrometheusRule 'alert'; objects of this kind: 'alerts'"],
    ['a group', BundleObjects.ofKind('PrometheusRule', 'acme.example'), "has no PrometheusRule of the API group 'acme.example'; API groups of this kind: 'monitoring.coreos.com'"],
  ])('refuses what matches nothing, with suggestions: %s', (_, objects, problem) => {
    expect(problemOf(() => RULE.without([objects]))).toBe(
      `bundle: there is nothing to leave out: bundle 'cache.v1.0.0' ${problem}; fix the entry of the list, or remove it`,
    );
  });

  it('keeps what it left out when more is left out, or the bundle is slimmed', () => {
    const once = FULL.without([BundleObjects.ofKind('PrometheusRule')]);
    expect(once.without([BundleObjects.ofKind('NetworkPolicy')]).omitted.map(({ kind }) => kind)).toEqual(['PrometheusRule', 'NetworkPolicy']);
    expect(FULL.omitted).toEqual([]);
    expect(new Set(Object.values(SlimLevel)).size).toBe(3);
  });

  it('writes an image without the objects', () => {
    const layout = RULE.without(OMIT).toImageLayout();
    expect(layout).not.toEqual(RULE.toImageLayout());
  });

  it('leaves a bundle that a second reading of its objects has', () => {
    fc.assert(fc.property(fc.subarray(OBJECTS.filter(([, reason]) => reason === '').map(([object]) => object as { kind: string; metadata: { name: string } })), (left) => {
      const bundle = FULL.without(left.map(({ kind, metadata }) => BundleObjects.named(kind, metadata.name)));
      expect(bundle.manifests.length + bundle.omitted.length).toBe(FULL.manifests.length);
      expect(new Set([...bundle.manifests, ...bundle.omitted])).toEqual(new Set(FULL.manifests));
    }), { numRuns: 30 });
  });
});

describe('omit', () => {
  it('is served and rendered without the objects by every engine that has the bundle', () => {
    const chart = Testing.chart();
    const kinds = [
      new BundleDeployment(chart, 'v0', { bundle: RULE, omit: OMIT, engine: new OlmV0Engine(), namespace: 'v0' }).olmV0.registry.catalog.bundles[0]!.content!,
      new BundleDeployment(chart, 'plain', { bundle: RULE, omit: OMIT, engine: new PlainEngine(), namespace: 'plain' }).bundle,
      new BundleDeployment(chart, 'rukpak', { bundle: RULE, omit: OMIT, engine: new RukpakEngine(), namespace: 'rukpak' }).bundle,
      new OperatorRegistry(chart, 'registry', { bundles: [RULE], omit: OMIT, name: 'registry' }).catalog.bundles[0]!.content!,
      new OperatorRegistry(chart, 'catalog', { catalog: Catalog.fromBundles([RULE]), omit: OMIT, name: 'catalog' }).catalog.bundles[0]!.content!,
    ].map(({ manifests }) => manifests.map(({ kind }) => kind));
    expect(kinds).toEqual(Array(5).fill(['CustomResourceDefinition', 'ClusterServiceVersion']));
    expect(JSON.stringify(Testing.synth(chart))).not.toContain('PrometheusRule');
  });

  it('may be of an earlier bundle only', () => {
    const next = operator('cache', 'Cache', { version: '2.0.0', replaces: 'cache.v1.0.0' });
    const { olmV0 } = new BundleDeployment(Testing.chart(), 'cache', { bundle: next, previous: [RULE], omit: OMIT });
    expect(olmV0.registry.omitted).toEqual(["cache.v1.0.0: left out PrometheusRule 'alerts'"]);
  });

  it.each<[string, () => unknown, string]>([
    ['OLM v1', () => new BundleDeployment(Testing.chart(), 'a', { bundle: RULE, omit: OMIT, engine: new OlmV1Engine({ catalogImage: 'example.test/c:1' }) }),
      "[test/a] 'omit' is set, and OLM v1 installs bundle 'cache.v1.0.0' from an image, which has these objects; write an image without them with "
      + "bundle.without([BundleObjects.ofKind('PrometheusRule')]).toImageLayout(), push it, and set 'bundle' to that bundle instead of 'omit'; new OlmV0Engine() and "
      + 'new PlainEngine() need no image'],
    ['RukPak with an image', () => new BundleDeployment(Testing.chart(), 'a', { bundle: RULE, omit: OMIT, engine: new RukpakEngine({ source: RukpakSource.image('example.test/b:1') }) }),
      "'omit' is set, and RukPak, by 'source' of RukpakEngine, installs bundle 'cache.v1.0.0' from an image"],
    ['an image in a catalog', () => new OperatorRegistry(Testing.chart(), 'a', { catalog: Catalog.fromBundles([RULE], { images: { 'cache.v1.0.0': 'example.test/b:1' } }), omit: OMIT }),
      "[test/a] 'omit' is set, but OLM unpacks bundle 'cache.v1.0.0' from the image 'example.test/b:1', which cannot be changed; serve the bundle from its files, with 'bundles', or remove 'omit'"],
    ['nothing', () => new BundleDeployment(Testing.chart(), 'a', { bundle: RULE, omit: [BundleObjects.ofKind('Rule')] }), "[test/a] 'omit': there is nothing to leave out"],
    ['what the operator needs', () => new OperatorRegistry(Testing.chart(), 'a', { bundles: [RULE], omit: [BundleObjects.ofKind('CustomResourceDefinition')] }),
      "[test/a] 'omit': CustomResourceDefinition 'caches.example.test' of bundle 'cache.v1.0.0' must not be left out"],
    ['a kind as a string', () => new BundleDeployment(Testing.chart(), 'a', { bundle: RULE, omit: ['PrometheusRule'] as unknown as BundleObjects[] }), 'omit[0]'],
  ])('refuses %s', (_, create, problem) => {
    expect(problemOf(create)).toContain(problem);
  });
});

describeWith(SAMPLES)('what a sample bundle can do without', () => {
  it.each(sampleNames())('is never its CSV or an owned CRD: %s', (name) => {
    const bundle = realBundle(name);
    const tried = bundle.manifests.map(({ kind, name: object }) => {
      try {
        bundle.without([BundleObjects.named(kind, object)]);
        return '';
      } catch {
        return kind;
      }
    });
    expect(tried.filter((kind) => kind === 'CustomResourceDefinition' || kind === 'ClusterServiceVersion').length).toBeGreaterThanOrEqual(bundle.csv.ownedCrds.length === 0 ? 1 : 2);
  });
});

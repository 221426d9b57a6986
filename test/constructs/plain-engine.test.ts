import { Chart, Testing } from 'cdk8s';
import { BundleDeployment, CertificateProvider, InstallMode, PlainEngine } from 'olm-constructs';
import { Bundle, InstallModeType } from 'olm-constructs/bundle';
import { bundleOf, crdOf, podOf } from '../builders/bundle-of';
import { sampleBundle } from '../builders/sample-bundle';
import { kindsOf, Manifest, synth } from '../builders/synthesized';

const WEBHOOK = {
  type: 'ValidatingAdmissionWebhook', generateName: 'v.example.test', deploymentName: 'demo', sideEffects: 'None', admissionReviewVersions: ['v1'],
};
const ALL = Object.values(InstallModeType).map(type => ({ type, supported: true }));

/** Returns a bundle with permissions, a webhook and a ConfigMap, in install modes of any type. */
function fullBundle(): Bundle {
  return bundleOf({
    spec: {
      installModes: ALL,
      install: {
        strategy: 'deployment',
        spec: {
          deployments: [{ name: 'demo', spec: podOf('example.test/demo:1') }],
          permissions: [{ serviceAccountName: 'demo', rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }],
        },
      },
      webhookdefinitions: [WEBHOOK],
      customresourcedefinitions: { owned: [{ name: 'things.example.test', version: 'v1', kind: 'Thing' }] },
    },
    files: {
      'manifests/things.yaml': crdOf('Thing'),
      'manifests/config.yaml': { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } },
    },
  });
}

/** Returns a bundle that requires the package `cache` and the API of things. */
function requiringBundle(): Bundle {
  return bundleOf({
    spec: {
      installModes: ALL,
      customresourcedefinitions: { required: [{ name: 'things.example.test', version: 'v1', kind: 'Thing' }] },
    },
    files: { 'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: 'cache', version: '>=1.0.0' } }] } },
  });
}

const CERTIFICATES = { certificates: CertificateProvider.certManager() };

function deployed(bundle: Bundle, engine = new PlainEngine(CERTIFICATES), props: object = {}): Manifest[] {
  const chart = Testing.chart();
  new BundleDeployment(chart, 'operator', { bundle, engine, ...props });
  return synth(chart);
}

describe('BundleDeployment without OLM', () => {
  test('creates the objects of the operator, each after what it needs', () => {
    const manifests = deployed(fullBundle());

    expect(kindsOf(manifests)).toEqual([
      'CustomResourceDefinition', 'Namespace', 'ServiceAccount', 'Role', 'RoleBinding', 'ConfigMap', 'Service', 'Issuer', 'Certificate', 'Deployment',
      'ValidatingWebhookConfiguration',
    ]);
    const isClusterScoped = ({ kind }: Manifest): boolean => /^(CustomResourceDefinition|Namespace|.*WebhookConfiguration)$/.test(kind);
    expect(new Set(manifests.map(manifest => `${isClusterScoped(manifest)} ${manifest.metadata.namespace}`))).toEqual(new Set(['true undefined', 'false demo']));
  });

  test('watches the namespace of the operator by default, as with OLM v0', () => {
    const targets = (props: object): unknown => {
      const deployment = deployed(fullBundle(), new PlainEngine(CERTIFICATES), props).find(({ kind }) => kind === 'Deployment');
      return (deployment?.spec as { template: { metadata: { annotations: object } } }).template.metadata.annotations;
    };
    expect(targets({ namespace: 'a' })).toMatchObject({ 'olm.targetNamespaces': 'a', 'olm.operatorNamespace': 'a' });
    expect(targets({ installMode: InstallMode.allNamespaces() })).toMatchObject({ 'olm.targetNamespaces': '' });
  });

  test('applies labels and annotations to every object', () => {
    for (const { metadata } of deployed(fullBundle(), undefined, { labels: { team: 'a' }, annotations: { note: 'b' } })) {
      expect(metadata).toMatchObject({ labels: { team: 'a' }, annotations: { note: 'b' } });
    }
  });

  test('replaces labels and annotations of the bundle by those of the same key', () => {
    const metadata = { name: 'settings', labels: { team: 'upstream', kept: 'a' }, annotations: { note: 'upstream', kept: 'b' } };
    const bundle = bundleOf({ files: { 'manifests/settings.yaml': { apiVersion: 'v1', kind: 'ConfigMap', metadata } } });
    const settings = deployed(bundle, new PlainEngine(), { labels: { team: 'ours' }, annotations: { note: 'ours' } }).find(({ kind }) => kind === 'ConfigMap');
    expect(settings?.metadata).toMatchObject({ labels: { team: 'ours', kept: 'a' }, annotations: { note: 'ours', kept: 'b' } });
  });

  test('can use an existing namespace', () => {
    expect(kindsOf(deployed(sampleBundle(), new PlainEngine(), { createNamespace: false }))).toEqual(['CustomResourceDefinition', 'Deployment']);
  });

  test('creates roles of the same name in each namespace to watch', () => {
    const manifests = deployed(fullBundle(), undefined, { installMode: InstallMode.multiNamespace(['a', 'b', 'demo']) });
    expect(manifests.filter(({ kind }) => kind === 'Role').map(({ metadata }) => metadata.namespace)).toEqual(['a', 'b', 'demo']);
  });

  test('changes the Deployments according to the config of a Subscription', () => {
    const engine = new PlainEngine({ deploymentConfig: { nodeSelector: { zone: 'a' }, env: [{ name: 'A', value: 'b' }] } });
    expect(deployed(sampleBundle(), engine).at(-1)?.spec).toMatchObject({
      template: { spec: { nodeSelector: { zone: 'a' }, containers: [{ env: [{ name: 'A', value: 'b' }] }] } },
    });
  });

  test('keeps all digits of integers in CRDs', () => {
    const schema = { type: 'object', properties: { size: { type: 'integer', maximum: 9007199254740991 } } };
    const bundle = bundleOf({ spec: { installModes: ALL }, files: { 'manifests/things.yaml': crdOf('Thing', schema) } });
    const app = Testing.app();
    const chart = new Chart(app, 'chart');
    new BundleDeployment(chart, 'operator', { bundle, engine: new PlainEngine() });
    expect(app.synthYaml()).toContain('maximum: 9007199254740991\n');
  });

  test('can create the CRDs in a separate chart, which is applied first', () => {
    const app = Testing.app();
    const operator = new Chart(app, 'operator');
    const crds = new Chart(app, 'crds');
    new BundleDeployment(operator, 'operator', { bundle: sampleBundle(), engine: new PlainEngine({ crdScope: crds }) });

    expect(kindsOf(synth(crds))).toEqual(['CustomResourceDefinition']);
    expect(kindsOf(synth(operator))).toEqual(['Namespace', 'Deployment']);
    app.synth();
    expect(operator.node.dependencies).toContain(crds);
  });

  test('installs a bundle that is too large for OLM v0', () => {
    expect(kindsOf(deployed(sampleBundle({ description: 'word '.repeat(400_000) }), new PlainEngine()))).toContain('CustomResourceDefinition');
  });

  test('states why a bundle cannot be installed', () => {
    expect(() => deployed(fullBundle(), new PlainEngine())).toThrow(/^\[test\/operator\] cannot install bundle 'demo\.v1\.0\.0' without OLM: .*set certificates to/s);
  });

  test('follows no channel', () => {
    expect(() => deployed(sampleBundle(), new PlainEngine(), { channel: 'stable' })).toThrow(
      '[test/operator] channel \'stable\' is set, and the engine Plain follows no channel; omit \'channel\', or set \'engine\' '
        + 'to new OlmV0Engine() or new OlmV1Engine()',
    );
  });

  test('names the engine that can install an operator with API services', () => {
    const bundle = bundleOf({ spec: { installModes: ALL, apiservicedefinitions: { owned: [{ name: 'v1.example.test', group: 'example.test', version: 'v1', kind: 'Thing' }] } } });
    expect(() => deployed(bundle, new PlainEngine())).toThrow(/^\[test\/operator\] cannot install bundle 'demo\.v1\.0\.0' without OLM: .*; set 'engine' to new OlmV0Engine\(\)$/s);
  });

  test('returns its objects, and no constructs of OLM', () => {
    const deployment = new BundleDeployment(Testing.chart(), 'operator', { bundle: sampleBundle(), engine: new PlainEngine() });
    expect(deployment.plain.crds.map(({ name }) => name)).toEqual(['things.example.test']);
    expect(deployment.plain.objects.map(({ kind }) => kind)).toEqual(['Namespace', 'Deployment']);
    expect(() => deployment.olmV0).toThrow(
      '[test/operator] `olmV0` has no value: the bundle is installed by the engine Plain; use `plain`, or set \'engine\' to new OlmV0Engine()',
    );
  });

  test('rejects unknown options', () => {
    expect(() => deployed(sampleBundle(), new PlainEngine({ config: {} } as object))).toThrow(
      '[test/operator] unknown key \'config\' in options of PlainEngine; known keys:',
    );
    expect(() => deployed(sampleBundle(), new PlainEngine({ deploymentConfig: { envs: [] } as object }))).toThrow(
      '[test/operator] unknown key \'envs\' in deploymentConfig in options of PlainEngine; known keys: \'env\', ',
    );
  });

  test('rejects two deployments of one operator', () => {
    const chart = Testing.chart();
    new BundleDeployment(chart, 'a', { bundle: sampleBundle(), engine: new PlainEngine(), namespace: 'a' });
    new BundleDeployment(chart, 'b', { bundle: sampleBundle(), engine: new PlainEngine(), namespace: 'b' });
    expect(chart.node.children.flatMap(child => child.node.validate())).toContain(
      '\'test/b/CustomResourceDefinition-things.example.test\' also creates CustomResourceDefinition \'things.example.test\'; install it once in a cluster, '
        + 'or make it a dependency of one deployment only',
    );
  });

  test('rejects a scope for CRDs that has them already', () => {
    const chart = Testing.chart();
    const engine = new PlainEngine({ crdScope: chart });
    new BundleDeployment(chart, 'a', { bundle: sampleBundle(), engine, namespace: 'a' });
    expect(() => new BundleDeployment(chart, 'b', { bundle: sampleBundle(), engine, namespace: 'b' })).toThrow(
      '[test/b] \'test\' has a CustomResourceDefinition \'things.example.test\' already; install the operator once, or set another \'crdScope\'',
    );
  });
});

describe('what a bundle requires', () => {
  const cache = bundleOf({ package: 'cache', version: '1.2.0' });

  test('is an error that names it, if no bundle provides it', () => {
    expect(() => deployed(requiringBundle(), new PlainEngine())).toThrow(
      '[test/operator] bundle \'demo.v1.0.0\' requires package \'cache\' >=1.0.0; bundle \'demo.v1.0.0\' requires the API example.test/v1 Thing; '
        + 'add bundles that provide this to \'dependencies\' of PlainEngine, set \'requireDependencies\' to false if something else installs it, '
        + 'or set \'engine\' to new OlmV0Engine(), which finds them in catalogs',
    );
  });

  test('is installed first, in the same namespace', () => {
    const manifests = deployed(requiringBundle(), new PlainEngine({ dependencies: [providerOf('cache', {}), providerOf('things', {
      spec: { customresourcedefinitions: { owned: [{ name: 'things.example.test', version: 'v1', kind: 'Thing' }] } },
      files: { 'manifests/things.yaml': crdOf('Thing') },
    })] }));
    expect(manifests.map(({ kind, metadata: { name, namespace } }) => `${kind} ${namespace ?? ''}/${name}`)).toEqual([
      'CustomResourceDefinition /things.example.test',
      'Namespace /demo',
      'Deployment demo/cache',
      'Deployment demo/things',
      'Deployment demo/demo',
    ]);
  });

  test('may be installed by something else', () => {
    expect(kindsOf(deployed(requiringBundle(), new PlainEngine({ requireDependencies: false })))).toEqual(['Namespace', 'Deployment']);
  });

  test('must not have the same objects', () => {
    expect(() => deployed(requiringBundle(), new PlainEngine({ dependencies: [cache], requireDependencies: false }))).toThrow(
      '[test/operator] bundles \'cache.v1.2.0\' and \'demo.v1.0.0\' both have the Deployment \'demo\'; remove one from \'dependencies\', '
        + 'or install them in separate namespaces',
    );
  });

  /** Returns a bundle whose package and Deployment have a name of their own. */
  function providerOf(name: string, { spec, files }: { readonly spec?: object; readonly files?: { readonly [path: string]: unknown } }): Bundle {
    const deployments = [{ name, spec: podOf(`example.test/${name}:1`) }];
    return bundleOf({
      package: name,
      version: '1.2.0',
      spec: { ...spec, install: { strategy: 'deployment', spec: { deployments } } },
      ...(files === undefined ? {} : { files }),
    });
  }
});

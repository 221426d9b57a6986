import { ApiObject, App, Chart, Duration, Testing } from 'cdk8s';
import {
  ConstructError, CrdDescriptions, DefaultCatalog, OlmInstallation, OlmSettings, OlmVersion, PodSecurityLevel, ServingCertificates,
} from 'olm-constructs';
import { Manifest, namesOf, synth } from '../builders/synthesized';
import { releaseManifests } from '../../lib/olm/v0/release/release';

describe('OlmInstallation', () => {
  test('creates every object of the default release', () => {
    const chart = Testing.chart();
    new OlmInstallation(chart, 'olm');

    const manifests = synth(chart);

    expect(manifests).toHaveLength(29);
    expect(namesOf(manifests, 'CustomResourceDefinition')).toEqual([
      'catalogsources.operators.coreos.com', 'clusterserviceversions.operators.coreos.com', 'installplans.operators.coreos.com',
      'olmconfigs.operators.coreos.com', 'operatorconditions.operators.coreos.com', 'operatorgroups.operators.coreos.com',
      'operators.operators.coreos.com', 'subscriptions.operators.coreos.com',
    ]);
    expect(namesOf(manifests, 'Namespace')).toEqual(['olm', 'operators']);
    expect(namesOf(manifests, 'Deployment')).toEqual(['olm-operator', 'catalog-operator']);
    expect(namesOf(manifests, 'ClusterServiceVersion')).toEqual(['packageserver']);
  });

  test('has a property for every object', () => {
    const chart = Testing.chart();
    const olm = new OlmInstallation(chart, 'olm');

    const handles = [
      ...olm.crds, ...olm.namespaces, ...olm.networkPolicies, olm.serviceAccount, olm.clusterRole, olm.clusterRoleBinding, olm.olmConfig,
      olm.olmOperator, olm.catalogOperator, ...olm.aggregatedRoles, ...olm.operatorGroups, olm.packageserver, olm.defaultCatalog,
    ];

    const objects = chart.node.findAll().filter(child => ApiObject.isApiObject(child));
    expect(handles.map(handle => handle?.node.path).sort()).toEqual(objects.map(object => object.node.path).sort());
    expect(olm.version.version).toBe(OlmVersion.V0_46_0.version);
    expect([olm.defaultCatalogRef?.catalogName, olm.defaultCatalogRef?.catalogNamespace]).toEqual(['operatorhubio-catalog', 'olm']);
  });

  test('has a property for optional objects', () => {
    const chart = Testing.chart();
    const olm = new OlmInstallation(chart, 'olm', { servingCertificates: ServingCertificates.certManager(), monitoring: {} });

    const objects = chart.node.findAll().filter(child => ApiObject.isApiObject(child)).map(object => `${object.kind} ${object.name}`);
    const handles = [...olm.servingCertificates, ...olm.monitoring].map(object => `${object.kind} ${object.name}`);
    expect(handles).toEqual([
      'Certificate olm-cert', 'Issuer olm-ca-issuer', 'Service olm-operator-metrics', 'Service catalog-operator-metrics',
      'ServiceMonitor olm-operator', 'ServiceMonitor catalog-operator',
    ]);
    expect(objects).toEqual(expect.arrayContaining(handles));
    expect(objects).toHaveLength(29 + handles.length);
  });

  test('creates the certificate of a release that relies on cert-manager', () => {
    const chart = Testing.chart();
    new OlmInstallation(chart, 'olm', { version: OlmVersion.V0_36_0 });

    expect(namesOf(synth(chart), 'Certificate')).toEqual(['olm-cert']);
    expect(namesOf(synth(chart), 'Issuer')).toEqual(['olm-ca-issuer']);
  });

  test('passes every setting to the release', () => {
    const settings: OlmSettings = {
      version: OlmVersion.V0_45_0,
      namespace: 'lifecycle',
      operatorNamespace: 'global',
      catalogNamespace: 'catalogs',
      podSecurity: { operatorNamespace: { enforce: PodSecurityLevel.RESTRICTED } },
      defaultCatalog: DefaultCatalog.operatorHub({ priority: 5 }),
      airGapped: true,
      registryMirror: 'mirror.example.com',
      pullSecrets: ['mirror'],
      olmOperator: { replicas: 0 },
      catalogOperator: { extraArguments: ['--install-plan-retry-timeout', '5m'] },
      packageserver: { interval: Duration.hours(1) },
      debug: true,
      watchedNamespaces: ['team-a'],
      apiServerPort: 443,
      olmConfig: { disableCopiedCsvs: true },
      servingCertificates: ServingCertificates.certManager({ issuer: 'ca' }),
      monitoring: { interval: Duration.minutes(1) },
      crdDescriptions: CrdDescriptions.NONE,
    };
    const chart = Testing.chart();
    new OlmInstallation(chart, 'olm', settings);

    const identity = ({ kind, metadata }: Pick<Manifest, 'kind' | 'metadata'>): string => `${kind} ${metadata.namespace ?? ''} ${metadata.name}`;
    const sorted = (manifests: readonly object[]): object[] => (JSON.parse(JSON.stringify(manifests)) as Manifest[])
      .sort((a, b) => (identity(a) < identity(b) ? -1 : 1));
    expect(sorted(synth(chart))).toEqual(sorted(releaseManifests(settings).all));
  });

  test('adds labels and annotations to every object, and keeps those of the release', () => {
    const chart = Testing.chart();
    new OlmInstallation(chart, 'olm', { labels: { team: 'platform' }, annotations: { note: 'ours' } });

    const manifests = synth(chart);

    for (const manifest of manifests) {
      expect(manifest.metadata.labels).toMatchObject({ team: 'platform' });
      expect(manifest.metadata.annotations).toMatchObject({ note: 'ours' });
    }
    expect(manifests.find(manifest => manifest.kind === 'Namespace')?.metadata.labels)
      .toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
  });

  test('leaves cluster-scoped objects without a namespace, in a chart that has one', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'lifecycle' });
    new OlmInstallation(chart, 'olm');

    const manifests = synth(chart);
    const scope = (kind: string): Array<string | undefined> =>
      manifests.filter(manifest => manifest.kind === kind).map(manifest => manifest.metadata.namespace);

    for (const kind of ['CustomResourceDefinition', 'Namespace', 'ClusterRole', 'ClusterRoleBinding', 'OLMConfig']) {
      expect(new Set(scope(kind))).toEqual(new Set([undefined]));
    }
    expect(namesOf(manifests, 'Namespace')).toEqual(['lifecycle', 'operators']);
    expect(scope('Deployment')).toEqual(['lifecycle', 'lifecycle']);
  });

  test('has no default catalog with DefaultCatalog.none()', () => {
    const chart = Testing.chart();
    const olm = new OlmInstallation(chart, 'olm', { defaultCatalog: DefaultCatalog.none() });

    expect(olm.defaultCatalog).toBeUndefined();
    expect(olm.defaultCatalogRef).toBeUndefined();
    expect(namesOf(synth(chart), 'CatalogSource')).toEqual([]);
  });

  test('creates the specified namespaces', () => {
    const chart = Testing.chart();
    new OlmInstallation(chart, 'olm', { namespace: 'a', operatorNamespace: 'b', catalogNamespace: 'c' });

    const manifests = synth(chart);

    expect(namesOf(manifests, 'Namespace')).toEqual(['a', 'b', 'c']);
    expect(manifests.find(manifest => manifest.kind === 'CatalogSource')?.metadata.namespace).toBe('c');
  });

  test('creates the CRDs in crdScope, whose chart comes first', () => {
    const app = new App();
    const rest = new Chart(app, 'olm');
    const crds = new Chart(app, 'crds');
    const olm = new OlmInstallation(rest, 'olm', { crdScope: crds });

    expect(app.charts.map(chart => chart.node.id)).toEqual(['olm', 'crds']);
    expect(namesOf(synth(crds), 'CustomResourceDefinition')).toHaveLength(8);
    expect(namesOf(synth(rest), 'CustomResourceDefinition')).toEqual([]);
    expect(app.charts.map(chart => chart.node.id)).toEqual(['crds', 'olm']);
    expect(olm.crds).toHaveLength(8);
  });

  test('omits descriptions of CRDs with CrdDescriptions.NONE', () => {
    const sizes = [CrdDescriptions.FULL, CrdDescriptions.NONE].map(crdDescriptions => {
      const chart = Testing.chart();
      new OlmInstallation(chart, 'olm', { crdDescriptions });
      return JSON.stringify(Testing.synth(chart)).length;
    });
    expect(sizes[0]).toBeGreaterThan(sizes[1]!);
  });

  test('stays far below the size limit of client-side apply', () => {
    const chart = Testing.chart();
    new OlmInstallation(chart, 'olm');

    expect(Math.max(...synth(chart).map(manifest => JSON.stringify(manifest).length))).toBeLessThan(131_072);
  });

  test('lets a subclass change objects of the release', () => {
    class QuietOlm extends OlmInstallation {
      protected override customize(manifest: { [field: string]: unknown }): { [field: string]: unknown } {
        return manifest['kind'] === 'Deployment' ? { ...manifest, spec: { ...(manifest['spec'] as object), paused: true } } : manifest;
      }
    }
    const chart = Testing.chart();
    new QuietOlm(chart, 'olm');

    const deployments = synth(chart).filter(manifest => manifest.kind === 'Deployment');
    expect(deployments.map(deployment => deployment['spec'])).toEqual([
      expect.objectContaining({ paused: true, replicas: 1 }), expect.objectContaining({ paused: true, replicas: 1 }),
    ]);
  });

  test('refuses a second installation in one app, and names the first', () => {
    const app = new App();
    new OlmInstallation(new Chart(app, 'one'), 'olm');

    expect(() => new OlmInstallation(new Chart(app, 'two'), 'olm'))
      .toThrow("[two/olm] this app has an OLM already, at 'one/olm', and a cluster has one OLM; remove one of the two, or create each in its own Cluster");
  });

  test('refuses settings that the release does not support, with its path', () => {
    const install = (): unknown => new OlmInstallation(Testing.chart(), 'olm', { version: OlmVersion.V0_31_0, networkPolicies: true });

    expect(install).toThrow(ConstructError);
    expect(install).toThrow('[test/olm] networkPolicies is not supported by OLM 0.31.0; omit it, or install 0.32.0 or later');
  });

  test('refuses to create the namespace default, even as that of the chart', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'default' });

    expect(() => new OlmInstallation(chart, 'olm')).toThrow(
      '[chart/olm] namespace "default" belongs to Kubernetes, but the installation creates its namespaces; choose another name',
    );
  });

  test('refuses an object that something else in the app also creates', () => {
    const app = new App();
    new OlmInstallation(new Chart(app, 'one'), 'olm');
    const chart = new Chart(app, 'two');
    new ApiObject(chart, 'namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'operators' } });

    expect(() => synth(chart)).toThrow("[one/olm] 'two/namespace' also creates Namespace 'operators'; ");
  });
});

import { ApiObject, App, Chart, Testing } from 'cdk8s';
import {
  ConstructError, DefaultCatalog, OlmInstallation, OlmInstallationProps, OlmManifestsOptions, OlmRelease, OlmSettings, OlmVersion,
  ServingCertificates,
} from 'olm-constructs';
import type { KubernetesManifest } from '../../lib/formats/schema/kubernetes-manifest';
import { madeUpRelease } from '../olm/v0/release/release-files';

type Change = Parameters<typeof madeUpRelease>[2];

/** Reads a release as one that the library does not know. */
function customRelease(like: OlmVersion, options: OlmManifestsOptions = {}, tag = like.tag, change?: Change): OlmRelease {
  const { crds, olm } = madeUpRelease(like, tag, change);
  return OlmRelease.fromManifests(crds, olm, options);
}

const more = (kind: string, name: string, namespace = 'olm', apiVersion = 'v1'): KubernetesManifest => (
  { apiVersion, kind, metadata: { name, namespace } }
);

const withMore = (...objects: KubernetesManifest[]): NonNullable<Change> => (known) => [...known, ...objects];

function synthesized(props: OlmInstallationProps): unknown[] {
  const chart = Testing.chart();
  new OlmInstallation(chart, 'olm', props);
  return Testing.synth(chart) as unknown[];
}

describe('OlmInstallation of an unknown release', () => {
  test.each(['0.18.3', '0.28.0', '0.36.0', '0.46.0'])('equals that of a known release: %s', (number) => {
    const version = OlmVersion.of(number);
    expect(synthesized({ release: customRelease(version) })).toStrictEqual(synthesized({ version }));
  });

  test.each<[string, OlmSettings]>([
    ['namespaces', { namespace: 'lifecycle', operatorNamespace: 'global', catalogNamespace: 'catalogs' }],
    ['mirror and pull secrets', { registryMirror: 'mirror.example.com', pullSecrets: ['mirror'] }],
    ['certificates and monitoring', { servingCertificates: ServingCertificates.certManager(), monitoring: {} }],
    ['no catalog, no NetworkPolicies', { defaultCatalog: DefaultCatalog.none(), networkPolicies: false }],
  ])('equals that of a known release with settings: %s', (_title, settings) => {
    const version = OlmVersion.V0_46_0;
    const metadata = { labels: { team: 'platform' }, annotations: { note: 'ours' } };
    const release = customRelease(version, { settings });
    expect(synthesized({ release, ...metadata })).toStrictEqual(synthesized({ ...settings, version, ...metadata }));
  });

  test('has a property for every object, including unknown ones', () => {
    const chart = Testing.chart();
    const release = customRelease(OlmVersion.V0_46_0, {}, 'v0.47.0', withMore(more('ConfigMap', 'tuning'), more('ConfigMap', 'tuning', 'operators')));
    const olm = new OlmInstallation(chart, 'olm', { release });

    const handles = [
      ...olm.crds, ...olm.namespaces, ...olm.networkPolicies, olm.serviceAccount, olm.clusterRole, olm.clusterRoleBinding, olm.olmConfig,
      olm.olmOperator, olm.catalogOperator, ...olm.aggregatedRoles, ...olm.operatorGroups, olm.packageserver, olm.defaultCatalog, ...olm.otherObjects,
    ];
    const objects = chart.node.findAll().filter(child => ApiObject.isApiObject(child));
    expect(handles.map(handle => handle?.node.path).sort()).toEqual(objects.map(object => object.node.path).sort());
    expect(olm.otherObjects.map(object => object.node.path)).toEqual(['test/olm/ConfigMap-tuning', 'test/olm/ConfigMap-tuning-operators']);
  });

  test('applies unknown objects after the namespaces and before the controllers', () => {
    const made = synthesized({ release: customRelease(OlmVersion.V0_46_0, {}, 'v0.47.0', withMore(more('ConfigMap', 'tuning'))) }) as KubernetesManifest[];
    const kinds = made.map(({ kind }) => kind);

    expect(kinds.filter(kind => kind === 'ConfigMap')).toHaveLength(1);
    expect(kinds.lastIndexOf('Namespace')).toBeLessThan(kinds.indexOf('ConfigMap'));
    expect(kinds.indexOf('ConfigMap')).toBeLessThan(kinds.indexOf('Deployment'));
  });

  test('has the version, the namespaces and the default catalog of the release', () => {
    const settings = { namespace: 'lifecycle', operatorNamespace: 'global', catalogNamespace: 'catalogs' };
    const olm = new OlmInstallation(Testing.chart(), 'olm', { release: customRelease(OlmVersion.V0_46_0, { settings }, 'v0.47.0') });

    expect(olm).toMatchObject({ ...settings, releaseVersion: '0.47.0' });
    expect(olm.version).toMatchObject({ version: '0.47.0', isKnown: false });
    expect(olm.otherObjects).toEqual([]);
    expect([olm.defaultCatalogRef?.catalogName, olm.defaultCatalogRef?.catalogNamespace]).toEqual(['operatorhubio-catalog', 'catalogs']);
  });

  test('uses the namespaces of the release, not that of the chart', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'elsewhere' });
    const olm = new OlmInstallation(chart, 'olm', { release: customRelease(OlmVersion.V0_46_0) });

    expect(olm.namespace).toBe('olm');
    expect(JSON.stringify(Testing.synth(chart))).not.toContain('elsewhere');
  });

  test('creates the CRDs in crdScope', () => {
    const app = new App();
    const [crdScope, rest] = [new Chart(app, 'crds'), new Chart(app, 'olm')];
    new OlmInstallation(rest, 'olm', { release: customRelease(OlmVersion.V0_46_0), crdScope });

    expect((Testing.synth(crdScope) as KubernetesManifest[]).map(({ kind }) => kind)).toEqual(Array(8).fill('CustomResourceDefinition'));
  });

  test.each<[string, OlmInstallationProps, string]>([
    ['one setting', { registryMirror: 'mirror.example.com' }, '"release" is set together with "registryMirror"; pass the setting to '],
    ['two settings', { version: OlmVersion.V0_46_0, debug: false }, '"release" is set together with "debug", "version"; pass the settings to '],
  ])('refuses settings besides the release: %s', (_title, props, message) => {
    const install = (): unknown => new OlmInstallation(Testing.chart(), 'olm', { ...props, release: customRelease(OlmVersion.V0_46_0) });

    expect(install).toThrow(ConstructError);
    expect(install).toThrow(`[test/olm] ${message}OlmRelease.fromManifests or OlmRelease.fromDirectory, as \`settings\``);
  });

  test('refuses a release with a missing object, with its path', () => {
    const release = customRelease(OlmVersion.V0_46_0, {}, 'v0.47.0', objects => objects.filter(({ kind }) => kind !== 'ServiceAccount'));

    expect(() => new OlmInstallation(Testing.chart(), 'olm', { release })).toThrow('[test/olm] OLM 0.47.0 has no ServiceAccount olm-operator-serviceaccount, ');
  });

  test('refuses settings that could not be applied to the release, unless they are allowed', () => {
    const settings = { pullSecrets: ['mirror'] };
    const release = customRelease(OlmVersion.V0_46_0, { settings }, 'v0.47.0', withMore(more('Deployment', 'more', 'olm', 'apps/v1')));

    expect(release.unappliedSettings).toEqual(['Deployment olm/more is unknown and is not changed']);
    expect(() => synthesized({ release })).toThrow('[test/olm] not all settings of OLM 0.47.0 could be applied: Deployment olm/more is unknown and is not changed; '
      + 'omit the setting where the release is read, or set `allowUnappliedSettings: true`');
    expect(() => synthesized({ release, allowUnappliedSettings: false })).toThrow('not all settings of OLM 0.47.0');
    expect(synthesized({ release, allowUnappliedSettings: true })).toHaveLength(30);
  });
});

test('OlmInstallation also takes a known release, and exposes its version', () => {
  const release = OlmRelease.of({ version: OlmVersion.V0_45_0, namespace: 'lifecycle' });
  const olm = new OlmInstallation(Testing.chart(), 'olm', { release });

  expect(olm.version).toBe(OlmVersion.V0_45_0);
  expect(olm).toMatchObject({ releaseVersion: '0.45.0', namespace: 'lifecycle' });
  expect(synthesized({ release })).toStrictEqual(synthesized({ version: OlmVersion.V0_45_0, namespace: 'lifecycle' }));
});

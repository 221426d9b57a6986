import { ApiObject, App, Chart, Testing } from 'cdk8s';
import {
  CatalogRef, ConstructError, DefaultCatalog, OlmInstallation, OlmInstallationProps, OlmManifestsOptions, OlmRelease, OlmSettings, OlmVersion,
  ServingCertificates,
} from 'olm-constructs';
import type { KubernetesManifest } from '../../lib/olm/kubernetes-manifest';
import { madeUpRelease } from '../olm/foreign/release-texts';

type Change = Parameters<typeof madeUpRelease>[2];

/** A release as the library does not know it: from its texts. */
function foreign(like: OlmVersion, options: OlmManifestsOptions = {}, tag = like.tag, change?: Change): OlmRelease {
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

describe('OlmInstallation of a release that the library does not know', () => {
  test.each(['0.18.3', '0.28.0', '0.36.0', '0.46.0'])('makes the same as of one that it knows: %s', (number) => {
    const version = OlmVersion.of(number);
    expect(synthesized({ release: foreign(version) })).toStrictEqual(synthesized({ version }));
  });

  test.each<[string, OlmSettings]>([
    ['namespaces', { namespace: 'lifecycle', operatorNamespace: 'global', catalogNamespace: 'catalogs' }],
    ['mirror and pull secrets', { registryMirror: 'mirror.example.com', pullSecrets: ['mirror'] }],
    ['certificates and monitoring', { servingCertificates: ServingCertificates.certManager(), monitoring: {} }],
    ['no catalog, no NetworkPolicies', { defaultCatalog: DefaultCatalog.none(), networkPolicies: false }],
  ])('makes the same with settings that were given to it: %s', (_title, settings) => {
    const version = OlmVersion.V0_46_0;
    const marks = { labels: { team: 'platform' }, annotations: { note: 'ours' } };
    expect(synthesized({ release: foreign(version, { settings }), ...marks })).toStrictEqual(synthesized({ ...settings, version, ...marks }));
  });

  test('gives a handle to everything it made, to what it does not know too', () => {
    const chart = Testing.chart();
    const release = foreign(OlmVersion.V0_46_0, {}, 'v0.47.0', withMore(more('ConfigMap', 'tuning'), more('ConfigMap', 'tuning', 'operators')));
    const olm = new OlmInstallation(chart, 'olm', { release });

    const handles = [
      ...olm.crds, ...olm.namespaces, ...olm.networkPolicies, olm.serviceAccount, olm.clusterRole, olm.clusterRoleBinding, olm.olmConfig,
      olm.olmOperator, olm.catalogOperator, ...olm.aggregatedRoles, ...olm.operatorGroups, olm.packageserver, olm.defaultCatalog, ...olm.otherObjects,
    ];
    const objects = chart.node.findAll().filter(child => ApiObject.isApiObject(child));
    expect(handles.map(handle => handle?.node.path).sort()).toEqual(objects.map(object => object.node.path).sort());
    expect(olm.otherObjects.map(object => object.node.path)).toEqual(['test/olm/ConfigMap-tuning', 'test/olm/ConfigMap-tuning-operators']);
  });

  test('applies what it does not know after the namespaces and before the controllers', () => {
    const made = synthesized({ release: foreign(OlmVersion.V0_46_0, {}, 'v0.47.0', withMore(more('ConfigMap', 'tuning'))) }) as KubernetesManifest[];
    const kinds = made.map(({ kind }) => kind);

    expect(kinds.filter(kind => kind === 'ConfigMap')).toHaveLength(1);
    expect(kinds.lastIndexOf('Namespace')).toBeLessThan(kinds.indexOf('ConfigMap'));
    expect(kinds.indexOf('ConfigMap')).toBeLessThan(kinds.indexOf('Deployment'));
  });

  test('tells its number, its namespaces and its catalog', () => {
    const settings = { namespace: 'lifecycle', operatorNamespace: 'global', catalogNamespace: 'catalogs' };
    const olm = new OlmInstallation(Testing.chart(), 'olm', { release: foreign(OlmVersion.V0_46_0, { settings }, 'v0.47.0') });

    expect(olm).toMatchObject({ ...settings, releaseVersion: '0.47.0' });
    expect(olm.version).toBeUndefined();
    expect(olm.otherObjects).toEqual([]);
    expect(olm.defaultCatalogRef).toEqual(CatalogRef.named('operatorhubio-catalog', 'catalogs'));
  });

  test('goes where the release says, not where the chart does', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'elsewhere' });
    const olm = new OlmInstallation(chart, 'olm', { release: foreign(OlmVersion.V0_46_0) });

    expect(olm.namespace).toBe('olm');
    expect(JSON.stringify(Testing.synth(chart))).not.toContain('elsewhere');
  });

  test('puts its CRDs into another chart on request', () => {
    const app = new App();
    const [crdScope, rest] = [new Chart(app, 'crds'), new Chart(app, 'olm')];
    new OlmInstallation(rest, 'olm', { release: foreign(OlmVersion.V0_46_0), crdScope });

    expect((Testing.synth(crdScope) as KubernetesManifest[]).map(({ kind }) => kind)).toEqual(Array(8).fill('CustomResourceDefinition'));
  });

  test.each<[string, OlmInstallationProps, string]>([
    ['one setting', { registryMirror: 'mirror.example.com' }, '"release" is given together with "registryMirror"; give the setting to '],
    ['two settings', { version: OlmVersion.V0_46_0, debug: false }, '"release" is given together with "debug", "version"; give the settings to '],
  ])('refuses settings beside it: %s', (_title, props, message) => {
    const install = (): unknown => new OlmInstallation(Testing.chart(), 'olm', { ...props, release: foreign(OlmVersion.V0_46_0) });

    expect(install).toThrow(ConstructError);
    expect(install).toThrow(`[test/olm] ${message}OlmRelease.fromManifests or OlmRelease.fromDirectory, as \`settings\``);
  });

  test('refuses a release whose parts it cannot tell, with its path', () => {
    const release = foreign(OlmVersion.V0_46_0, {}, 'v0.47.0', objects => objects.filter(({ kind }) => kind !== 'ServiceAccount'));

    expect(() => new OlmInstallation(Testing.chart(), 'olm', { release })).toThrow('[test/olm] OLM 0.47.0 has no ServiceAccount olm-operator-serviceaccount, ');
  });

  test('refuses settings that found no place in the release, unless told to let it pass', () => {
    const settings = { pullSecrets: ['mirror'] };
    const release = foreign(OlmVersion.V0_46_0, { settings }, 'v0.47.0', withMore(more('Deployment', 'more', 'olm', 'apps/v1')));

    expect(release.unplaced).toEqual(['Deployment olm/more is unknown: it stays as it is']);
    expect(() => synthesized({ release })).toThrow('[test/olm] OLM 0.47.0 is not all that its settings ask for: Deployment olm/more is unknown: it stays as it is; '
      + 'leave the setting out where the release is read, or let it pass with `allowUnplaced: true`');
    expect(() => synthesized({ release, allowUnplaced: false })).toThrow('OLM 0.47.0 is not all');
    expect(synthesized({ release, allowUnplaced: true })).toHaveLength(30);
  });
});

test('OlmInstallation takes a release that the library knows as well, and then tells which', () => {
  const release = OlmRelease.of({ version: OlmVersion.V0_45_0, namespace: 'lifecycle' });
  const olm = new OlmInstallation(Testing.chart(), 'olm', { release });

  expect(olm.version).toBe(OlmVersion.V0_45_0);
  expect(olm).toMatchObject({ releaseVersion: '0.45.0', namespace: 'lifecycle' });
  expect(synthesized({ release })).toStrictEqual(synthesized({ version: OlmVersion.V0_45_0, namespace: 'lifecycle' }));
});

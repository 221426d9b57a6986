import { Duration } from 'cdk8s';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CrdDescriptions } from '../../../../lib/formats/schema/custom-resource-definition';
import { DefaultCatalog } from '../../../../lib/olm/v0/settings/default-catalog';
import type { KubernetesManifest } from '../../../../lib/formats/schema/kubernetes-manifest';
import { OlmRelease } from '../../../../lib/olm/v0/olm-release';
import type { OlmSettings } from '../../../../lib/olm/v0/settings/olm-settings';
import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { PodSecurityLevel } from '../../../../lib/olm/v0/settings/pod-security';
import { TolerationOperator } from '../../../../lib/olm/v0/settings/pod-settings';
import { releaseManifests } from '../../../../lib/olm/v0/release/release';
import { ServingCertificates } from '../../../../lib/olm/v0/settings/serving-certificates';
import { documents, madeUpRelease } from './release-files';

const NEXT = madeUpRelease(OlmVersion.V0_46_0, 'v0.47.0');

const SETTINGS: OlmSettings = {
  namespace: 'lifecycle',
  operatorNamespace: 'global',
  catalogNamespace: 'catalogs',
  registryMirror: 'mirror.example.com',
  pullSecrets: ['mirror'],
};

function byTitle(objects: readonly { [field: string]: unknown }[]): { [title: string]: unknown } {
  return Object.fromEntries((objects as unknown as KubernetesManifest[]).map((object) => (
    [`${object.kind} ${object.metadata.namespace ?? ''}/${object.metadata.name}`, object]
  )));
}

/** Returns the objects of the made-up release if the library included it. */
function expected(settings: OlmSettings): { [title: string]: unknown } {
  const { crds, all } = releaseManifests({ ...settings, version: OlmVersion.V0_46_0 });
  const json = JSON.stringify(all.slice(crds.length)).replaceAll('"v0.46.0"', '"v0.47.0"').replaceAll('"0.46.0"', '"0.47.0"');
  return byTitle([...crds, ...JSON.parse(json) as KubernetesManifest[]]);
}

describe('a release that the library does not include', () => {
  test('has the published objects by default, except for the v of packageserver\'s version, which OLM removes', () => {
    const release = OlmRelease.fromManifests(NEXT.crds, NEXT.olm);
    expect(release.version).toBe('0.47.0');
    expect(NEXT.olm).toContain('"version":"v0.47.0"');
    expect(byTitle(release.objects)).toEqual(expected({}));
    expect(release.unappliedSettings).toEqual([]);
  });

  test.each<[string, OlmSettings]>([
    ['namespaces, mirror and pull secrets', SETTINGS],
    ['one namespace for everything', { namespace: 'one', operatorNamespace: 'one' }],
    ['no default catalog', { defaultCatalog: DefaultCatalog.none() }],
    ['another default catalog', { defaultCatalog: DefaultCatalog.image('registry.example.com/catalog:v1') }],
    ['other pods', {
      olmOperator: { replicas: 0, nodeSelector: { disk: 'ssd' }, podAnnotations: { note: 'ours' }, featureGates: { AllAlpha: true } },
      catalogOperator: { resources: {}, tolerations: [{ operator: TolerationOperator.EXISTS }], extraArguments: ['--install-plan-retry-timeout=5m'] },
      packageserver: { replicas: 1, interval: Duration.hours(1), priorityClassName: 'system-cluster-critical' },
      debug: true,
      watchedNamespaces: ['team-a'],
    }],
    ['other policies', {
      podSecurity: { operatorNamespace: { enforce: PodSecurityLevel.RESTRICTED } },
      apiServerPort: 443,
      olmConfig: { disableCopiedCsvs: true },
      servingCertificates: ServingCertificates.certManager(),
      monitoring: {},
    }],
    ['no NetworkPolicies', { networkPolicies: false }],
    ['other images', { images: { olm: 'registry.example.com/olm:v1', opm: 'registry.example.com/opm:v1', defaultCatalog: 'registry.example.com/catalog:v1' } }],
    ['CRDs without descriptions', { crdDescriptions: CrdDescriptions.NONE }],
  ])('supports the settings of a known release: %s', (_title, settings) => {
    const release = OlmRelease.fromManifests(NEXT.crds, NEXT.olm, { settings });
    expect(byTitle(release.objects)).toEqual(expected(settings));
    expect(release.unappliedSettings).toEqual([]);
  });

  test('keeps its own images, which are also mirrored', () => {
    const own = madeUpRelease(OlmVersion.V0_46_0, 'v0.47.0', (objects) => (
      JSON.parse(JSON.stringify(objects).replaceAll(OlmVersion.V0_46_0.olmImage!, 'quay.io/operator-framework/olm:v0.47.0')) as object[]
    ));
    const json = JSON.stringify(OlmRelease.fromManifests(own.crds, own.olm, { settings: { registryMirror: 'mirror.example.com' } }).objects);
    expect(json).toContain('"mirror.example.com/operator-framework/olm:v0.47.0"');
    expect(json).not.toContain('"quay.io/');
  });

  test('keeps its additions, and reports settings that could not be applied', () => {
    const addition = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'metrics', namespace: 'olm' }, spec: { ports: [] } };
    const changed = madeUpRelease(OlmVersion.V0_46_0, 'v0.47.0', (objects) => [
      ...JSON.parse(JSON.stringify(objects)
        .replace('"--writeStatusName",""', '"--new-flag","--writeStatusName",""')
        .replace('"--global-namespace","olm"', '"--global-namespace=olm"')) as object[],
      addition,
    ]);
    const release = OlmRelease.fromManifests(changed.crds, changed.olm, { settings: { namespace: 'lifecycle' } });
    const objects = byTitle(release.objects);
    expect(JSON.stringify(objects['Deployment lifecycle/olm-operator'])).toContain('"--new-flag"');
    expect(objects['Service olm/metrics']).toEqual(addition);
    expect(release.unappliedSettings).toEqual([
      'ClusterServiceVersion olm/packageserver: spec.install.spec.deployments[0].spec.template.spec.containers[0].command[5] differs from v0.46.0',
      'Service olm/metrics is unknown and is not changed',
    ]);
  });

  test('reports no additions without settings', () => {
    const changed = madeUpRelease(OlmVersion.V0_46_0, 'v0.47.0', (objects) => [...objects, { apiVersion: 'v1', kind: 'Service', metadata: { name: 'metrics' } }]);
    expect(OlmRelease.fromManifests(changed.crds, changed.olm).unappliedSettings).toEqual([]);
  });

  test('uses the nearest older known release as its model', () => {
    const { crds, olm } = madeUpRelease(OlmVersion.V0_31_0, 'v0.31.5');
    const release = OlmRelease.fromManifests(crds, olm, { settings: SETTINGS });
    expect(release.unappliedSettings).toEqual([]);
    expect(release.objects).toHaveLength(releaseManifests({ ...SETTINGS, version: OlmVersion.V0_31_0 }).all.length);
  });

  test('can be the target of a plan', () => {
    const { content } = OlmRelease.of({ version: OlmVersion.V0_45_0 }).planTo(OlmRelease.fromManifests(NEXT.crds, NEXT.olm));
    expect(content.skipped).toEqual(['0.46.0']);
    expect(content.added.map(({ name }) => name)).toEqual(['olm-catalog-grpc-ingress', 'bundle-unpack-egress']);
    expect(content.changed.find(({ kind }) => kind === 'ClusterServiceVersion')?.paths).toContain('spec.version');
  });

  test('may be named by the version of its settings, which must be that of the manifests', () => {
    const read = (version: string): OlmRelease => OlmRelease.fromManifests(NEXT.crds, NEXT.olm, { settings: { version: OlmVersion.of(version) } });
    expect(read('0.47.0').objects).toEqual(OlmRelease.fromManifests(NEXT.crds, NEXT.olm).objects);
    expect(() => read('0.48.0')).toThrow(new Error(
      'olm.yaml is OLM 0.47.0, but the settings have version 0.48.0; omit "version", or use the manifests of OLM 0.48.0',
    ));
  });

  test('can be read from a folder', () => {
    const directory = mkdtempSync(join(tmpdir(), 'olm-release-'));
    try {
      writeFileSync(join(directory, 'crds.yaml'), NEXT.crds);
      writeFileSync(join(directory, 'olm.yaml'), NEXT.olm);
      expect(OlmRelease.fromDirectory(directory).objects).toEqual(OlmRelease.fromManifests(NEXT.crds, NEXT.olm).objects);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});

test('unknown images without a digest are reported if digests are required', () => {
  const digest = `@sha256:${'0'.repeat(64)}`;
  const { crds, olm } = madeUpRelease(OlmVersion.V0_28_0, 'v0.28.5', (objects) => (
    JSON.parse(JSON.stringify(objects).replace('"--util-image"', '"--helper=quay.io/helper:v1","--util-image"')) as object[]
  ));
  const settings = { requireDigests: true, defaultCatalog: DefaultCatalog.none(), images: { configMapServer: `quay.io/server${digest}` } };
  expect(OlmRelease.fromManifests(crds, olm, { settings }).unappliedSettings).toEqual(['Deployment olm/catalog-operator: image quay.io/helper:v1 has no digest']);
});

describe('each known release, read as an unknown one', () => {
  const unapplied: { [release: string]: string[] } = {
    '0.21.2': [
      'Deployment olm/catalog-operator: spec.template.spec.containers[0].args[2] differs from v0.20.0',
      'Deployment lifecycle/catalog-operator: image quay.io/operator-framework/configmap-operator-registry:latest is not pulled from the mirror',
    ],
    '0.29.0': ['Deployment lifecycle/catalog-operator: image quay.io/operator-framework/opm:v1.47.0 is not pulled from the mirror'],
  };
  const cases = OlmVersion.all.slice(1).map((version, index) => [version.version, version, OlmVersion.all[index]!] as const);

  test.each(cases)('%s supports the settings of its predecessor, except for new objects', (number, version, predecessor) => {
    const { crds, olm } = madeUpRelease(version, predecessor.tag.replace(/\.\d+$/, '.99'));
    const release = OlmRelease.fromManifests(crds, olm, { settings: SETTINGS });
    const known = new Set(releaseManifests({ version: predecessor }).all.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
    const unknown = OlmRelease.of({ version }).objects.filter(({ kind, metadata }) => !known.has(`${String(kind)} ${(metadata as { name: string }).name}`));
    const additions = release.unappliedSettings.filter((sentence) => sentence.endsWith(' is unknown and is not changed'));
    expect(additions).toHaveLength(unknown.filter(({ kind }) => kind !== 'CustomResourceDefinition').length);
    expect(release.unappliedSettings.filter((sentence) => !additions.includes(sentence))).toEqual(unapplied[number] ?? []);
  });
});

describe('checksums', () => {
  const sum = (content: string): string => createHash('sha256').update(content).digest('hex');

  test('that match are accepted', () => {
    const options = { crdsSha256: sum(NEXT.crds), olmSha256: sum(NEXT.olm).toUpperCase() };
    expect(OlmRelease.fromManifests(NEXT.crds, NEXT.olm, options).version).toBe('0.47.0');
  });

  test('that differ are reported with both values', () => {
    expect(() => OlmRelease.fromManifests(NEXT.crds, NEXT.olm, { olmSha256: '0'.repeat(64) })).toThrow(new Error(
      `olm.yaml: its SHA-256 is ${sum(NEXT.olm)}, expected ${'0'.repeat(64)}; the file was changed, or belongs to another release`,
    ));
  });

  test('must be 64 hexadecimal digits', () => {
    expect(() => OlmRelease.fromManifests(NEXT.crds, NEXT.olm, { crdsSha256: 'sha256:0' }))
      .toThrow(new Error('crds.yaml: the expected SHA-256 must be 64 hexadecimal digits: got "sha256:0"'));
  });
});

describe('files that are not a release of OLM', () => {
  test.each<[string, string, string, string]>([
    ['nothing', '', '', 'crds.yaml and olm.yaml are not a release of OLM: CustomResourceDefinition clusterserviceversions.operators.coreos.com is missing; '
      + 'use crds.yaml and olm.yaml of the same release'],
    ['CRDs alone', NEXT.crds, '', 'crds.yaml and olm.yaml are not a release of OLM: Deployment olm-operator is missing; use crds.yaml and olm.yaml of the same release'],
    ['broken YAML', NEXT.crds, '# Copyright\n---\nkind: [\n}', 'olm.yaml:4: '],
    ['a string', 'hello', NEXT.olm, 'crds.yaml:1: this document is not a Kubernetes object: it must have apiVersion, kind and metadata.name'],
    ['a list', '[]', NEXT.olm, 'crds.yaml:1: this document is not a Kubernetes object: it must have apiVersion, kind and metadata.name'],
  ])('are refused: %s', (_title, crds, olm, message) => {
    expect(() => OlmRelease.fromManifests(crds, olm)).toThrow(message);
  });

  test.each(['', 'latest', 'v0.47'])('are refused with the version %p', (version) => {
    const files = madeUpRelease(OlmVersion.V0_46_0, version);
    expect(() => OlmRelease.fromManifests(files.crds, files.olm)).toThrow(
      `olm.yaml: cannot determine the release: label olm.version of ClusterServiceVersion packageserver must be a version such as v0.46.0: got "${version}"`,
    );
  });

  test('empty documents and comments are skipped', () => {
    const olm = `# Copyright\n---\n---\n# nothing\n${NEXT.olm}---\n`;
    expect(OlmRelease.fromManifests(documents([]) + NEXT.crds, olm).objects).toEqual(OlmRelease.fromManifests(NEXT.crds, NEXT.olm).objects);
  });
});

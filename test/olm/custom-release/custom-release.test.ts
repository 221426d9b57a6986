import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CrdDescriptions } from '../../../lib/olm/crds/crd-descriptions';
import { DefaultCatalog } from '../../../lib/olm/default-catalog';
import type { KubernetesManifest } from '../../../lib/olm/kubernetes-manifest';
import { OlmRelease } from '../../../lib/olm/olm-release';
import type { OlmSettings } from '../../../lib/olm/olm-settings';
import { OlmVersion } from '../../../lib/olm/olm-version';
import { PodSecurityLevel } from '../../../lib/olm/pod-security';
import { releaseManifests } from '../../../lib/olm/release';
import { ServingCertificates } from '../../../lib/olm/serving-certificates';
import { documents, madeUpRelease } from './release-texts';

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

/** What the library would make of the made-up release if it knew it. */
function expected(settings: OlmSettings): { [title: string]: unknown } {
  const { crds, all } = releaseManifests({ ...settings, version: OlmVersion.V0_46_0 });
  const text = JSON.stringify(all.slice(crds.length)).replaceAll('"v0.46.0"', '"v0.47.0"').replaceAll('"0.46.0"', '"0.47.0"');
  return byTitle([...crds, ...JSON.parse(text) as KubernetesManifest[]]);
}

describe('a release that the library does not know', () => {
  test('is as it was published when nothing is asked for, but for the v of packageserver\'s version, which OLM takes off', () => {
    const release = OlmRelease.fromManifests(NEXT.crds, NEXT.olm);
    expect(release.version).toBe('0.47.0');
    expect(NEXT.olm).toContain('"version":"v0.47.0"');
    expect(byTitle(release.objects)).toEqual(expected({}));
    expect(release.unplaced).toEqual([]);
  });

  test.each<[string, OlmSettings]>([
    ['all of it', SETTINGS],
    ['one namespace for everything', { namespace: 'one', operatorNamespace: 'one' }],
    ['no default catalog', { defaultCatalog: DefaultCatalog.none() }],
    ['another default catalog', { defaultCatalog: DefaultCatalog.image('registry.example.com/catalog:v1') }],
    ['programs of another kind', {
      olmOperator: { replicas: 0, nodeSelector: { disk: 'ssd' }, podAnnotations: { note: 'ours' }, featureGates: { AllAlpha: true } },
      catalogOperator: { resources: {}, tolerations: [{ operator: 'Exists' }], extraArguments: ['--install-plan-retry-timeout=5m'] },
      packageserver: { replicas: 1, interval: '1h', priorityClassName: 'system-cluster-critical' },
      debug: true,
      watchedNamespaces: ['team-a'],
    }],
    ['other rules', {
      podSecurity: { operatorNamespace: { enforce: PodSecurityLevel.RESTRICTED } },
      apiServerPort: 443,
      olmConfig: { disableCopiedCsvs: true },
      servingCertificates: ServingCertificates.certManager(),
      monitoring: {},
    }],
    ['no NetworkPolicies', { networkPolicies: false }],
    ['other images', { images: { olm: 'registry.example.com/olm:v1', opm: 'registry.example.com/opm:v1', defaultCatalog: 'registry.example.com/catalog:v1' } }],
    ['CRDs without descriptions', { crdDescriptions: CrdDescriptions.NONE }],
  ])('takes the settings of a known one: %s', (_title, settings) => {
    const release = OlmRelease.fromManifests(NEXT.crds, NEXT.olm, { settings });
    expect(byTitle(release.objects)).toEqual(expected(settings));
    expect(release.unplaced).toEqual([]);
  });

  test('keeps its own images, and they are mirrored too', () => {
    const own = madeUpRelease(OlmVersion.V0_46_0, 'v0.47.0', (objects) => (
      JSON.parse(JSON.stringify(objects).replaceAll(OlmVersion.V0_46_0.olmImage, 'quay.io/operator-framework/olm:v0.47.0')) as object[]
    ));
    const text = JSON.stringify(OlmRelease.fromManifests(own.crds, own.olm, { settings: { registryMirror: 'mirror.example.com' } }).objects);
    expect(text).toContain('"mirror.example.com/operator-framework/olm:v0.47.0"');
    expect(text).not.toContain('"quay.io/');
  });

  test('keeps what is new in it, and tells what settings did not reach', () => {
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
    expect(release.unplaced).toEqual([
      'ClusterServiceVersion olm/packageserver: spec.install.spec.deployments[0].spec.template.spec.containers[0].command[5] is not as in v0.46.0',
      'Service olm/metrics is unknown: it stays as it is',
    ]);
  });

  test('says nothing about what is new where nothing was asked for', () => {
    const changed = madeUpRelease(OlmVersion.V0_46_0, 'v0.47.0', (objects) => [...objects, { apiVersion: 'v1', kind: 'Service', metadata: { name: 'metrics' } }]);
    expect(OlmRelease.fromManifests(changed.crds, changed.olm).unplaced).toEqual([]);
  });

  test('follows the known release that comes before it', () => {
    const { crds, olm } = madeUpRelease(OlmVersion.V0_31_0, 'v0.31.5');
    const release = OlmRelease.fromManifests(crds, olm, { settings: SETTINGS });
    expect(release.unplaced).toEqual([]);
    expect(release.objects).toHaveLength(releaseManifests({ ...SETTINGS, version: OlmVersion.V0_31_0 }).all.length);
  });

  test('can be planned for', () => {
    const { content } = OlmRelease.of({ version: OlmVersion.V0_45_0 }).planTo(OlmRelease.fromManifests(NEXT.crds, NEXT.olm));
    expect(content.skipped).toEqual(['0.46.0']);
    expect(content.added.map(({ name }) => name)).toEqual(['olm-catalog-grpc-ingress', 'bundle-unpack-egress']);
    expect(content.changed.find(({ kind }) => kind === 'ClusterServiceVersion')?.paths).toContain('spec.version');
  });

  test('is read from a folder', () => {
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

test('images by tag in an unknown place are told where digests are required', () => {
  const digest = `@sha256:${'0'.repeat(64)}`;
  const { crds, olm } = madeUpRelease(OlmVersion.V0_28_0, 'v0.28.5', (objects) => (
    JSON.parse(JSON.stringify(objects).replace('"--util-image"', '"--helper=quay.io/helper:v1","--util-image"')) as object[]
  ));
  const settings = { requireDigests: true, defaultCatalog: DefaultCatalog.none(), images: { configMapServer: `quay.io/server${digest}` } };
  expect(OlmRelease.fromManifests(crds, olm, { settings }).unplaced).toEqual(['Deployment olm/catalog-operator: image quay.io/helper:v1 has no digest']);
});

describe('each known release, were it unknown', () => {
  const unplaced: { [release: string]: string[] } = {
    '0.21.2': [
      'Deployment olm/catalog-operator: spec.template.spec.containers[0].args[2] is not as in v0.20.0',
      'Deployment lifecycle/catalog-operator: image quay.io/operator-framework/configmap-operator-registry:latest is not taken from the mirror',
    ],
    '0.29.0': ['Deployment lifecycle/catalog-operator: image quay.io/operator-framework/opm:v1.47.0 is not taken from the mirror'],
  };
  const cases = OlmVersion.all.slice(1).map((version, index) => [version.version, version, OlmVersion.all[index]!] as const);

  test.each(cases)('%s takes settings by the example of its predecessor, but for objects that are new', (number, version, predecessor) => {
    const { crds, olm } = madeUpRelease(version, predecessor.tag.replace(/\.\d+$/, '.99'));
    const release = OlmRelease.fromManifests(crds, olm, { settings: SETTINGS });
    const known = new Set(releaseManifests({ version: predecessor }).all.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
    const unknown = OlmRelease.of({ version }).objects.filter(({ kind, metadata }) => !known.has(`${String(kind)} ${(metadata as { name: string }).name}`));
    const placed = release.unplaced.filter((sentence) => sentence.endsWith(' is unknown: it stays as it is'));
    expect(placed).toHaveLength(unknown.filter(({ kind }) => kind !== 'CustomResourceDefinition').length);
    expect(release.unplaced.filter((sentence) => !placed.includes(sentence))).toEqual(unplaced[number] ?? []);
  });
});

describe('checksums', () => {
  const sum = (text: string): string => createHash('sha256').update(text).digest('hex');

  test('that are right let the release through', () => {
    const options = { crdsSha256: sum(NEXT.crds), olmSha256: sum(NEXT.olm).toUpperCase() };
    expect(OlmRelease.fromManifests(NEXT.crds, NEXT.olm, options).version).toBe('0.47.0');
  });

  test('that differ are told with both', () => {
    expect(() => OlmRelease.fromManifests(NEXT.crds, NEXT.olm, { olmSha256: '0'.repeat(64) })).toThrow(new Error(
      `olm.yaml: its SHA-256 is ${sum(NEXT.olm)}, expected ${'0'.repeat(64)}; it was changed, or belongs to another release`,
    ));
  });

  test('must be checksums', () => {
    expect(() => OlmRelease.fromManifests(NEXT.crds, NEXT.olm, { crdsSha256: 'sha256:0' }))
      .toThrow(new Error('crds.yaml: the expected SHA-256 must be 64 hexadecimal digits, got "sha256:0"'));
  });
});

describe('what is no release of OLM', () => {
  test.each<[string, string, string, string]>([
    ['nothing', '', '', 'crds.yaml and olm.yaml hold no release of OLM: there is no CustomResourceDefinition clusterserviceversions.operators.coreos.com; '
      + 'give crds.yaml and olm.yaml of the release'],
    ['CRDs alone', NEXT.crds, '', 'crds.yaml and olm.yaml hold no release of OLM: there is no Deployment olm-operator; give crds.yaml and olm.yaml of the release'],
    ['broken YAML', NEXT.crds, '# Copyright\n---\nkind: [\n}', 'olm.yaml:4: '],
    ['text', 'hello', NEXT.olm, 'crds.yaml:1: this is no Kubernetes object: it must have apiVersion, kind and metadata.name'],
    ['a list', '[]', NEXT.olm, 'crds.yaml:1: this is no Kubernetes object: it must have apiVersion, kind and metadata.name'],
  ])('is refused: %s', (_title, crds, olm, message) => {
    expect(() => OlmRelease.fromManifests(crds, olm)).toThrow(message);
  });

  test.each(['', 'latest', 'v0.47'])('is refused when it has the version %p', (version) => {
    const texts = madeUpRelease(OlmVersion.V0_46_0, version);
    expect(() => OlmRelease.fromManifests(texts.crds, texts.olm)).toThrow(
      `olm.yaml: cannot tell the release: label olm.version of ClusterServiceVersion packageserver must be a version such as v0.46.0, got "${version}"`,
    );
  });

  test('empty documents and comments are passed over', () => {
    const olm = `# Copyright\n---\n---\n# nothing\n${NEXT.olm}---\n`;
    expect(OlmRelease.fromManifests(documents([]) + NEXT.crds, olm).objects).toEqual(OlmRelease.fromManifests(NEXT.crds, NEXT.olm).objects);
  });
});

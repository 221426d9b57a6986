import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { OlmRelease, OlmSettings } from 'olm-constructs';
import { applyClientSide, ApplyFile, applyServerSide } from './acceptance/apply-file';
import { olmFiles } from './acceptance/olm-files';
import { Synthesizer } from './acceptance/synthesize';
import { Cluster } from './cluster/cluster';
import { title } from './cluster/kubernetes-object';
import { readYamlDocuments } from './cluster/yaml-documents';

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

const WAYS: [string, ApplyFile][] = [
  ['client-side with kubectl', applyClientSide],
  ['server-side with strict validation', applyServerSide],
];

const MIRROR = 'mirror.example.com';
const SETTINGS: OlmSettings = {
  namespace: 'lifecycle',
  operatorNamespace: 'global-operators',
  catalogNamespace: 'catalogs',
  registryMirror: MIRROR,
  olmConfig: { disableCopiedCsvs: true },
};

/** The manifests of a release that is to come: those of the newest one, under a number that the library does not know. */
function unknownManifests(): [crds: string, olm: string] {
  return olmFiles(synthesizer).map(file => readFileSync(file, 'utf8').replaceAll('0.46.0', '0.99.0')) as [string, string];
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

describe.each(WAYS)('a release that the library does not know, with namespaces and a mirror, applied %s', (_, applyFile) => {
  const [crdsText, olmText] = unknownManifests();
  const release = OlmRelease.fromManifests(crdsText, olmText, { crdsSha256: sha256(crdsText), olmSha256: sha256(olmText), settings: SETTINGS });
  const [crds, rest] = olmFiles(synthesizer, { release }) as [string, string];
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await Cluster.open();
  }, 20 * 60_000);
  afterAll(() => cluster.close());

  it('has a place for each setting', () => {
    expect([release.version, release.unplaced]).toEqual(['0.99.0', []]);
  });

  it('is accepted whole, without a refusal, a warning or a changed value', async () => {
    expect(await applyFile(cluster, crds)).toEqual([]);
    expect(await applyFile(cluster, rest)).toEqual([]);
  });

  it('is what a known release would be with the same settings, but for its number', () => {
    const [knownCrds, knownRest] = olmFiles(synthesizer, SETTINGS) as [string, string];
    const objects = (file: string): object[] => readYamlDocuments(file).map(({ object }) => object)
      .sort((left, right) => title(left) < title(right) ? -1 : 1);
    const renumbered = (file: string): unknown => JSON.parse(JSON.stringify(objects(file)).replaceAll('0.46.0', '0.99.0'));
    expect([objects(crds), objects(rest)]).toEqual([renumbered(knownCrds), renumbered(knownRest)]);
  });

  it('has its pods in its own namespace, with images of the mirror', async () => {
    const deployments = await cluster.client.list('apps/v1', 'Deployment', 'lifecycle') as unknown as {
      metadata: { name: string }; spec: { template: { spec: { containers: { image: string }[] } } };
    }[];
    expect(deployments.map(({ metadata }) => metadata.name).sort()).toEqual(['catalog-operator', 'olm-operator']);
    const images = deployments.flatMap(({ spec }) => spec.template.spec.containers.map(({ image }) => image));
    expect(images.filter(image => !image.startsWith(`${MIRROR}/`))).toEqual([]);
  });
});

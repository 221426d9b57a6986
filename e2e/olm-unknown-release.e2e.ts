import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { OlmRelease, OlmSettings } from 'olm-constructs';
import { describeEachMethod } from './acceptance/apply-file';
import { olmFiles } from './acceptance/olm-files';
import { Synthesizer } from './acceptance/synthesize';
import { Cluster } from './cluster/cluster';
import { title } from './cluster/kubernetes-object';
import { readYamlDocuments } from './cluster/yaml-documents';

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

const MIRROR = 'mirror.example.com';
const SETTINGS: OlmSettings = {
  namespace: 'lifecycle',
  operatorNamespace: 'global-operators',
  catalogNamespace: 'catalogs',
  registryMirror: MIRROR,
  olmConfig: { disableCopiedCsvs: true },
};

/** Manifests of a future release: those of the newest one, under a version that the library does not know. */
function unknownManifests(): [crds: string, olm: string] {
  return olmFiles(synthesizer).map(file => readFileSync(file, 'utf8').replaceAll('0.46.0', '0.99.0')) as [string, string];
}

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

describeEachMethod('a release unknown to the library, with namespaces and a mirror, applied %s', (_, applyFile) => {
  const [crdsText, olmText] = unknownManifests();
  const release = OlmRelease.fromManifests(crdsText, olmText, { crdsSha256: sha256(crdsText), olmSha256: sha256(olmText), settings: SETTINGS });
  const [crds, rest] = olmFiles(synthesizer, { release }) as [string, string];
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await Cluster.open();
  }, 20 * 60_000);
  afterAll(() => cluster.close());

  it('applies each setting', () => {
    expect([release.version, release.unappliedSettings]).toEqual(['0.99.0', []]);
  });

  it('is accepted completely, without an error, a warning or a changed value', async () => {
    expect(await applyFile(cluster, crds)).toEqual([]);
    expect(await applyFile(cluster, rest)).toEqual([]);
  });

  it('equals a known release with the same settings, except for its version', () => {
    const [knownCrds, knownRest] = olmFiles(synthesizer, SETTINGS) as [string, string];
    const objects = (file: string): object[] => readYamlDocuments(file).map(({ object }) => object)
      .sort((left, right) => title(left) < title(right) ? -1 : 1);
    const renumbered = (file: string): unknown => JSON.parse(JSON.stringify(objects(file)).replaceAll('0.46.0', '0.99.0'));
    expect([objects(crds), objects(rest)]).toEqual([renumbered(knownCrds), renumbered(knownRest)]);
  });

  it('runs its pods in its own namespace, with images of the mirror', async () => {
    const deployments = await cluster.client.list('apps/v1', 'Deployment', 'lifecycle') as unknown as {
      metadata: { name: string }; spec: { template: { spec: { containers: { image: string }[] } } };
    }[];
    expect(deployments.map(({ metadata }) => metadata.name).sort()).toEqual(['catalog-operator', 'olm-operator']);
    const images = deployments.flatMap(({ spec }) => spec.template.spec.containers.map(({ image }) => image));
    expect(images.filter(image => !image.startsWith(`${MIRROR}/`))).toEqual([]);
  });
});

import { writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { OlmRelease, OlmVersion } from 'olm-constructs';
import { APPLY_METHODS, applyServerSide } from './acceptance/apply-file';
import { filledValue, Schema } from './acceptance/filled-value';
import { olmFiles } from './acceptance/olm-files';
import { differencesFromSent } from './acceptance/subset';
import { Synthesizer } from './acceptance/synthesize';
import { Cluster } from './cluster/cluster';
import { KubernetesObject, title } from './cluster/kubernetes-object';
import { readYamlDocuments, YamlDocument } from './cluster/yaml-documents';

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

const VERSIONS = OlmVersion.all.map(version => version.version);

/** Objects of a release that a bare API server does not serve, because they need more than OLM. */
const NOT_SERVED: { readonly [version: string]: readonly string[] } = {
  '0.36.0': ['Certificate olm/olm-cert', 'Issuer olm/olm-ca-issuer'],
  '0.37.0': ['Certificate olm/olm-cert', 'Issuer olm/olm-ca-issuer'],
};

/** Caches the result of a function by name. */
function once<Made>(make: (name: string) => Made): (name: string) => Made {
  const made = new Map<string, Made>();
  return (name) => {
    const found = made.get(name) ?? make(name);
    made.set(name, found);
    return found;
  };
}

/** The files of a release, which all tests apply. */
const filesOf = once(number => olmFiles(synthesizer, { version: OlmVersion.of(number) }) as [crds: string, rest: string]);

/** The upgrade plan from the previous release. */
const planTo = once(number => {
  const before = VERSIONS[VERSIONS.indexOf(number) - 1];
  return before === undefined ? undefined : OlmRelease.plan(OlmVersion.of(before), OlmVersion.of(number)).content;
});

/** Writes a new file with some of the documents of another. */
function fileOf(name: string, documents: readonly YamlDocument[]): string {
  const file = path.join(synthesizer.folder(), name);
  writeFileSync(file, documents.map(({ content }) => content).join('---\n'));
  return file;
}

/** Commands that a plan's notes require before a server-side apply. */
function commandsOf(notes: readonly string[]): string[] {
  return notes.flatMap(note => [...note.matchAll(/run `(kubectl patch [^`]*)`/g)].map(match => match[1]!));
}

describe.each(APPLY_METHODS)('each release over the previous one, %s', (_, applyFile) => {
  let cluster: Cluster;
  let before: readonly string[] = [];
  const everApplied = new Map<string, YamlDocument>();
  const plannedAway = new Set<string>();

  beforeAll(async () => {
    cluster = await Cluster.open();
  }, 20 * 60_000);
  afterAll(() => cluster.close());

  it.each(VERSIONS)('%s is accepted completely, without a warning or a changed value', async number => {
    const [crds, rest] = filesOf(number);
    const plan = planTo(number);
    if (applyFile === applyServerSide) {
      for (const command of commandsOf(plan?.notes ?? [])) {
        expect((await cluster.kubectl.shell(command)).stderr).toBe('');
      }
    }

    expect(await applyFile(cluster, crds)).toEqual([]);
    const documents = readYamlDocuments(rest);
    const foreign = documents.filter(({ object }) => object.apiVersion.startsWith('cert-manager.io/'));
    expect(foreign.map(({ object }) => title(object))).toEqual(NOT_SERVED[number] ?? []);
    expect(await applyFile(cluster, fileOf('rest.yaml', documents.filter(document => !foreign.includes(document))))).toEqual([]);

    const objects = [...readYamlDocuments(crds), ...documents].map(({ object }) => title(object));
    const gone = before.filter(object => !objects.includes(object));
    const planned = (plan?.removed ?? []).map(({ name, namespace, ...type }) => title({
      ...type, metadata: namespace === undefined ? { name } : { name, namespace },
    }));
    expect(planned.sort()).toEqual(gone.sort());
    gone.forEach(object => plannedAway.add(object));
    documents.filter(document => !foreign.includes(document)).forEach(document => everApplied.set(title(document.object), document));
    before = objects;
  });

  it('leaves nothing in the cluster that is neither part of the last release nor named by a plan', async () => {
    for (const [name, { object }] of everApplied) {
      await expect(cluster.client.read(object)).resolves.toMatchObject({ kind: object.kind });
      expect(before.includes(name) || plannedAway.has(name)).toBe(true);
    }
  });
});

describe('objects with every documented field', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.open();
  }, 20 * 60_000);
  afterAll(() => cluster.close());

  it.each(VERSIONS)('%s keeps every field of a CSV, Subscription, CatalogSource and OperatorGroup', async number => {
    const [crds] = filesOf(number);
    expect(await applyServerSide(cluster, crds)).toEqual([]);
    for (const { object } of readYamlDocuments(crds)) {
      for (const filled of filledObjects(object)) {
        const sent = { object: filled, content: JSON.stringify(filled) };
        expect(await cluster.client.apply(sent)).toEqual({ accepted: true, refusal: '', warnings: [] });
        expect(differencesFromSent(filled, await cluster.client.read(filled))).toEqual([]);
      }
    }
  });
});

const KINDS = ['ClusterServiceVersion', 'Subscription', 'CatalogSource', 'OperatorGroup'];

/** Returns an object per version of a CRD, in the namespace default, with everything but the status set. */
function filledObjects(crd: KubernetesObject): KubernetesObject[] {
  const { group, names, versions } = crd['spec'] as {
    group: string; names: { kind: string }; versions: { name: string; schema: { openAPIV3Schema: Schema } }[];
  };
  return versions.filter(() => KINDS.includes(names.kind)).map(({ name, schema: { openAPIV3Schema } }) => ({
    apiVersion: `${group}/${name}`,
    kind: names.kind,
    metadata: { name: `filled-${name}`, namespace: 'default' },
    spec: filledValue(openAPIV3Schema.properties?.['spec'] ?? {}),
  }));
}

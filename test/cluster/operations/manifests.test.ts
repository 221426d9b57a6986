import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManifestError, readManifests, readNotedManifests } from '../../../lib/cluster/operations/manifests';

const SUBSCRIPTION = 'apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: { name: hello, namespace: team }\n';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manifests-'));
});

function write(name: string, content: string): string {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
  return file;
}

async function titles(paths: readonly string[], stdin = ''): Promise<string[]> {
  const found = await readManifests(paths, () => Promise.resolve(Buffer.from(stdin)));
  return found.map(({ kind, namespace, name, source }) => `${kind} ${namespace ?? '-'}/${name} in ${source.replace(`${folder}/`, '')}`);
}

describe('manifests are read', () => {
  test('from a file with several documents, empty ones and lists', async () => {
    const file = write('all.yaml', `---\n# nothing\n---\n${SUBSCRIPTION}---\napiVersion: v1\nkind: List\nitems:\n- { apiVersion: v1, kind: Namespace, metadata: { name: team } }\n`);
    expect(await titles([file])).toEqual(['Subscription team/hello in all.yaml', 'Namespace -/team in all.yaml']);
  });

  test('from JSON', async () => {
    const file = write('all.json', JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } }));
    expect(await titles([file])).toEqual(['Namespace -/team in all.json']);
  });

  test('from standard input', async () => {
    expect(await titles(['-'], SUBSCRIPTION)).toEqual(['Subscription team/hello in standard input']);
  });

  test('from a folder and its subfolders, except for other files, hidden files, and documents that are not objects', async () => {
    write('b/one.yml', SUBSCRIPTION);
    write('values.yaml', 'image: example.com/hello\n');
    write('cluster.yaml', 'apiVersion: kind.x-k8s.io/v1alpha4\nkind: Cluster\nname: local\n');
    write('README.md', 'hello');
    write('.git/config.yaml', 'a: [');
    expect(await titles([folder])).toEqual(['Subscription team/hello in b/one.yml']);
  });

  test('from a mounted ConfigMap, whose files are links, once', async () => {
    const file = write('..data/one.yaml', SUBSCRIPTION);
    symlinkSync(file, join(folder, 'one.yaml'));
    expect(await titles([folder])).toEqual(['Subscription team/hello in one.yaml']);
  });
});

describe('what is skipped', () => {
  test('is counted, with its places', async () => {
    write('one.yaml', SUBSCRIPTION);
    write('mkdocs.yml', 'site_name: x\n');
    write('values.yaml', 'a: 1\n---\nb: 1\n');
    write('schema.json', '[1, 2]');
    const { manifests, notes } = await readNotedManifests([folder], () => Promise.resolve(Buffer.of()));
    expect({ count: manifests.length, notes: notes.map((note) => note.replaceAll(folder, 'DIR')) }).toEqual({
      count: 1, notes: ['DIR: skipped 4 documents that are not Kubernetes objects: DIR/mkdocs.yml:1, DIR/schema.json:1, DIR/values.yaml:1, DIR/values.yaml:3'],
    });
  });

  test('are no objects in JSON arrays and nested lists', async () => {
    write('array.json', JSON.stringify([{ apiVersion: 'v1', kind: 'ConfigMapList', items: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }] },
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'b' } }]));
    expect(await titles([folder])).toEqual(['ConfigMap -/a in array.json', 'Namespace -/b in array.json']);
  });
});

describe('manifests are refused', () => {
  test.each<[string, string, string]>([
    ['broken YAML', 'a: [1', 'bad.yaml:1:6: this is not YAML: unexpected end of the stream within a flow collection'],
    ['a named file that is not an object', 'a: 1\n', 'bad.yaml:1: the document is not an object of Kubernetes: it has no apiVersion and kind'],
    ['an object without a name', 'apiVersion: v1\nkind: Namespace\n', 'bad.yaml:1: the document has a Namespace without metadata.name'],
    ['a list with something else', 'apiVersion: v1\nkind: List\nitems: [1]\n', 'bad.yaml:1: item 1 of the list is not a Kubernetes object'],
  ])('with %s', async (_, content, message) => {
    const file = write('bad.yaml', content);
    await expect(titles([file])).rejects.toThrow(ManifestError);
    await expect(titles([file])).rejects.toThrow(message);
  });

  test('in a folder that has broken YAML', async () => {
    write('bad.yaml', '{{ if .Values.a }}\n');
    await expect(titles([folder])).rejects.toThrow('bad.yaml:1:');
  });

  test('with everything that is wrong at once', async () => {
    write('bad.yaml', 'a: [1');
    write('b/worse.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: { name: 1 }\n');
    write('c/template.yaml', '{{ if .Values.a }}\n');
    const message = await titles([folder, join(folder, 'none')]).then(() => '', (error: unknown) => (error as Error).message);
    expect(message.replaceAll(`${folder}/`, '').split('\n').map((line) => line.slice(0, 64))).toEqual([
      '4 problems of the manifests, so nothing was done:',
      expect.stringContaining('  bad.yaml:1:6: this is not YAML') as string,
      expect.stringContaining('  c/template.yaml:1:') as string,
      '  b/worse.yaml:1: the document has a Pod without metadata.name',
      '  none does not exist; give a file or folder of manifests',
    ]);
    expect(message).toContain('if it is a template of a Helm chart, use the output of `helm template` instead');
  });

  test.each([
    ['kustomization.yaml', 'kind: Kustomization\n', 'is a kustomization, whose files are not what is applied; run `kustomize build FOLDER | olm-constructs wait -f -`'],
    ['Chart.yaml', 'name: hello\n', 'is a Helm chart, whose files are not what is applied; run `helm template FOLDER | olm-constructs wait -f -`'],
  ])('in a folder with %s, with the line to pipe', async (name, content, message) => {
    write('a b/one.yaml', SUBSCRIPTION);
    write(`a b/${name}`, content);
    write('a b/templates/one.yaml', name === 'Chart.yaml' ? '{{ x' : SUBSCRIPTION);
    await expect(readNotedManifests([folder], () => Promise.resolve(Buffer.of()), 'olm-constructs wait -f -'))
      .rejects.toThrow(message.replace('FOLDER', `'${folder}/a b'`));
  });

  test('that do not exist', async () => {
    await expect(titles([join(folder, 'none')])).rejects.toThrow('none does not exist; give a file or folder of manifests');
  });
});

import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManifestError, readManifests } from '../../../lib/cluster/operations/manifests';

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
    write('kustomization.yaml', 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n');
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

describe('manifests are refused', () => {
  test.each<[string, string, string]>([
    ['broken YAML', 'a: [1', 'bad.yaml:1:6: this is not YAML: unexpected end of the stream within a flow collection'],
    ['a named file that is not an object', 'a: 1\n', 'bad.yaml:1: the document is not an object of Kubernetes: it has no apiVersion and kind'],
    ['an object without a name', 'apiVersion: v1\nkind: Namespace\n', 'bad.yaml:1: the document has a Namespace without metadata.name'],
  ])('with %s', async (_, content, message) => {
    const file = write('bad.yaml', content);
    await expect(titles([file])).rejects.toThrow(ManifestError);
    await expect(titles([file])).rejects.toThrow(message);
  });

  test('in a folder that has broken YAML', async () => {
    write('bad.yaml', '{{ if .Values.a }}\n');
    await expect(titles([folder])).rejects.toThrow('bad.yaml:1:');
  });

  test('that do not exist', async () => {
    await expect(titles([join(folder, 'none')])).rejects.toThrow('none does not exist; give a file or folder of manifests');
  });
});

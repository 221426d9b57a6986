import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import { Cluster, Fleet } from 'olm-constructs';
import { FluxSourceRef, FluxStages, ManifestTree } from 'olm-constructs/gitops';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manifest-tree-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns an app with a chart of ConfigMaps for each cluster. */
function fleet(clusters: readonly string[], names: readonly string[], value = 'one'): App {
  const app = new Fleet();
  for (const id of clusters) {
    const chart = new Chart(new Cluster(app, id), 'settings', { namespace: 'team' });
    names.forEach((name) => new ApiObject(chart, name, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { value } }));
  }
  return app;
}

function paths(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort();
}

describe('ManifestTree', () => {
  test('has a folder for each cluster, with a file for each chart', () => {
    expect(Object.keys(ManifestTree.of(fleet(['dev', 'prod-1'], ['a', 'b'])).files)).toEqual(['clusters/dev/settings.yaml', 'clusters/prod-1/settings.yaml']);
  });

  test('has a file for each object on request', () => {
    expect(Object.keys(ManifestTree.of(fleet(['dev'], ['a', 'b']), { filePerObject: true }).files)).toEqual([
      'clusters/dev/settings/configmap-team-a.yaml', 'clusters/dev/settings/configmap-team-b.yaml',
    ]);
  });

  test('has distinct files for objects whose names are the same when joined, or whose groups have no dot', () => {
    const app = new Fleet();
    const chart = new Chart(new Cluster(app, 'dev'), 'settings');
    [['v1', 'team', 'a-b'], ['v1', 'team-a', 'b'], ['batch/v1', 'team', 'a-b'], ['v1', 'team', 'c']].forEach(([apiVersion, namespace, name], index) => (
      new ApiObject(chart, `object-${index}`, { apiVersion: apiVersion!, kind: 'Job', metadata: { name: name!, namespace: namespace! } })
    ));
    const hashed = expect.stringMatching(/^clusters\/dev\/settings\/job-(batch-)?team-a-b-[0-9a-f]{8}\.yaml$/) as string;
    expect(Object.keys(ManifestTree.of(app, { filePerObject: true }).files)).toEqual([hashed, hashed, hashed, 'clusters/dev/settings/job-team-c.yaml']);
  });

  test('refuses one object twice', () => {
    const app = new App();
    const chart = new Chart(app, 'settings');
    ['a', 'b'].forEach(id => new ApiObject(chart, id, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one' } }));
    expect(() => ManifestTree.of(app, { filePerObject: true })).toThrow("settings/configmap-one.yaml would contain 'settings/a' and 'settings/b', which are the same object");
  });

  test('writes the objects of FluxStages to the folders of their stages, and the Kustomizations to that of the cluster', () => {
    const app = fleet(['dev'], ['a']);
    const cluster = app.node.findChild('dev') as Cluster;
    new ApiObject(new Chart(cluster, 'operands'), 'one', { apiVersion: 'example.com/v1', kind: 'Sample' });
    new FluxStages(new Chart(cluster, 'flux'), 'stages', { source: FluxSourceRef.gitRepository('flux-system') });
    expect(Object.keys(ManifestTree.of(app).files)).toEqual([
      'clusters/dev/flux.yaml', 'stages/dev/olm/settings.yaml', 'stages/dev/operands/operands.yaml',
    ]);
  });

  test('has the same bytes for the same app', () => {
    const [first, second] = [ManifestTree.of(fleet(['dev'], ['a'])), ManifestTree.of(fleet(['dev'], ['a']))];
    expect(first.write(folder).written).toEqual(['clusters/dev/settings.yaml']);
    const index = readFileSync(join(folder, '.manifest-tree.json'), 'utf8');
    expect(second.write(folder)).toEqual({ written: [], deleted: [], unchanged: ['clusters/dev/settings.yaml'] });
    expect(readFileSync(join(folder, '.manifest-tree.json'), 'utf8')).toBe(index);
  });

  test('deletes its own files that are gone, with their folders', () => {
    ManifestTree.of(fleet(['dev', 'prod'], ['a'])).write(folder);
    expect(ManifestTree.of(fleet(['dev'], ['a'], 'two')).write(folder)).toEqual({
      written: ['clusters/dev/settings.yaml'], deleted: ['clusters/prod/settings.yaml'], unchanged: [],
    });
    expect(paths()).toEqual(['.manifest-tree.json', 'clusters/dev/settings.yaml']);
  });

  test('does not change files of others', () => {
    mkdirSync(join(folder, 'clusters/dev'), { recursive: true });
    writeFileSync(join(folder, 'clusters/dev/own.yaml'), 'mine');
    ManifestTree.of(fleet(['dev'], ['a'])).write(folder);
    ManifestTree.of(fleet(['prod'], ['a'])).write(folder);
    expect(paths()).toEqual(['.manifest-tree.json', 'clusters/dev/own.yaml', 'clusters/prod/settings.yaml']);
  });

  test('never deletes or overwrites a file that was there with the same content', () => {
    const [first, other, second] = [ManifestTree.of(fleet(['dev'], ['a'])), ManifestTree.of(fleet(['prod'], ['a'])), ManifestTree.of(fleet(['dev'], ['a'], 'two'))];
    mkdirSync(join(folder, 'clusters/dev'), { recursive: true });
    writeFileSync(join(folder, 'clusters/dev/settings.yaml'), first.files['clusters/dev/settings.yaml']!);
    expect(first.write(folder)).toEqual({ written: [], deleted: [], unchanged: ['clusters/dev/settings.yaml'] });
    expect(() => second.write(folder)).toThrow('clusters/dev/settings.yaml: was not written by a tree');
    expect(other.write(folder)).toEqual({ written: ['clusters/prod/settings.yaml'], deleted: [], unchanged: [] });
    expect(paths()).toEqual(['.manifest-tree.json', 'clusters/dev/settings.yaml', 'clusters/prod/settings.yaml']);
  });

  test('keeps a file that it wrote its own when the content is there already', () => {
    const [first, second] = [ManifestTree.of(fleet(['dev'], ['a'])), ManifestTree.of(fleet(['dev'], ['a'], 'two'))];
    first.write(folder);
    // By hand, or by git.
    writeFileSync(join(folder, 'clusters/dev/settings.yaml'), second.files['clusters/dev/settings.yaml']!);
    expect(second.write(folder)).toMatchObject({ unchanged: ['clusters/dev/settings.yaml'] });
    expect(ManifestTree.of(fleet(['prod'], ['a'])).write(folder)).toMatchObject({ deleted: ['clusters/dev/settings.yaml'] });
  });

  describe('writes nothing', () => {
    test.each<[string, () => void, RegExp]>([
      ['over a file that no tree wrote', () => {
        mkdirSync(join(folder, 'clusters/dev'), { recursive: true });
        writeFileSync(join(folder, 'clusters/dev/settings.yaml'), 'mine');
      }, /clusters\/dev\/settings.yaml: was not written by a tree/],
      ['over a file that was changed by hand', () => {
        ManifestTree.of(fleet(['dev'], ['a'])).write(folder);
        writeFileSync(join(folder, 'clusters/dev/settings.yaml'), 'mine');
      }, /clusters\/dev\/settings.yaml: was changed by hand since the tree was written/],
      ['if it would delete a file that was changed by hand', () => {
        ManifestTree.of(fleet(['prod'], ['a'])).write(folder);
        writeFileSync(join(folder, 'clusters/prod/settings.yaml'), 'mine');
      }, /clusters\/prod\/settings.yaml: was changed by hand/],
      ['through a link', () => {
        mkdirSync(join(folder, 'elsewhere'));
        symlinkSync(join(folder, 'elsewhere'), join(folder, 'clusters'));
      }, /clusters: a tree needs a folder here, and there is something else/],
      ['with an invalid index', () => writeFileSync(join(folder, '.manifest-tree.json'), '{'), /this is not the index of a manifest tree; restore it from git/],
      ['with an index that leads out of the tree', () => (
        writeFileSync(join(folder, '.manifest-tree.json'), '{"version":1,"files":{"../x":[]}}')), /the path "..\/x" leads out of the folder.*; restore the index from git/],
    ])('%s', (_, prepare, message) => {
      prepare();
      const before = paths().map((path) => readFileSync(join(folder, path), 'utf8'));
      expect(() => ManifestTree.of(fleet(['dev'], ['a'], 'two')).write(folder)).toThrow(message);
      expect(paths().map((path) => readFileSync(join(folder, path), 'utf8'))).toEqual(before);
    });
  });

  test('completes a write that was interrupted', () => {
    ManifestTree.of(fleet(['dev', 'prod'], ['a'])).write(folder);
    const old = readFileSync(join(folder, 'clusters/prod/settings.yaml'), 'utf8');
    const next = ManifestTree.of(fleet(['dev', 'prod'], ['a'], 'two'));
    next.write(folder);
    const index = JSON.parse(readFileSync(join(folder, '.manifest-tree.json'), 'utf8')) as { files: { [path: string]: string[] } };
    ManifestTree.of(fleet(['dev', 'prod'], ['a'])).write(folder);
    const before = JSON.parse(readFileSync(join(folder, '.manifest-tree.json'), 'utf8')) as typeof index;
    // As it was left: the index has both contents, and one of two files was moved.
    const both = Object.fromEntries(Object.keys(index.files).map((path) => [path, [...before.files[path]!, ...index.files[path]!]]));
    writeFileSync(join(folder, '.manifest-tree.json'), JSON.stringify({ version: 1, files: both }));
    writeFileSync(join(folder, 'clusters/dev/settings.yaml'), next.files['clusters/dev/settings.yaml']!);
    expect(readFileSync(join(folder, 'clusters/prod/settings.yaml'), 'utf8')).toBe(old);
    expect(next.write(folder)).toMatchObject({ written: ['clusters/prod/settings.yaml'], unchanged: ['clusters/dev/settings.yaml'] });
  });

  test('refuses unknown options', () => {
    expect(() => ManifestTree.of(new App(), { perObject: true } as object)).toThrow("unknown key 'perObject' in options of ManifestTree.of; known keys: 'filePerObject'");
  });
});

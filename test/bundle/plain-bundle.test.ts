import { join } from 'node:path';
import { BundleErrorCode, PlainBundle } from 'olm-constructs/bundle';
import { withFiles } from '../builders/bundle-files';
import { errorOf } from './read/message';

const KEY = 'operators.operatorframework.io.bundle.mediatype.v1';
const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n';
const CHART = 'apiVersion: v2\nname: demo\nversion: 1.0.0\n';

interface Files {
  readonly [path: string]: string | Buffer;
}

const mediaType = (value: string): Files => ({ 'metadata/annotations.yaml': `annotations:\n  ${KEY}: ${value}\n` });

function read<Result>(files: Files, use: (bundle: PlainBundle, folder: string) => Result): Result {
  return withFiles(files, (folder) => use(PlainBundle.fromDirectory(folder), folder));
}

function problems(files: Files): string[] {
  return withFiles(files, (folder) => errorOf(() => PlainBundle.fromDirectory(folder)).problems
    .map(({ file, line, message }) => [file, line, ` ${message}`].filter((part) => part !== undefined).join(':')));
}

describe('a plain+v0 bundle', () => {
  it('has all documents of all files, and the items of lists, in the order of the files', () => {
    read({
      'manifests/b.yaml': `# first\n---\n${CONFIG}---\napiVersion: v1\nkind: Secret\nmetadata: {name: token}\n`,
      'manifests/a.json': '{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"one"}}]}',
      'manifests/empty': '# nothing\n',
    }, (bundle) => {
      expect(bundle.mediaType).toBe('plain+v0');
      expect(bundle.chart).toBeUndefined();
      expect(bundle.objects.map(({ file, kind, name }) => [file, kind, name])).toEqual([
        ['manifests/a.json', 'ServiceAccount', 'one'], ['manifests/b.yaml', 'ConfigMap', 'settings'], ['manifests/b.yaml', 'Secret', 'token'],
      ]);
    });
  });

  it.each(['plain+v0', 'plain'])('may name its media type, %s', (name) => {
    read({ 'manifests/a.yaml': CONFIG, ...mediaType(name) }, (bundle) => expect(bundle.mediaType).toBe('plain+v0'));
  });

  it.each<[string, Files, string[]]>([
    ['no manifests/ and no chart', { 'README.md': '' }, [' neither manifests/ with Kubernetes objects nor a Helm chart found; specify the folder that contains one of them']],
    ['no object', { 'manifests/a.yaml': '# nothing\n' }, ['manifests: manifests/ contains no object; a plain+v0 bundle must have at least one']],
    ['a subfolder', { 'manifests/a.yaml': CONFIG, 'manifests/sub/b.yaml': CONFIG }, [
      'manifests/sub: manifests/ of a plain+v0 bundle must not have subfolders; move the files of this one to manifests/',
    ]],
    ['a file that is not YAML', { 'manifests/a.yaml': 'a: [' }, [expect.stringMatching(/^manifests\/a\.yaml:1: /)]],
    ['a file that is not UTF-8', { 'manifests/a.yaml': Buffer.from([0xff]) }, ['manifests/a.yaml: the file is not UTF-8; save it as UTF-8, or remove it if it is not a manifest']],
    ['a file without objects', { 'manifests/README.md': 'Read me\n' }, [
      'manifests/README.md:1: a manifest must be a map, the fields of a Kubernetes object, got the string "Read me"; remove the file if it is not a Kubernetes object',
    ]],
    ['no kind', { 'manifests/a.yaml': `${CONFIG}---\napiVersion: v1\nmetadata: {name: b}\n` }, [
      'manifests/a.yaml:6: a manifest must have a kind, got nothing; remove the file if it is not a Kubernetes object',
    ]],
    ['neither apiVersion nor name', { 'manifests/a.yaml': 'kind: ConfigMap\nmetadata:\n  generateName: x-\n' }, [
      'manifests/a.yaml:1: a manifest must have an apiVersion, got nothing; remove the file if it is not a Kubernetes object',
      'manifests/a.yaml:2: a manifest must have a name; set metadata.name',
    ]],
    ['an invalid item of a list', { 'manifests/a.yaml': 'apiVersion: v1\nkind: List\nitems:\n  - apiVersion: v1\n    kind: Pod\n' }, [
      'manifests/a.yaml:4: a manifest must have a name; set metadata.name',
    ]],
    ['an object twice', { 'manifests/a.yaml': CONFIG, 'manifests/b.yaml': CONFIG }, [
      "manifests/b.yaml: the ConfigMap 'settings' is in manifests/a.yaml too, and one would overwrite the other; remove one",
    ]],
    ['another media type', { 'manifests/a.yaml': CONFIG, ...mediaType('registry+v1') }, [
      'metadata/annotations.yaml:2: the media type must be plain+v0 or helm+v3, got the string "registry+v1"; read it with Bundle.fromDirectory',
    ]],
    ['an unknown media type', { 'manifests/a.yaml': CONFIG, ...mediaType('plain+v1') }, [
      'metadata/annotations.yaml:2: the media type must be plain+v0 or helm+v3, got the string "plain+v1"; set it to plain+v0 or helm+v3',
    ]],
  ])('is refused with %s', (_, files, expected) => {
    expect(problems(files)).toEqual(expected);
  });

  it('is read within limits', () => {
    withFiles({ 'manifests/a.yaml': CONFIG }, (folder) => {
      expect(errorOf(() => PlainBundle.fromDirectory(folder, { maxFileBytes: 10 })).code).toBe(BundleErrorCode.LIMIT);
      expect(errorOf(() => PlainBundle.fromDirectory(folder, { accept: [] } as object)).message).toContain("unknown key 'accept' in options of PlainBundle.fromDirectory");
      expect(errorOf(() => PlainBundle.fromDirectory(join(folder, 'missing'))).code).toBe(BundleErrorCode.NOT_FOUND);
    });
  });
});

describe('a helm+v3 bundle', () => {
  it.each<[string, string, Files]>([
    ['at the root', '', {}],
    ['in a folder', 'demo', {}],
    ['in manifests/, with its media type', 'manifests', mediaType('helm+v3')],
    ['in a folder of manifests/', 'manifests/demo', mediaType('helm')],
  ])('is a folder with a chart %s', (_, path, others) => {
    read({ [join(path, 'Chart.yaml')]: CHART, [join(path, 'templates/a.yaml')]: CONFIG, [join(path, 'charts/sub/Chart.yaml')]: CHART, ...others }, (bundle, folder) => {
      expect(bundle).toMatchObject({ mediaType: 'helm+v3', objects: [], chart: join(folder, path) });
    });
  });

  it.each<[string, Files, string[]]>([
    ['no chart', { 'manifests/a.yaml': CONFIG, ...mediaType('helm+v3') }, [' no chart found; a helm+v3 bundle must have one Chart.yaml, at its root or in a folder there']],
    ['two charts', { 'a/Chart.yaml': CHART, 'b/Chart.yaml': CHART }, [' 2 charts found, in a, b; a helm+v3 bundle must have one Chart.yaml, at its root or in a folder there']],
    ['a chart without version and name', { 'Chart.yaml': 'apiVersion: v2\n' }, ['Chart.yaml: a chart must have a name, got nothing', 'Chart.yaml: a chart must have a version, got nothing']],
    ['a chart that is not YAML', { 'Chart.yaml': 'a: [' }, [expect.stringMatching(/^Chart\.yaml:1: /)]],
  ])('is refused with %s', (_, files, expected) => {
    expect(problems(files)).toEqual(expected);
  });
});

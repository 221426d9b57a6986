import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Bundle } from '../../../lib/bundle/bundle';
import { BundleErrorCode } from '../../../lib/bundle/model/bundle-problem';
import { ANNOTATIONS, bundleFiles, CRD, CSV, edited, inFolder, SERVICE, withFiles } from '../../builders/bundle-files';
import { errorOf, messageOf } from './message';

describe('a path that is not a bundle is refused', () => {
  it('if it does not exist', () => {
    expect(inFolder((folder) => messageOf(join(folder, 'missing')))).toBe('SOURCE: file or folder not found; check the path');
  });

  it('if a part of it is a file', () => {
    expect(withFiles({ a: '' }, (folder) => messageOf(join(folder, 'a', 'b')))).toBe('SOURCE: cannot be read: a part of the path is a file, not a folder');
  });

  it('if a file is read as a folder, or a folder as a file', () => {
    withFiles({ a: '' }, (folder) => {
      expect(errorOf(() => Bundle.fromDirectory(join(folder, 'a')))).toMatchObject({
        code: BundleErrorCode.WRONG_KIND,
        message: `${join(folder, 'a')}: this is a file, not a folder; read archives with Bundle.fromArchive`,
      });
      expect(errorOf(() => Bundle.fromArchive(folder))).toMatchObject({
        code: BundleErrorCode.WRONG_KIND,
        message: `${folder}: this is a folder, not an archive; read folders with Bundle.fromDirectory`,
      });
    });
  });

  it('if the folder is empty', () => {
    expect(inFolder((folder) => messageOf(folder))).toBe(
      'SOURCE: 2 problems\n' +
      '  folder manifests/ is missing; a bundle must have manifests/ and metadata/\n' +
      '  folder metadata/ is missing; a bundle must have manifests/ and metadata/',
    );
  });

  it('if it has no manifests/', () => {
    const files = bundleFiles({ [CSV]: null, [CRD]: null, [SERVICE]: null });
    expect(withFiles(files, messageOf)).toBe('SOURCE: folder manifests/ is missing; a bundle must have manifests/ and metadata/');
  });

  it('if it has no metadata/', () => {
    expect(withFiles(bundleFiles({ [ANNOTATIONS]: null }), messageOf)).toBe(
      'SOURCE: folder metadata/ is missing; a bundle must have manifests/ and metadata/',
    );
  });

  it('if the bundle is in its folder bundle/', () => {
    const files = Object.fromEntries(Object.entries(bundleFiles()).map(([path, content]) => [`bundle/${path}`, content]));
    expect(withFiles(files, messageOf)).toBe('SOURCE: no manifests/ here, but in bundle/; append /bundle to the path');
  });

  it.each<[string, { readonly [path: string]: string }, string]>([
    ['a Helm chart', { 'Chart.yaml': '' }, 'a Helm chart; make a bundle of it: `helm template SOURCE | olm-constructs bundle create -`'],
    ['a kustomization', { 'kustomization.yaml': '' }, 'a kustomization; make a bundle of it: `kustomize build SOURCE | olm-constructs bundle create -`'],
    ['a project', { 'PROJECT': '', 'config/manifests/kustomization.yaml': '', 'config/default/kustomization.yaml': '' },
      'a kustomization; make a bundle of it: `kustomize build SOURCE/config/manifests | olm-constructs bundle create -`'],
  ])('if the folder is that of %s', (_, files, found) => {
    expect(withFiles(files, messageOf)).toBe(`SOURCE: no manifests/ here, but ${found}`);
  });

  it('if manifests is a file', () => {
    expect(withFiles({ manifests: '', [ANNOTATIONS]: '' }, messageOf)).toBe(
      'SOURCE: manifests: this is not a folder; a bundle may contain only regular files and folders',
    );
  });
});

describe('a folder', () => {
  it('may be specified by a link', () => {
    withFiles(bundleFiles(), (folder) => {
      inFolder((other) => {
        symlinkSync(folder, join(other, 'link'));
        expect(Bundle.fromDirectory(join(other, 'link')).name).toBe('demo.v1.2.3');
      });
    });
  });

  it.each([
    ['a file', (folder: string) => symlinkSync(join(folder, CSV), join(folder, 'manifests/link.yaml')), 'manifests/link.yaml'],
    ['a missing file', (folder: string) => symlinkSync('/missing', join(folder, 'metadata/link.yaml')), 'metadata/link.yaml'],
    ['a folder', (folder: string) => symlinkSync(folder, join(folder, 'manifests/link')), 'manifests/link'],
  ])('with a link to %s is refused', (_, change, file) => {
    const message = withFiles(bundleFiles(), (folder) => {
      change(folder);
      return messageOf(folder);
    });
    expect(message).toBe(`SOURCE: ${file}: this is a symbolic link; a bundle may contain only regular files and folders`);
  });

  it('is refused if manifests is a link', () => {
    const message = withFiles(bundleFiles(), (folder) => inFolder((other) => {
      mkdirSync(join(other, 'metadata'));
      symlinkSync(join(folder, 'manifests'), join(other, 'manifests'));
      return messageOf(other);
    }));
    expect(message).toBe('SOURCE: manifests: this is a symbolic link; a bundle may contain only regular files and folders');
  });

  it('may contain files that no OLM tool reads, such as hidden files, a README, a picture or other folders', () => {
    const files = bundleFiles({
      'manifests/.hidden.yaml': '}',
      'manifests/README.md': '# Demo\n\n}',
      'manifests/icon.png': Buffer.from([0x89, 0x50, 0xff]),
      'manifests/pictures/a.png': '',
      'manifests/empty.yaml': '# nothing yet\n',
      'metadata/notes.txt': '}',
      'tests/scorecard/config.yaml': '}',
      'bundle.Dockerfile': 'FROM scratch',
    });
    expect(withFiles(files, (folder) => Bundle.fromDirectory(folder)).manifests.map(({ file }) => file)).toEqual([CSV, CRD, SERVICE]);
  });

  it('may contain manifests as JSON, with any file name', () => {
    const files = bundleFiles({ 'manifests/a.json': '{"kind":"ConfigMap","data":{"a":"\\/"}}', 'manifests/role': 'kind: Role\n' });
    expect(withFiles(files, (folder) => Bundle.fromDirectory(folder)).otherManifests.map(({ kind }) => kind)).toEqual(['ConfigMap', 'Role', 'Service']);
  });

  it('is refused with manifests in a subfolder of manifests/, which OLM would lose', () => {
    const files = bundleFiles({ 'manifests/crds/a.yaml': 'kind: X\n', 'manifests/crds/b.txt': '' });
    expect(withFiles(files, messageOf)).toBe('SOURCE: manifests/crds/a.yaml: OLM ignores subfolders of manifests/; move the file to manifests/');
  });

  it('returns manifests in byte order of their file names', () => {
    const files = bundleFiles({ 'manifests/B.yaml': 'kind: B\n', 'manifests/a.yaml': 'kind: A\n', 'manifests/\ud83d.yaml': null, 'manifests/é.yaml': 'kind: E\n' });
    expect(withFiles(files, (folder) => Bundle.fromDirectory(folder)).otherManifests.map(({ kind }) => kind)).toEqual(['B', 'A', 'Service', 'E']);
  });
});

describe('limits', () => {
  it('refuse a file of 100 MB without reading it', () => {
    const message = withFiles(bundleFiles(), (folder) => {
      writeFileSync(join(folder, 'manifests/huge.yaml'), 'a: 1\n');
      truncateSync(join(folder, 'manifests/huge.yaml'), 100_000_000);
      return messageOf(folder);
    });
    expect(message).toBe(
      'SOURCE: manifests/huge.yaml: the file has 100000000 bytes, more than 16777216 (limit maxFileBytes); raise the limit if you trust the bundle',
    );
  });

  it.each([
    [{ maxFileBytes: 100 }, `SOURCE: ${CSV}: the file has 602 bytes, more than 100 (limit maxFileBytes); raise the limit if you trust the bundle`],
    [{ maxTotalBytes: 700 }, `SOURCE: ${CRD}: the files up to here have more than 700 bytes (limit maxTotalBytes); raise the limit if you trust the bundle`],
    [{ maxFiles: 3 }, 'SOURCE: there are more than 3 files and folders (limit maxFiles); raise the limit if you trust the bundle'],
    [{ maxYamlDepth: 1 }, `SOURCE: ${CSV}:6:5: lists and maps are nested more than 1 deep (limit maxYamlDepth)`],
    [{ maxYamlNodes: 10 }, `SOURCE: 3 problems\n  ${CSV}:6:5: there are more than 10 values up to here (limit maxYamlNodes); values behind an alias count each time`],
  ])('are set by options: %j', (options, message) => {
    expect(withFiles(bundleFiles(), (folder) => messageOf(folder, options)).slice(0, message.length)).toBe(message);
  });

  it.each([0, -1, 1.5, NaN, Infinity])('must be positive integers, not %d', (maxFiles) => {
    expect(() => Bundle.fromPath('x', { maxFiles })).toThrow(`maxFiles must be a positive integer, got ${maxFiles}`);
  });
});

describe('a file', () => {
  it.each([
    ['that is not YAML', 'a: [\n', 'SOURCE: manifests/x.yaml:2:1: this is not YAML: unexpected end of the stream within a flow collection'],
    ['that is not UTF-8', Buffer.from('kind: X\nname: \xe9\n', 'latin1'), 'SOURCE: manifests/x.yaml:2:7: the text is not UTF-8, because of the byte 0xe9; save it as UTF-8'],
    ['with a comment before ---', '# Licence\n---\nkind: X\n', 'SOURCE: manifests/x.yaml:2:1: OLM reads the comment or empty line before this --- as a separate document'],
    ['with a second document', 'kind: X\n---\nkind: Y\n', 'SOURCE: manifests/x.yaml:3:1: a second document begins here, and OLM reads only the first of a file'],
    ['that is a string', 'hello\n', 'SOURCE: manifests/x.yaml:1:1: a manifest must be a map, the fields of a Kubernetes object, got the string "hello"'],
    ['that is a list', '- a\n', 'SOURCE: manifests/x.yaml:1:1: a manifest must be a map, the fields of a Kubernetes object, got a list'],
    ['without a kind', '# c\na: 1\n', 'SOURCE: manifests/x.yaml:2:1: a manifest must have a kind, got nothing'],
    ['with a kind that is a number', 'a: 1\nkind: 1\n', 'SOURCE: manifests/x.yaml:2:1: a manifest must have a kind, got the number 1'],
  ])('%s is refused', (_, content, message) => {
    expect(withFiles(bundleFiles({ 'manifests/x.yaml': content }), messageOf)).toContain(message);
  });

  it('with a billion-laughs attack is refused', () => {
    const lines = [...'abcdefghi'].map((name, index) => `${name}: &${name} [${Array(9).fill(index === 0 ? 'lol' : `*${'abcdefghi'[index - 1]!}`).join(', ')}]`);
    expect(withFiles(bundleFiles({ 'manifests/x.yaml': lines.join('\n') }), messageOf)).toContain('there are more than 1000000 values up to here (limit maxYamlNodes)');
  });
});

describe('an error', () => {
  it('lists every problem in the order of the files, and has the properties of the first', () => {
    const files = bundleFiles({
      'manifests/a.yaml': 'a: [\n',
      ...edited(CSV, 'version: 1.2.3', 'version: 1.2'),
      'metadata/dependencies.yaml': 'dependencies: 1\n',
    });
    const error = withFiles(files, (folder) => errorOf(() => Bundle.fromDirectory(folder)));
    expect(error.problems).toEqual([
      { code: 'syntax', file: 'manifests/a.yaml', line: 2, column: 1, message: expect.stringContaining('this is not YAML') as string },
      { code: 'csv', file: CSV, line: 9, column: 3, message: 'spec.version must be a string, the version of the operator, got the number 1.2; put it in quotes' },
      { code: 'dependencies', file: 'metadata/dependencies.yaml', line: 1, column: 1, message: 'dependencies must be a list, got the number 1' },
    ]);
    expect(error).toMatchObject({ code: 'syntax', file: 'manifests/a.yaml', line: 2, column: 1, name: 'BundleError' });
    expect(error.message.split('\n')).toHaveLength(4);
  });

  it('lists at most fifty problems', () => {
    const files = bundleFiles(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`manifests/a${index}.yaml`, '}'])));
    const { problems } = withFiles(files, (folder) => errorOf(() => Bundle.fromDirectory(folder)));
    expect(problems).toHaveLength(51);
    expect(problems[50]!.message).toBe('and 10 more problems, which are not listed');
  });
});

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundleBlob, errorOf, validBlobs, jsonOf } from '../sample-catalog';
import { Catalog } from '../../../lib/catalog/catalog';
import { CatalogErrorCode } from '../../../lib/catalog/declcfg/catalog-problem';
import type { CatalogReadOptions } from '../../../lib/catalog/read/read-options';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'catalog-'));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(files: { readonly [file: string]: string | Buffer }): void {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  }
}

function refusal(options?: CatalogReadOptions): string {
  return errorOf(() => Catalog.fromDirectory(root, options))!.message;
}

const SOUND = jsonOf(validBlobs());
const WHOLE = Catalog.fromString(SOUND).toJsonLines();

describe('Catalog.fromDirectory', () => {
  it('reads every file of the tree, of any name', () => {
    const [packageBlob, ...others] = validBlobs();
    write({
      'index': jsonOf([packageBlob!]),
      'a/b/.hidden': jsonOf(others.slice(0, 2)),
      'a/bundles.txt': others.slice(2).map((blob) => `---\n${JSON.stringify(blob)}\n`).join(''),
    });
    expect(Catalog.fromDirectory(root).toJsonLines()).toBe(WHOLE);
  });

  it('excludes the files that .indexignore files of any folder list, and these files themselves', () => {
    write({
      'catalog.json': SOUND,
      'README.md': '# no catalog',
      '.indexignore': '# notes\n*.md\n/drafts\n',
      'drafts/x.yaml': 'a: [',
      'a/.indexignore': 'x.yaml\n',
      'a/x.yaml': 'a: [',
    });
    expect(Catalog.fromDirectory(root).toJsonLines()).toBe(WHOLE);
  });

  it('refuses a file that is not a catalog, and explains how to exclude it', () => {
    write({ 'catalog.json': SOUND, 'README.md': '# Title\n\nText\n' });
    expect(refusal()).toBe('README.md:1: a blob must be a map with a schema, got the string "Text"; list a file that is not part of the catalog '
      + 'in .indexignore');
  });

  it('names the file and the line of each problem', () => {
    write({ 'demo/catalog.json': SOUND, 'demo/more.json': jsonOf([{ schema: 'my.own' }, bundleBlob('3.0.0'), bundleBlob('4.0.0', { image: 1 })]) });
    expect(refusal()).toBe('demo/more.json:3:62: image must be a string, got the number 1; quote it');
    write({ 'demo/more.json': jsonOf([{ schema: 'my.own' }, bundleBlob('3.0.0')]) });
    expect(refusal()).toBe('demo/more.json:2: bundle "demo.v3.0.0" is in no channel of package "demo"; add an entry to a channel, or remove the bundle');
  });

  it('continues after a broken file, and reports all problems', () => {
    write({ 'a.yaml': 'a: [', 'b.yaml': 'schema: 1\n', 'c.json': SOUND });
    expect(errorOf(() => Catalog.fromDirectory(root))!.problems.map(({ file, code }) => [file, code])).toEqual([
      ['a.yaml', CatalogErrorCode.SYNTAX], ['b.yaml', CatalogErrorCode.FIELD_TYPE],
    ]);
  });

  it.each([
    ['a file that is not UTF-8', { 'a.yaml': Buffer.from([0x61, 0x3a, 0x20, 0xff]) }, undefined, /^a\.yaml: the file is not UTF-8; save it as UTF-8, or list it in \.indexignore if it is not part of the catalog$/],
    ['a file that is too large', { 'a.yaml': 'schema: x' }, { maxFileBytes: 5 },
      /^a\.yaml: the file has 9 bytes, more than 5 \(limit maxFileBytes\); raise the limit if you trust the catalog$/],
    ['files that are too large together', { 'a': 'schema: x', 'b': 'schema: x' }, { maxTotalBytes: 10 },
      /^b: the files so far have 18 bytes, more than 10 \(limit maxTotalBytes\); raise the limit if you trust the catalog$/],
    ['too many files', { 'a/a': '', 'a/b': '', 'c': '' }, { maxFiles: 3 },
      /: the folder has more than 3 files and folders \(limit maxFiles\); raise the limit if you trust the catalog$/],
    ['too many values', { 'a.yaml': 'schema: x\nv: [1, 2, 3]\n' }, { maxYamlNodes: 5 }, /^a\.yaml:2:\d+: there are more than 5 values/],
    ['too many patterns', { '.indexignore': 'x\n'.repeat(1001) }, undefined, /^\.indexignore: the \.indexignore files have more than 1000 patterns; remove some$/],
  ])('refuses %s', (_what, files, options, expected) => {
    write(files);
    expect(refusal(options)).toMatch(expected);
  });

  it('reads files that are exactly as large and as many as the limits allow', () => {
    write({ 'a/catalog.json': SOUND, '.indexignore': 'x\n'.repeat(1000) });
    const bytes = Buffer.byteLength(SOUND);
    expect(Catalog.fromDirectory(root, { maxFileBytes: Math.max(bytes, 2000), maxTotalBytes: bytes + 2000, maxFiles: 3 }).toJsonLines()).toBe(WHOLE);
  });

  it('refuses links, unless they are excluded', () => {
    write({ 'catalog.json': SOUND });
    symlinkSync('catalog.json', join(root, 'link.json'));
    expect(refusal()).toBe('link.json: this is a link or not a regular file; replace it with the file itself, or list it in .indexignore');
    write({ '.indexignore': 'link.json' });
    expect(Catalog.fromDirectory(root).toJsonLines()).toBe(WHOLE);
  });

  it('refuses a path that does not exist, or is not a folder', () => {
    write({ 'catalog.json': SOUND });
    expect(errorOf(() => Catalog.fromDirectory(join(root, 'none')))).toMatchObject({
      code: CatalogErrorCode.NOT_FOUND, message: `${join(root, 'none')}: file or folder not found; check the path`,
    });
    expect(errorOf(() => Catalog.fromDirectory(join(root, 'catalog.json')))).toMatchObject({
      code: CatalogErrorCode.WRONG_KIND, message: `${join(root, 'catalog.json')}: this is a file, not a folder; read files with Catalog.fromFile`,
    });
  });
});

describe('Catalog.fromFile', () => {
  it('reads a file of any name', () => {
    write({ 'index': SOUND });
    expect(Catalog.fromFile(join(root, 'index')).toJsonLines()).toBe(WHOLE);
  });

  it('refuses a folder, and a path that does not exist', () => {
    expect(errorOf(() => Catalog.fromFile(root))).toMatchObject({
      code: CatalogErrorCode.WRONG_KIND, message: `${root}: this is a folder, not a file; specify the file, or read the catalog in the folder (in programs: Catalog.fromDirectory)`,
    });
    expect(errorOf(() => Catalog.fromFile(join(root, 'none')))).toMatchObject({ code: CatalogErrorCode.NOT_FOUND });
  });

  it('refuses invalid limits', () => {
    expect(() => Catalog.fromFile(root, { maxFiles: 0 })).toThrow('maxFiles must be a positive integer, got 0');
  });
});

describe('Catalog.fromString', () => {
  it('reads every field that opm knows, and keeps the others', () => {
    const known = [
      { schema: 'olm.package', name: 'p', defaultChannel: 'c', icon: { base64data: 'AAAA', mediatype: 'image/png' }, description: 'd', properties: [{ type: 't', value: 1 }] },
      { schema: 'olm.channel', name: 'c', package: 'p', entries: [{ name: 'p.v1.0.0', replaces: 'r', skips: ['s'], skipRange: '<1.0.0' }], properties: [{ type: 't', value: 1 }] },
      {
        schema: 'olm.bundle', name: 'p.v1.0.0', package: 'p', image: 'a/b:1', relatedImages: [{ name: 'n', image: 'a/c:1' }],
        properties: [{ type: 'olm.package', value: { packageName: 'p', version: '1.0.0' } }],
      },
      { schema: 'olm.deprecations', package: 'p', entries: [{ reference: { schema: 'olm.channel', name: 'c' }, message: 'm' }] },
    ];
    expect(Catalog.fromString(jsonOf(known))._blobs.filter((blob) => 'unknownFields' in blob)).toEqual([]);
    const { _blobs: blobs } = Catalog.fromString(jsonOf(known.map((blob) => ({ ...blob, other: 1 }))));
    expect(blobs.map((blob) => (blob as { unknownFields?: object }).unknownFields)).toEqual(known.map(() => ({ other: 1 })));
  });

  it('refuses a string that is too large', () => {
    expect(errorOf(() => Catalog.fromString('schema: ä', { maxFileBytes: 9 }))!.message)
      .toBe('the string has 10 bytes, more than 9 (limit maxFileBytes); raise the limit if you trust the catalog');
  });

  it.each([
    ['without a schema', '{"name":"x"}', CatalogErrorCode.SCHEMA, 'line 1: the blob has no schema; add one, such as "schema: olm.bundle"'],
    ['whose schema is not a string', 'schema: 1\n', CatalogErrorCode.FIELD_TYPE, 'line 1:1: schema must be a string, got the number 1; quote it, or remove it'],
    ['of an unknown schema whose name is not a string', '{"schema":"x","name":null}', CatalogErrorCode.FIELD_TYPE, 'line 1:15: name must be a string, got null; quote it, or remove it'],
    ['with keys that differ only in case', 'schema: x\nkey: 1\nKey: 2\n', CatalogErrorCode.DUPLICATE_KEY,
      'line 2:1: "key", "Key" are the same key to opm, which ignores the case of keys here; keep one of them'],
    ['that is a list', '- schema: x\n', CatalogErrorCode.SCHEMA,
      'line 1: a blob must be a map with a schema, got a list; list a file that is not part of the catalog in .indexignore'],
    ['that is only a comment', '# license\n---\nschema: x\n', CatalogErrorCode.SCHEMA,
      'line 1: opm treats a comment or an empty line between --- lines as a blob without a schema; remove the --- before or after it'],
    ['with a field of the wrong type', '{"schema":"olm.channel","package":"p","name":"c","entries":[{"name":"n","skips":"x"}]}', CatalogErrorCode.FIELD_TYPE,
      'line 1:73: entries[0].skips must be a list, got the string "x"'],
    ['with an icon that is not base64', 'schema: olm.package\nname: p\ndefaultChannel: c\nicon:\n  base64data: "***"\n', CatalogErrorCode.FIELD_TYPE,
      'line 5:3: icon.base64data must be base64, got the string "***"; encode the image, or remove the icon'],
  ])('refuses a blob %s', (_what, content, code, message) => {
    expect(errorOf(() => Catalog.fromString(content))).toMatchObject({ code, message });
  });

  it.each<[object, object]>([
    [{ schema: 'olm.package', name: 'p', description: 1 }, { packageName: 'p' }],
    [{ schema: 'olm.package', description: 1 }, {}],
    [{ schema: 'olm.channel', package: 'p', name: 'c', entries: 1 }, { packageName: 'p', channel: 'c' }],
    [{ schema: 'olm.channel', package: 'p', entries: 1 }, { packageName: 'p' }],
    [{ schema: 'olm.channel', name: 'c', entries: 1 }, { channel: 'c' }],
    [{ schema: 'olm.bundle', package: 'p', name: 'b', image: 1 }, { packageName: 'p', bundle: 'b' }],
    [{ schema: 'olm.bundle', package: 'p', image: 1 }, { packageName: 'p' }],
    [{ schema: 'olm.bundle', name: 'b', image: 1 }, { bundle: 'b' }],
    [{ schema: 'olm.deprecations', package: 'p', entries: 1 }, { packageName: 'p' }],
    [{ schema: 'olm.deprecations', entries: 1 }, {}],
  ])('names the object that a faulty blob describes: %j', (blob, subject) => {
    const [problem] = errorOf(() => Catalog.fromString(JSON.stringify(blob)))!.problems;
    const names = ['packageName', 'channel', 'bundle'] as const;
    expect(Object.fromEntries(names.filter((name) => name in problem!).map((name) => [name, problem![name]]))).toEqual(subject);
  });

  it('reports the problems of all packages, except those that an unreadable blob causes', () => {
    const other = { schema: 'olm.package', name: 'other', defaultChannel: 'c' };
    const [packageBlob, ...rest] = validBlobs();
    const { problems } = errorOf(() => Catalog.fromString(jsonOf([{ ...packageBlob, description: 1 }, ...rest.slice(0, 3), other])))!;
    expect(problems.map(({ code, packageName: name }) => [name, code])).toEqual([['demo', CatalogErrorCode.FIELD_TYPE], ['other', CatalogErrorCode.NO_CHANNELS]]);
  });
});

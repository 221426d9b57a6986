import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundleDocument, errorOf, soundDocuments, textOf } from '../catalog-text';
import { Catalog } from '../../../../lib/bundle/catalog/catalog';
import { CatalogErrorCode } from '../../../../lib/bundle/catalog/catalog-error';
import type { CatalogReadOptions } from '../../../../lib/bundle/catalog/read/read-options';

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

const SOUND = textOf(soundDocuments());
const WHOLE = Catalog.fromText(SOUND).toJsonLines();

describe('Catalog.fromDirectory', () => {
  it('reads every file of the tree, whatever its name', () => {
    const [packageDocument, ...others] = soundDocuments();
    write({
      'index': textOf([packageDocument!]),
      'a/b/.hidden': textOf(others.slice(0, 2)),
      'a/bundles.txt': others.slice(2).map((document) => `---\n${JSON.stringify(document)}\n`).join(''),
    });
    expect(Catalog.fromDirectory(root).toJsonLines()).toBe(WHOLE);
  });

  it('leaves out what .indexignore files of any folder name, and these files themselves', () => {
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

  it('refuses a file that is no catalog, and tells how to leave it out', () => {
    write({ 'catalog.json': SOUND, 'README.md': '# Title\n\nText\n' });
    expect(refusal()).toBe('README.md:1: a document of a catalog must be a map with a schema, got the text "Text"; a file that is no catalog can be named in '
      + '.indexignore');
  });

  it('names the file and the line of each problem', () => {
    write({ 'demo/catalog.json': SOUND, 'demo/more.json': textOf([{ schema: 'my.own' }, bundleDocument('3.0.0'), bundleDocument('4.0.0', { image: 1 })]) });
    expect(refusal()).toBe('demo/more.json:3:62: image must be text, got the number 1; put it into quotes');
    write({ 'demo/more.json': textOf([{ schema: 'my.own' }, bundleDocument('3.0.0')]) });
    expect(refusal()).toBe('demo/more.json:2: bundle "demo.v3.0.0" is in no channel of package "demo"; add an entry to a channel, or remove the bundle');
  });

  it('goes on behind a file that is broken, and tells what else is', () => {
    write({ 'a.yaml': 'a: [', 'b.yaml': 'schema: 1\n', 'c.json': SOUND });
    expect(errorOf(() => Catalog.fromDirectory(root))!.problems.map(({ file, code }) => [file, code])).toEqual([
      ['a.yaml', CatalogErrorCode.SYNTAX], ['b.yaml', CatalogErrorCode.FIELD_TYPE],
    ]);
  });

  it.each([
    ['a file that is not UTF-8', { 'a.yaml': Buffer.from([0x61, 0x3a, 0x20, 0xff]) }, undefined, /^a\.yaml: the text is not UTF-8/],
    ['a file that is too large', { 'a.yaml': 'schema: x' }, { maxFileBytes: 5 }, /^a\.yaml: the file has 9 bytes, more than 5 \(limit maxFileBytes\)/],
    ['files that are too large together', { 'a': 'schema: x', 'b': 'schema: x' }, { maxTotalBytes: 10 },
      /^b: the files up to here have 18 bytes, more than 10 \(limit maxTotalBytes\)/],
    ['too many files', { 'a/a': '', 'a/b': '', 'c': '' }, { maxFiles: 3 }, /there are more than 3 files and folders \(limit maxFiles\)/],
    ['too many values', { 'a.yaml': 'schema: x\nv: [1, 2, 3]\n' }, { maxYamlNodes: 5 }, /^a\.yaml:2:\d+: there are more than 5 values/],
    ['too many patterns', { '.indexignore': 'x\n'.repeat(1001) }, undefined, /^\.indexignore: there are more patterns/],
  ])('refuses %s', (_what, files, options, expected) => {
    write(files);
    expect(refusal(options)).toMatch(expected);
  });

  it('refuses links, unless they are left out', () => {
    write({ 'catalog.json': SOUND });
    symlinkSync('catalog.json', join(root, 'link.json'));
    expect(refusal()).toBe('link.json: this is a link, or no plain file; put the file itself here, or name it in .indexignore');
    write({ '.indexignore': 'link.json' });
    expect(Catalog.fromDirectory(root).toJsonLines()).toBe(WHOLE);
  });

  it('refuses a path that is none, or no folder', () => {
    write({ 'catalog.json': SOUND });
    expect(errorOf(() => Catalog.fromDirectory(join(root, 'none')))).toMatchObject({ code: CatalogErrorCode.NOT_FOUND });
    expect(errorOf(() => Catalog.fromDirectory(join(root, 'catalog.json')))).toMatchObject({
      code: CatalogErrorCode.WRONG_KIND, message: `${join(root, 'catalog.json')}: this is a file, not a folder; read files with Catalog.fromFile`,
    });
  });
});

describe('Catalog.fromFile', () => {
  it('reads a file, whatever its name', () => {
    write({ 'index': SOUND });
    expect(Catalog.fromFile(join(root, 'index')).toJsonLines()).toBe(WHOLE);
  });

  it('refuses a folder, and a path that is none', () => {
    expect(errorOf(() => Catalog.fromFile(root))).toMatchObject({ code: CatalogErrorCode.WRONG_KIND });
    expect(errorOf(() => Catalog.fromFile(join(root, 'none')))).toMatchObject({ code: CatalogErrorCode.NOT_FOUND });
  });

  it('refuses limits that are none', () => {
    expect(() => Catalog.fromFile(root, { maxFiles: 0 })).toThrow('maxFiles must be a positive whole number, got 0');
  });
});

describe('Catalog.fromText', () => {
  it('refuses a text that is too large', () => {
    expect(errorOf(() => Catalog.fromText('schema: ä', { maxFileBytes: 9 }))!.message)
      .toBe('the text has 10 bytes, more than 9 (limit maxFileBytes); raise the limit if the catalog is to be trusted');
  });

  it.each([
    ['that does not say its schema', '{"name":"x"}', CatalogErrorCode.SCHEMA, 'line 1: the document does not say its schema; begin it with one, such as "schema: olm.bundle"'],
    ['whose schema is no text', 'schema: 1\n', CatalogErrorCode.FIELD_TYPE, 'line 1:1: schema must be text, got the number 1; put it into quotes, or remove it'],
    ['of any schema, whose name is no text', '{"schema":"x","name":null}', CatalogErrorCode.FIELD_TYPE, 'line 1:15: name must be text, got null; put it into quotes, or remove it'],
    ['with keys that are one but for their case', 'schema: x\nkey: 1\nKey: 2\n', CatalogErrorCode.DUPLICATE_KEY,
      'line 2:1: "key", "Key" are one key to opm, which does not tell upper from lower case here; keep one of them'],
    ['that is a list', '- schema: x\n', CatalogErrorCode.SCHEMA,
      'line 1: a document of a catalog must be a map with a schema, got a list; a file that is no catalog can be named in .indexignore'],
    ['that is but a comment', '# license\n---\nschema: x\n', CatalogErrorCode.SCHEMA,
      'line 1: opm takes a comment, or an empty line, between lines of --- for a document, and misses its schema; remove the --- before or after it'],
    ['with a field of the wrong type', '{"schema":"olm.channel","package":"p","name":"c","entries":[{"name":"n","skips":"x"}]}', CatalogErrorCode.FIELD_TYPE,
      'line 1:73: entries[0].skips must be a list, got the text "x"'],
    ['with an icon that is no base64', 'schema: olm.package\nname: p\ndefaultChannel: c\nicon:\n  base64data: "***"\n', CatalogErrorCode.FIELD_TYPE,
      'line 5:3: icon.base64data must be base64, got the text "***"; encode the picture, or remove the icon'],
  ])('refuses a document %s', (_what, text, code, message) => {
    expect(errorOf(() => Catalog.fromText(text))).toMatchObject({ code, message });
  });

  it('tells the faults of a package with those of others, but not what follows from a document that cannot be read', () => {
    const other = { schema: 'olm.package', name: 'other', defaultChannel: 'c' };
    const [packageDocument, ...rest] = soundDocuments();
    const { problems } = errorOf(() => Catalog.fromText(textOf([{ ...packageDocument, description: 1 }, ...rest.slice(0, 3), other])))!;
    expect(problems.map(({ code, package: name }) => [name, code])).toEqual([['demo', CatalogErrorCode.FIELD_TYPE], ['other', CatalogErrorCode.NO_CHANNELS]]);
  });
});

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeLargeCatalog } from './large-catalog';
import { Catalog } from '../../../../lib/bundle/catalog/catalog';
import { documentsToJsonLines } from '../../../../lib/bundle/catalog/json-lines';
import type { CatalogSelection } from '../../../../lib/bundle/catalog/selection/catalog-selection';
import { documentsToYaml } from '../../../../lib/bundle/catalog/yaml';
import type { CatalogDocument } from '../../../../lib/bundle/catalog/wire';
import { deprecationsDocument, packageOf, property } from '../selection/sample-catalog';

const DOCUMENTS: CatalogDocument[] = [
  ...packageOf('etcd', { stable: ['2.1.0', '2.0.0', '1.2.0', '1.1.0', '1.0.0'], alpha: ['3.0.0', '2.1.0'] }, [property('com.example.text', 'a "b"\n---\n{')]),
  deprecationsDocument('etcd', [{ reference: { schema: 'olm.bundle', name: 'etcd.v1.0.0' }, message: 'old' }]),
  ...packageOf('other', { only: ['1.0.0'] }, [property('olm.package.required', { packageName: 'etcd', versionRange: '<2.0.0' })]),
  { schema: undefined, otherSchema: 'com.example.note', content: { schema: 'com.example.note', text: 'of all' } },
];

const SELECTIONS: CatalogSelection[] = [
  {}, { headsOnly: true }, { packages: [{ name: 'other' }] }, { packages: [{ name: 'other' }], dependencies: true },
  { packages: [{ name: 'etcd', channels: [{ name: 'stable', minVersion: '1.1.0' }] }] }, { packages: [{ name: 'etcd', bundles: ['etcd.v3.0.0', 'etcd.v1.0.0'] }] },
];

describe('selecting from files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'stream-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const file = (name: string, content: string | Buffer): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const indented = (): string => (
    documentsToJsonLines(DOCUMENTS).trim().split('\n').map((line) => JSON.stringify(JSON.parse(line), undefined, 2)).join('\n')
  );

  describe.each([
    ['JSON lines', () => documentsToJsonLines(DOCUMENTS)], ['indented JSON', indented], ['YAML', () => documentsToYaml(DOCUMENTS)],
    ['JSON in YAML', () => documentsToJsonLines(DOCUMENTS).replace(/\n/g, '\n---\n')],
  ])('of %s', (kind, write) => {
    it.each(SELECTIONS)('keeps what selecting from the whole catalog keeps: %j', (selection) => {
      const path = file(`${kind}.txt`, write());
      const [streamed, whole] = [Catalog.selectFromFile(path, selection), Catalog.fromFile(path).select(selection)];
      expect(streamed.catalog.toJsonLines()).toBe(whole.catalog.toJsonLines());
      expect(streamed.notes).toEqual(whole.notes);
    });
  });

  it('reads a folder as Catalog.fromDirectory does', () => {
    const path = join(folder, 'catalog');
    mkdirSync(join(path, 'etcd'), { recursive: true });
    writeFileSync(join(path, '.indexignore'), '*.md\n');
    writeFileSync(join(path, 'README.md'), 'no catalog');
    writeFileSync(join(path, 'etcd', 'a.yaml'), documentsToYaml(DOCUMENTS.slice(0, 5)));
    writeFileSync(join(path, 'etcd', 'b.json'), documentsToJsonLines(DOCUMENTS.slice(5)));
    for (const selection of SELECTIONS) {
      const [streamed, whole] = [Catalog.selectFromDirectory(path, selection), Catalog.fromDirectory(path).select(selection)];
      expect(streamed.catalog.toJsonLines()).toBe(whole.catalog.toJsonLines());
    }
  });

  it('does not look at bundles of packages that do not matter', () => {
    const broken = '{"schema":"olm.bundle","package":"broken","name":"b","image":3}';
    const path = file('broken.json', `${documentsToJsonLines(DOCUMENTS)}{"schema":"olm.package","name":"broken","defaultChannel":"c"}\n${broken}\n`);
    expect(Catalog.selectFromFile(path, { packages: [{ name: 'other' }] }).catalog.packageNames).toEqual(['other']);
    expect(() => Catalog.selectFromFile(path, {})).toThrow(/broken\.json:\d+:\d+: image must be text/);
  });

  it.each<[string, string | Buffer, CatalogSelection, RegExp]>([
    ['a package that is not there, with those that are', documentsToJsonLines(DOCUMENTS), { packages: [{ name: 'x' }] }, /no package "x"; it has "etcd", "other"/],
    ['a catalog that opm refuses', documentsToJsonLines(DOCUMENTS.slice(1)), {}, /package "etcd"/],
    ['what is no JSON, with its line', '{"schema":"a"}\n{"schema":"a"}\n\n{"schema": x}\n', {}, /:4:1: this object is not JSON/],
    ['what stands between JSON objects', '{"schema":"a"}\n{"schema":"a"}\nx', {}, /:3: here should be a JSON object/],
    ['what is no YAML, with its line', 'schema: a\n---\nschema: [\n', {}, /:\d+:\d+: /],
    ['what is no UTF-8, with its line', Buffer.from('{"schema":"a"}\n{"schema":"\xff"}', 'latin1'), {}, /:2:1: the text is not UTF-8/],
    ['an empty catalog', '', { packages: [{ name: 'x' }] }, /no package "x"; it has none/],
  ])('refuses %s', (_, content, selection, message) => {
    expect(() => Catalog.selectFromFile(file('refused', content), selection)).toThrow(message);
  });

  it('refuses what goes beyond a limit, by document and by what is kept', () => {
    const path = file('limits.json', documentsToJsonLines(DOCUMENTS));
    expect(() => Catalog.selectFromFile(path, {}, { maxFileBytes: 100 })).toThrow(/limit maxFileBytes/);
    expect(() => Catalog.selectFromFile(path, {}, { maxTotalBytes: 1000 })).toThrow(/limits\.json:\d+: what the selection keeps .*\(limit maxTotalBytes\)/);
    expect(Catalog.selectFromFile(path, { packages: [{ name: 'other' }] }, { maxTotalBytes: 1000 }).catalog.packageNames).toEqual(['other']);
  });

  it('refuses a folder in place of a file, and what is not there', () => {
    expect(() => Catalog.selectFromFile(folder, {})).toThrow(/this is a folder/);
    expect(() => Catalog.selectFromFile(join(folder, 'missing'), {})).toThrow(/no such file/);
  });

  it('takes less memory than the catalog has bytes', () => {
    const path = join(folder, 'large.json');
    writeLargeCatalog(path, { packages: 300, bundlesPerPackage: 24, bundleBytes: 50_000 });
    expect(statSync(path).size).toBeGreaterThan(300_000_000);
    // A process of its own: what other tests left in memory does not count.
    const program = resolve(__dirname, 'select-large.ts');
    const tsx = resolve(__dirname, '..', '..', '..', '..', 'node_modules', 'tsx', 'dist', 'cli.mjs');
    // How much garbage Node lets lie differs from version to version; a small heap makes it tidy up, and holds no catalog.
    const ended = spawnSync(process.execPath, [tsx, '--tsconfig', 'tsconfig.dev.json', program, path], {
      encoding: 'utf8', timeout: 120_000, env: { ...process.env, NODE_OPTIONS: '--max-old-space-size=160 --max-semi-space-size=8' },
    });
    expect(ended.stderr).toBe('');
    const { bundles, peakBytes } = JSON.parse(ended.stdout) as { bundles: number; peakBytes: number };
    expect(bundles).toBe(300);
    expect(peakBytes).toBeLessThan(300_000_000);
  }, 180_000);
});

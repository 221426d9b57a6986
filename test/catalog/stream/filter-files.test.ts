import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { writeLargeCatalog } from './large-catalog';
import { Catalog } from '../../../lib/catalog/catalog';
import { blobsToJsonLines, blobsToYaml } from '../../../lib/catalog/declcfg/write-blob';
import { CatalogErrorCode } from '../../../lib/catalog/declcfg/catalog-problem';
import type { CatalogReadOptions } from '../../../lib/catalog/read/read-options';
import type { CatalogFilter } from '../../../lib/catalog/filter/catalog-filter';
import type { CatalogBlob } from '../../../lib/catalog/declcfg/declcfg';
import { compileProgram } from '../../builders/compiled-program';
import { deprecationsBlob, packageOf, property } from '../filter/sample-catalog';
import { itWith } from '../../needed';
import { realBundle } from '../../remembered/real-bundle';
import { SAMPLES } from '../sample-bundles';

const BLOBS: CatalogBlob[] = [
  ...packageOf('etcd', { stable: ['2.1.0', '2.0.0', '1.2.0', '1.1.0', '1.0.0'], alpha: ['3.0.0', '2.1.0'] }, [property('com.example.text', 'a "b"\n---\n{')]),
  deprecationsBlob('etcd', [{ reference: { schema: 'olm.bundle', name: 'etcd.v1.0.0' }, message: 'old' }]),
  ...packageOf('other', { only: ['1.0.0'] }, [property('olm.package.required', { packageName: 'etcd', versionRange: '<2.0.0' })]),
  { schema: undefined, otherSchema: 'com.example.note', content: { schema: 'com.example.note', text: 'of all' } },
];

const FILTERS: CatalogFilter[] = [
  {}, { headsOnly: true }, { packages: [{ name: 'other' }] }, { packages: [{ name: 'other' }], dependencies: true },
  { packages: [{ name: 'etcd', channels: [{ name: 'stable', minVersion: '1.1.0' }] }] }, { packages: [{ name: 'etcd', bundles: ['etcd.v3.0.0', 'etcd.v1.0.0'] }] },
];

/** Fields that opm knows, by schema, which the sample does not have. */
const OPTIONAL_FIELDS: { readonly [schema: string]: object } = {
  'olm.package': {
    icon: { base64data: 'PHN2Zy8+', mediatype: 'image/svg+xml' }, description: 'An operator', properties: [{ type: 'com.example.a', value: { b: [1] } }],
  },
  'olm.channel': { properties: [{ type: 'com.example.c', value: [1, 'd'] }] },
  'olm.bundle': { relatedImages: [{ name: 'operand', image: 'example.com/operand:v1' }] },
};

/** The sample with these fields, and with random ones that opm does not know in each map that a blob has. */
const decoratedBlobs = fc.dictionary(fc.string().map((name) => `x-${name}`), fc.jsonValue(), { maxKeys: 3 }).map((unknown) => {
  const decorated = (value: unknown): unknown => (
    Array.isArray(value) ? value.map(decorated)
      : typeof value !== 'object' || value === null ? value
        : { ...Object.fromEntries(Object.entries(value).map(([key, item]) => [key, key === 'value' ? item as unknown : decorated(item)])), ...unknown }
  );
  return blobsToJsonLines(BLOBS).trim().split('\n').map((line) => {
    const blob = JSON.parse(line) as { readonly schema: string };
    return decorated({ ...blob, ...OPTIONAL_FIELDS[blob.schema] });
  });
});

/** Size of the large catalog, in bytes: more than Node, the program and one package need together. */
const SIZE = 140_000_000;
const PACKAGES = 145;

describe('filtering files', () => {
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
    blobsToJsonLines(BLOBS).trim().split('\n').map((line) => JSON.stringify(JSON.parse(line), undefined, 2)).join('\n')
  );

  describe.each([
    ['JSON lines', () => blobsToJsonLines(BLOBS)], ['indented JSON', indented], ['YAML', () => blobsToYaml(BLOBS)],
    ['JSON in YAML', () => blobsToJsonLines(BLOBS).replace(/\n/g, '\n---\n')],
  ])('of %s', (kind, write) => {
    it.each(FILTERS)('keeps the same blobs as filtering the whole catalog: %j', (filter) => {
      const path = file(`${kind}.txt`, write());
      const [streamed, whole] = [Catalog.filterFile(path, filter), Catalog.fromFile(path).filter(filter)];
      expect(streamed.catalog.toJsonLines()).toBe(whole.catalog.toJsonLines());
      expect(streamed.notes).toEqual(whole.notes);
    });
  });

  it('keeps every field that a blob has, known to opm or not, as filtering the whole catalog does', () => {
    fc.assert(fc.property(decoratedBlobs, fc.constantFrom(...FILTERS), (blobs, filter) => {
      const path = file('decorated.json', blobs.map((blob) => `${JSON.stringify(blob)}\n`).join(''));
      const [streamed, whole] = [Catalog.filterFile(path, filter).catalog, Catalog.fromFile(path).filter(filter).catalog];
      expect(streamed.toJsonLines().split('\n')).toEqual(whole.toJsonLines().split('\n'));
      expect(whole.toJsonLines()).toContain('"icon":');
    }), { numRuns: 50 });
  });

  itWith(SAMPLES)('keeps the blobs of real bundles, with their icons and descriptions', () => {
    const catalog = Catalog.fromBundles(['grafana-operator@5.24.0', 'prometheus@0.56.3', 'infinispan@2.5.3'].map(realBundle));
    const path = join(folder, 'real');
    catalog.writeDirectory(path);
    for (const filter of [{}, { headsOnly: true }, { packages: [{ name: 'infinispan' }] }]) {
      const lines = Catalog.filterDirectory(path, filter).catalog.toJsonLines().split('\n');
      expect(lines).toEqual(catalog.filter(filter).catalog.toJsonLines().split('\n'));
    }
  });

  it('reads a folder as Catalog.fromDirectory does', () => {
    const path = join(folder, 'catalog');
    mkdirSync(join(path, 'etcd'), { recursive: true });
    writeFileSync(join(path, '.indexignore'), '*.md\n');
    writeFileSync(join(path, 'README.md'), 'no catalog');
    writeFileSync(join(path, 'etcd', 'a.yaml'), blobsToYaml(BLOBS.slice(0, 5)));
    writeFileSync(join(path, 'etcd', 'b.json'), blobsToJsonLines(BLOBS.slice(5)));
    for (const filter of FILTERS) {
      const [streamed, whole] = [Catalog.filterDirectory(path, filter), Catalog.fromDirectory(path).filter(filter)];
      expect(streamed.catalog.toJsonLines()).toBe(whole.catalog.toJsonLines());
    }
  });

  it('does not read bundles of irrelevant packages', () => {
    const broken = '{"schema":"olm.bundle","package":"broken","name":"b","image":3}';
    const path = file('broken.json', `${blobsToJsonLines(BLOBS)}{"schema":"olm.package","name":"broken","defaultChannel":"c"}\n${broken}\n`);
    expect(Catalog.filterFile(path, { packages: [{ name: 'other' }] }).catalog.packageNames).toEqual(['other']);
    expect(() => Catalog.filterFile(path, {})).toThrow(/broken\.json:\d+:\d+: image must be a string/);
  });

  it.each<[string, string | Buffer, CatalogFilter, RegExp]>([
    ['a package that does not exist, with the existing ones', blobsToJsonLines(BLOBS), { packages: [{ name: 'x' }] }, /no package "x"; it has "etcd", "other"/],
    ['a catalog that opm refuses', blobsToJsonLines(BLOBS.slice(1)), {}, /package "etcd"/],
    ['content that is not JSON, with its line', '{"schema":"a"}\n{"schema":"a"}\n\n{"schema": x}\n', {}, /:4:1: this object is not JSON/],
    ['content between JSON objects', '{"schema":"a"}\n{"schema":"a"}\nx', {}, /:3: expected a JSON object/],
    ['content that is not YAML, with its line', 'schema: a\n---\nschema: [\n', {}, /:\d+:\d+: /],
    ['content that is not UTF-8, with its line', Buffer.from('{"schema":"a"}\n{"schema":"\xff"}', 'latin1'), {}, /:2:1: the file is not UTF-8/],
    ['an empty catalog', '', { packages: [{ name: 'x' }] }, /no package "x"; it has none/],
  ])('refuses %s', (_, content, filter, message) => {
    expect(() => Catalog.filterFile(file('refused', content), filter)).toThrow(message);
  });

  it('refuses blobs that exceed a limit, each or all kept ones together', () => {
    const path = file('limits.json', blobsToJsonLines(BLOBS));
    expect(() => Catalog.filterFile(path, {}, { maxFileBytes: 100 })).toThrow(/limit maxFileBytes/);
    expect(() => Catalog.filterFile(path, {}, { maxTotalBytes: 1000 })).toThrow(/limits\.json:\d+: the kept blobs .*\(limit maxTotalBytes\)/);
    expect(Catalog.filterFile(path, { packages: [{ name: 'other' }] }, { maxTotalBytes: 1000 }).catalog.packageNames).toEqual(['other']);
  });

  it.each<[string, string, CatalogReadOptions, CatalogErrorCode]>([
    ['nested more deeply than the limit', blobsToJsonLines(BLOBS), { maxYamlDepth: 2 }, CatalogErrorCode.LIMIT],
    ['with more values than the limit', blobsToJsonLines(BLOBS), { maxYamlNodes: 5 }, CatalogErrorCode.LIMIT],
    ['that is not JSON although it starts with a brace', '{ schema: olm.package, name: etcd }', {}, CatalogErrorCode.SYNTAX],
  ])('refuses a blob %s, and tells which of the two is the problem', (_, content, limits, code) => {
    const path = file('refused.json', content);
    expect(() => Catalog.filterFile(path, {}, limits)).toThrow(expect.objectContaining({ code }) as Error);
  });

  it('refuses a folder instead of a file, and a path that does not exist', () => {
    expect(() => Catalog.filterFile(folder, {})).toThrow(/this is a folder/);
    expect(() => Catalog.filterFile(join(folder, 'missing'), {})).toThrow(/file or folder not found; check the path/);
  });

  it('needs less memory than the size of the catalog', () => {
    const path = join(folder, 'large.json');
    writeLargeCatalog(path, { packages: PACKAGES, bundlesPerPackage: 24, bundleBytes: 50_000 });
    expect(statSync(path).size).toBeGreaterThan(SIZE);
    // A separate process, without the garbage of other tests.
    const program = compileProgram('test/catalog/stream/filter-large.ts', folder);
    // A small heap forces garbage collection, which otherwise differs between Node versions, and is smaller than the catalog.
    const ended = spawnSync(process.execPath, [program, path, String(PACKAGES)], {
      encoding: 'utf8', timeout: 120_000, env: { ...process.env, NODE_OPTIONS: '--max-old-space-size=80 --max-semi-space-size=4' },
    });
    expect(ended.stderr).toBe('');
    const { bundles, usedBytes } = JSON.parse(ended.stdout) as { bundles: number; usedBytes: number };
    expect(bundles).toBe(PACKAGES);
    expect(usedBytes).toBeLessThan(0.75 * SIZE);
  }, 180_000);
});

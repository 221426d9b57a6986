import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ApiObject, App, Chart } from 'cdk8s';
import fc from 'fast-check';
import { BundleDeployment, PlainEngine } from 'olm-constructs';
import { PlainBundle } from 'olm-constructs/bundle';
import { Catalog, CatalogDiff, CatalogFilter } from 'olm-constructs/catalog';
import { ManifestTree, ManifestTreeDiff } from 'olm-constructs/gitops';
import { packCatalog } from '../lib/catalog/pack';
import { ApiClient } from '../lib/cluster/client/api-client';
import { CLIENT_TIMEOUTS } from '../lib/cluster/client/transport';
import { dumpedObjects } from '../lib/cluster/inspection/source/dumped-objects';
import { readManifests } from '../lib/cluster/operations/manifests';
import { manifestObject } from '../lib/constructs/model/manifest-object';
import { exactJson, parseJson } from '../lib/formats/json/exact-json';
import { goJson } from '../lib/formats/json/go-json';
import { readYaml } from '../lib/formats/yaml/read-yaml';
import { toYaml } from '../lib/formats/yaml/write';
import { bundleOf, crdOf } from './builders/bundle-of';
import { FakeTransport } from './cluster/client/fake-transport';

/** Values of strangers, and what is done with them: whatever the path, the value stays the same. */

const LIMITS = { target: 'object', maxDepth: 500, maxNodes: 1_000_000 } as const;

const NUMBERS = [
  9007199254740993n, -9007199254740993n, 9223372036854775807n, -9223372036854775808n, 9007199254740991, 0, 1, 0.1, 1.5, 1e21, 1.5e21, 1e22,
  5e-324, 1e-7, 1.7976931348623157e308, 123456789.125,
];
const STRINGS = [
  '', ' ', 'a ', ' a', 'a\n', 'a\n\n', '\na', 'a\r\nb', 'a\rb', '\ta\nb', '\n\ta', 'a \nb ', 'a\0b', 'a\x01\nb', 'a\x7fb', 'a\x85b',
  'a\u2028b', 'a\u2029\nb', '\ufeffa',
  '\ufffe', '\uffff', '😀', 'yes', 'no', 'on', 'y', 'N', 'true', 'null', '~', '.nan', '.inf', '1', '1.0', '1e3', '9007199254740993', '0x1F',
  '0o17', '+0o17', '-0o17', '017', '08', '0b11', '0b+1', '0b-1', '1_000', '0_7', '+_1', '1e_1', '1:30', '2020-01-01', '=', '<<',
  '-', '?', '---', '...', 'a: b', 'a #b', '#a', '&a', '*a', '!a',
  '|', '>', '%a', '@a', '`a', '\\', '"', "'", '<&>', '0:1', '"0:1"', '0:9007199254740993',
];

/** Strings without halves of surrogate pairs, which no file in UTF-8 contains. */
const string = fc.oneof(
  fc.constantFrom(...STRINGS), fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'+-._0178boxeE:anyIf \n\t#') }),
);
const number = fc.oneof(
  fc.constantFrom(...NUMBERS),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).filter((value) => !Number.isSafeInteger(Number(value))),
  fc.integer(),
  // Go writes floats between 2^53 and 2^64 like integers, and reads them back as such.
  fc.double({ noNaN: true, noDefaultInfinity: true })
    .filter((value) => !Object.is(value, -0) && (!Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= 2 ** 64)),
);
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 2, depthSize: 'small' }, string, number, fc.boolean(), fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b-c', 'constructor', '1', 'yes', '__proto__'), tie('value'), { maxKeys: 3, noNullPrototype: true })),
})).value;

const objectOf = (content: unknown): { apiVersion: string; kind: string; metadata: { name: string; namespace: string }; spec: unknown } => ({
  apiVersion: 'example.test/v1', kind: 'Thing', metadata: { name: 'thing', namespace: 'default' }, spec: { values: [content, { content }] },
});
type Thing = ReturnType<typeof objectOf>;

const folder = mkdtempSync(join(tmpdir(), 'exact-'));

afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(path: string, content: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

const yaml = (text: string): unknown => readYaml(text, LIMITS).value;
const chartOf = (thing: Thing): { app: App; object: ApiObject } => {
  const app = new App();
  return { app, object: manifestObject(new Chart(app, 'chart'), 'thing', thing, {}) };
};

/** A bundle with an object in its manifests, in the file of an extension. */
const manifestOf = (thing: Thing, extension: string): unknown => (
  bundleOf({ files: { [`manifests/thing.${extension}`]: thing } }).manifests.find(({ kind }) => kind === 'Thing')!.content
);
const catalogOf = (thing: Thing): Catalog => Catalog.fromBundles([bundleOf({ files: { 'manifests/thing.yaml': thing } })]);
const inCatalog = (catalog: Catalog): unknown => catalog.bundles[0]!.content!.manifests.find(({ kind }) => kind === 'Thing')!.content;
const packed = (catalog: Catalog): string => gunzipSync(Buffer.concat(packCatalog(catalog).parts.map(({ bytes }) => Buffer.from(bytes)))).toString();

const PATHS: { readonly [path: string]: (thing: Thing) => unknown } = {
  'our YAML': (thing) => yaml(toYaml(thing)),
  'our JSON': (thing) => parseJson(exactJson(thing)),
  'indented JSON': (thing) => parseJson(exactJson(thing, 2)),
  "Go's JSON": (thing) => parseJson(goJson(thing)),
  "Go's JSON, read as YAML": (thing) => yaml(goJson(thing)),
  'a manifest of a bundle in YAML': (thing) => manifestOf(thing, 'yaml'),
  'a manifest of a bundle in JSON': (thing) => manifestOf(thing, 'json'),
  'a bundle inline in a catalog': (thing) => inCatalog(Catalog.fromString(catalogOf(thing).toJsonLines())),
  'a bundle inline in a catalog in YAML': (thing) => inCatalog(Catalog.fromString(catalogOf(thing).toYaml())),
  'a bundle inline in the ConfigMaps of a registry': (thing) => inCatalog(Catalog.fromString(packed(catalogOf(thing)))),
  "cdk8s' YAML": (thing) => yaml(chartOf(thing).app.synthYaml()),
  'a manifest of cdk8s in JSON': (thing) => parseJson(exactJson(chartOf(thing).object.toJson())),
  'rendered manifests': (thing) => yaml(Object.values(ManifestTree.of(chartOf(thing).app).files)[0]!),
  'rendered manifests of an object of the user': (thing) => {
    const app = new App();
    new ApiObject(new Chart(app, 'chart'), 'thing', thing);
    return yaml(Object.values(ManifestTree.of(app).files)[0]!);
  },
  'a dump in JSON': (thing) => dumpedObjects(exactJson(thing, 1)).objects[0]!.object,
  'a dump in YAML': (thing) => dumpedObjects(toYaml(thing)).objects[0]!.object,
};

/** cdk8s takes a map with these keys for something else, unless a construct of ours writes it. */
const isPlain = (json: string): boolean => !/"(?:constructor|__proto__)":/.test(json);

describe('a value stays the same in', () => {
  it.each(Object.entries(PATHS))('%s', (path, through) => {
    fc.assert(fc.property(value, (content) => {
      const thing = objectOf(content);
      fc.pre(!path.endsWith('of the user') || isPlain(exactJson(thing)));
      expect(goJson(through(thing))).toBe(goJson(thing));
    }), { numRuns: 20, examples: [[[...STRINGS, ...NUMBERS]]] });
  });

  it.each(['json', 'yaml'])('a file of manifests in %s', async (extension) => {
    const thing = objectOf([...STRINGS, ...NUMBERS]);
    const [read] = await readManifests([fileWith(`thing.${extension}`, extension === 'json' ? exactJson(thing) : toYaml(thing))]);
    expect(goJson(read!.object)).toBe(goJson(thing));
  });

  it.each(['json', 'yaml'])('a plain bundle with %s', (extension) => {
    const thing = objectOf([...STRINGS, ...NUMBERS]);
    fileWith(`${extension}/manifests/thing.${extension}`, extension === 'json' ? exactJson(thing) : toYaml(thing));
    expect(goJson(PlainBundle.fromDirectory(join(folder, extension)).objects[0]!.content)).toBe(goJson(thing));
  });
});

describe('a property of a catalog', () => {
  const catalog = (content: string): string => [
    { schema: 'olm.package', name: 'p', defaultChannel: 'a' },
    { schema: 'olm.channel', package: 'p', name: 'a', entries: [{ name: 'p.v1' }] },
  ].map((blob) => `${exactJson(blob)}\n`).join('') + '{"schema":"olm.bundle","package":"p","name":"p.v1","image":"example.test/p:1","properties":['
    + `{"type":"olm.package","value":{"packageName":"p","version":"1.0.0"}},{"type":"x","value":${content}}]}\n{"schema":"other","big":${content}}\n`;

  it('stays the same from catalog to catalog, in JSON, YAML and ConfigMaps', () => {
    fc.assert(fc.property(value, (content) => {
      const json = goJson(content).replace(/\\u(003c|003e|0026)/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
      const read = Catalog.fromString(catalog(json));
      const lines = read.toJsonLines();
      expect(lines).toContain(`{"type":"x","value":${json}}`);
      expect(lines).toContain(`{"big":${json},"schema":"other"}`);
      expect(Catalog.fromString(read.toYaml()).toJsonLines()).toBe(lines);
      expect(packed(read)).toBe(lines);
    }), { numRuns: 20, examples: [[[...STRINGS, ...NUMBERS]]] });
  });

  it('stays the same when a large catalog is filtered', () => {
    const filter: CatalogFilter = { packages: [{ name: 'p' }] };
    const { catalog: found } = Catalog.filterFile(fileWith('catalog.json', catalog('9007199254740993')), filter);
    expect(found.toJsonLines()).toContain('{"type":"x","value":9007199254740993}');
  });

  it('differs if only the last digit does', () => {
    const [before, after] = ['9007199254740993', '9007199254740992'].map((digits) => Catalog.fromString(catalog(digits)));
    expect(CatalogDiff.between(before!, after!).isEmpty).toBe(false);
  });
});

describe('an annotation olm.properties keeps the bytes that opm does not decode', () => {
  it.each([
    ['{"b":1.0, "a": [1e2, 12345678901234567890123], "s": "\\u003c<\\/"}', '{"b":1.0,"a":[1e2,12345678901234567890123],"s":"\\u003c<\\/"}'],
    [' 9007199254740993 ', '9007199254740993'],
    ['"a \\" , ] b"', '"a \\" , ] b"'],
    ['null', 'null'],
    ['[ ]', '[]'],
  ])('%s', (written, expected) => {
    const annotation = `[ {"type":"x","value":${written}} , {"value":${written},"other":{"a":[1]},"type":"y"} ]`;
    const blob = Catalog.fromBundles([bundleOf({ annotations: { 'olm.properties': annotation } })]).toJsonLines();
    expect(blob).toContain(`{"type":"x","value":${expected}},{"type":"y","value":${expected}}`);
  });
});

it('an example in the metadata of a bundle by image keeps its digits', () => {
  const owned = { name: 'things.example.test', version: 'v1', kind: 'Thing', specDescriptors: [{ path: 'size', value: 9007199254740993n }] };
  const bundle = bundleOf({ spec: { customresourcedefinitions: { owned: [owned] } }, files: { 'manifests/things.yaml': crdOf('Thing') } });
  const lines = Catalog.fromBundles([bundle], { images: { [bundle.name]: 'example.test/demo:1' } }).toJsonLines();
  expect(lines).toContain('"specDescriptors":[{"path":"size","value":9007199254740993}]');
});

describe('integers beyond 2^53', () => {
  const SCHEMA = {
    type: 'object',
    properties: {
      n: { type: 'integer', default: 9007199254740993n, minimum: -9223372036854775808n, maximum: 9223372036854775807n, enum: [9007199254740993n] },
    },
  };

  it('reach the manifests of a bundle without OLM', () => {
    const app = new App();
    const bundle = bundleOf({
      spec: { customresourcedefinitions: { owned: [{ name: 'things.example.test', version: 'v1', kind: 'Thing' }] } },
      files: { 'manifests/things.yaml': crdOf('Thing', SCHEMA) },
    });
    new BundleDeployment(new Chart(app, 'chart'), 'demo', { bundle, engine: new PlainEngine() });
    const written = app.synthYaml();
    expect(written).toContain('default: 9007199254740993\n');
    expect(written).toContain('maximum: 9223372036854775807\n');
    expect(written).toContain('minimum: -9223372036854775808\n');
  });

  it('are a difference between rendered manifests if only the last digit differs', () => {
    const [before, after] = [9007199254740993n, 9007199254740992n].map((size) => {
      const tree = join(folder, `tree-${size}`);
      ManifestTree.of(chartOf(objectOf(size)).app).write(tree);
      return tree;
    });
    expect(ManifestTreeDiff.between(before!, after!).isEmpty).toBe(false);
  });

  it('are sent to the API server, and read from it', async () => {
    const transport = new FakeTransport({ body: '{"spec":{"size":9007199254740993,"share":1.0}}' });
    const credentials = {
      impersonation: {}, runningPlugin: undefined, hasPluginCertificate: false, authorization: () => Promise.resolve(''), renew: () => false,
    };
    const options = { credentials, server: 'https://one.example', random: () => 0, timeouts: CLIENT_TIMEOUTS };
    const client = new ApiClient(() => Promise.resolve(transport), options);
    const answer = await client.request({ method: 'PATCH', path: '/x', body: { size: 9007199254740993n } }, new AbortController().signal);
    expect(transport.requests[0]!.body).toBe('{"size":9007199254740993}');
    expect(answer).toEqual({ spec: { size: 9007199254740993n, share: 1 } });
  });
});

it('a key that cdk8s cannot write is an error with the path of the construct', () => {
  expect(() => chartOf({ ...objectOf(1), spec: { settings: { '<<': 1 } } }).app.synthYaml()).toThrow(
    "[chart/thing] cdk8s cannot write the key \"<<\" of Thing 'thing' in spec.settings as YAML that the API server reads; rename the key",
  );
});

it.each(['\u2028', 'a\u2028b', 'a\u2029', 'a\x85b', 'a\x7f', 'a\ufffe'])('so is the key %j, at which Go ends the line or refuses the file', (key) => {
  for (const spec of [{ [key]: 1 }, { list: [{ [key]: { a: 'b' } }] }, { ok: { [`${key}b: c`]: `x${key}` } }]) {
    expect(() => chartOf({ ...objectOf(1), spec: { settings: spec } }).app.synthYaml()).toThrow(/cannot write the key .* of Thing 'thing' in spec\.settings.*; rename the key/);
  }
  expect(readYaml(toYaml({ [key]: { [`${key} b`]: 1 } }), LIMITS).value).toEqual({ [key]: { [`${key} b`]: 1 } });
});

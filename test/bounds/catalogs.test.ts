import type { Bundle } from '../../lib/bundle/bundle';
import { Catalog } from '../../lib/catalog/catalog';
import { CatalogTemplate } from '../../lib/catalog/catalog-template';
import { CatalogError } from '../../lib/catalog/declcfg/catalog-error';
import { missingRequirements } from '../../lib/catalog/requirements';
import { Resolution } from '../../lib/resolve/resolution';
import { preferredSolution } from '../../lib/resolve/solver/preferred-solution';
import type { Variable } from '../../lib/resolve/solver/variable';
import { bundleOf, crdOf } from '../builders/bundle-of';
import { bundleBlob, type SampleBlob } from '../catalog/sample-catalog';
import { expectLinear, expectLinearWithNew, many } from './growth';

const PACKAGE: SampleBlob = { schema: 'olm.package', name: 'demo', defaultChannel: 'stable' };

function channel(entries: readonly object[], name = 'stable'): SampleBlob {
  return { schema: 'olm.channel', name, package: 'demo', entries };
}

function chain(size: number): object[] {
  return many(size, (index) => ({ name: `demo.v${index}.0.0`, ...(index === 0 ? {} : { replaces: `demo.v${index - 1}.0.0` }) }));
}

const HEAD = bundleBlob('0.0.0');

/** Blobs of catalogs with many of one thing. */
const CATALOGS: { readonly [what: string]: (size: number) => readonly object[] } = {
  'a chain': (size) => [PACKAGE, channel(chain(size)), ...many(size, (index) => bundleBlob(`${index}.0.0`))],
  'entries without bundles': (size) => [PACKAGE, channel(chain(size))],
  'one entry many times': (size) => [PACKAGE, channel(many(size, () => ({ name: 'demo.v0.0.0' }))), HEAD],
  'skips of one entry': (size) => [PACKAGE, channel([{ name: 'demo.v0.0.0', skips: many(size, (index) => `demo.v0.0.0-${index}`) }]), HEAD],
  'skipped entries': (size) => [PACKAGE, channel([
    ...many(size, (index) => ({ name: `demo.v${index}.0.0` })),
    { name: `demo.v${size}.0.0`, skips: many(size, (index) => `demo.v${index}.0.0`) },
  ]), ...many(size + 1, (index) => bundleBlob(`${index}.0.0`))],
  'entries with a skipRange': (size) => [PACKAGE, channel(chain(size).map((entry, index) => ({ ...entry, skipRange: `<${index}.0.0` }))), ...many(size, (index) => bundleBlob(`${index}.0.0`))],
  'several heads': (size) => [PACKAGE, channel(many(size, (index) => ({ name: `demo.v${index}.0.0` }))), ...many(size, (index) => bundleBlob(`${index}.0.0`))],
  'a cycle': (size) => [PACKAGE, channel(many(size, (index) => ({ name: `demo.v${index}.0.0`, replaces: `demo.v${(index + 1) % size}.0.0` }))), ...many(size, (index) => bundleBlob(`${index}.0.0`))],
  'channels': (size) => [PACKAGE, channel([{ name: 'demo.v0.0.0' }]), ...many(size, (index) => channel([{ name: 'demo.v0.0.0' }], `c${index}`)), HEAD],
  'packages': (size) => many(size, (index) => [
    { schema: 'olm.package', name: `p${index}`, defaultChannel: 'stable' },
    { schema: 'olm.channel', name: 'stable', package: `p${index}`, entries: [{ name: `p${index}.v1.0.0` }] },
    { schema: 'olm.bundle', name: `p${index}.v1.0.0`, package: `p${index}`, image: 'example.test/p:1', properties: [{ type: 'olm.package', value: { packageName: `p${index}`, version: '1.0.0' } }] },
  ]).flat(),
  'packages that are missing': (size) => many(size, (index) => ({ schema: 'olm.channel', name: 'stable', package: `p${index}`, entries: [] })),
  'the same bundle': (size) => [PACKAGE, channel([{ name: 'demo.v0.0.0' }]), ...many(size, () => HEAD)],
  'properties': (size) => [PACKAGE, channel([{ name: 'demo.v0.0.0' }]), { ...HEAD, properties: [
    { type: 'olm.package', value: { packageName: 'demo', version: '0.0.0' } }, ...many(size, (index) => ({ type: 'my.own', value: index })),
  ] }],
  'related images': (size) => [PACKAGE, channel([{ name: 'demo.v0.0.0' }]), { ...HEAD, relatedImages: many(size, (index) => ({ name: `n${index}`, image: `example.test/i:${index}` })) }],
  'required packages': (size) => [PACKAGE, channel([{ name: 'demo.v0.0.0' }]), { ...HEAD, properties: [
    { type: 'olm.package', value: { packageName: 'demo', version: '0.0.0' } },
    ...many(size, (index) => ({ type: 'olm.package.required', value: { packageName: `p${index}`, versionRange: '>=1.0.0' } })),
  ] }],
  'deprecations': (size) => [PACKAGE, channel(chain(size)), ...many(size, (index) => bundleBlob(`${index}.0.0`)), { schema: 'olm.deprecations', package: 'demo', entries: [
    ...many(size, (index) => ({ reference: { schema: 'olm.bundle', name: `demo.v${index}.0.0` }, message: 'old' })),
  ] }],
  'the same deprecation': (size) => [PACKAGE, channel(chain(1)), HEAD, { schema: 'olm.deprecations', package: 'demo', entries: [
    ...many(size, () => ({ reference: { schema: 'olm.bundle', name: 'demo.v0.0.0' }, message: 'old' })),
  ] }],
  'other blobs': (size) => [PACKAGE, channel(chain(1)), HEAD, ...many(size, (index) => ({ schema: 'my.own', name: `n${index}` }))],
  'keys that differ in case': (size) => [PACKAGE, channel(chain(1)), HEAD, Object.fromEntries<unknown>([
    ['schema', 'olm.package'], ...many(size, (index): [string, string] => [
      [...'defaultchannelx'].map((letter, at) => ((index >> at) % 2 === 1 ? letter.toUpperCase() : letter)).join(''), 'a',
    ]),
  ])],
  'a long description': (size) => [{ ...PACKAGE, description: 'a '.repeat(size) }, channel(chain(1)), HEAD],
  'a long version': (size) => [PACKAGE, channel(chain(1)), { ...HEAD, properties: [{ type: 'olm.package', value: { packageName: 'demo', version: `0.0.0-${'1.'.repeat(size)}1` } }] }],
};

function allowingRefusal<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof CatalogError) {
      return undefined;
    }
    throw error;
  }
}

const json = (blobs: readonly object[]): string => blobs.map((blob) => JSON.stringify(blob)).join('\n');
describe.each(Object.entries(CATALOGS))('a catalog with many or long: %s', (_what, make) => {
  it('is read from JSON in linear time', () => {
    const read = (content: string): unknown => allowingRefusal(() => Catalog.fromString(content).packages.map(({ channels }) => channels));
    expectLinear((size) => json(make(size)), read, 60);
  });
});

describe('a valid catalog', () => {
  it.each(['a chain', 'skipped entries', 'packages', 'required packages', 'properties', 'related images', 'deprecations'])('with many or long: %s is filtered in linear time', (what) => {
    const filter = (catalog: Catalog): unknown => allowingRefusal(() => catalog.filter({ packages: [{ name: catalog.packageNames[0]! }] }));
    expectLinear((size) => Catalog.fromString(json(CATALOGS[what]!(size))), filter, 60);
  });
});

/** Returns a catalog with the package `app`, and those that its bundles require. */
const requiring = (blobs: (size: number) => readonly object[]) => (size: number): Catalog => Catalog.fromString(json(blobs(size)));
const packageOf = (name: string, size: number, properties: (index: number) => readonly object[]): object[] => [
  { schema: 'olm.package', name, defaultChannel: 'stable' },
  { schema: 'olm.channel', name: 'stable', package: name, entries: many(size, (index) => (
    { name: `${name}.v${index}.0.0`, ...(index === 0 ? {} : { replaces: `${name}.v${index - 1}.0.0` }) }
  )) },
  ...many(size, (index) => ({ schema: 'olm.bundle', name: `${name}.v${index}.0.0`, package: name, image: 'example.test/i:1', properties: [
    { type: 'olm.package', value: { packageName: name, version: `${index}.0.0` } }, ...properties(index),
  ] })),
];
const needs = (packageName: string, versionRange: string): object => ({ type: 'olm.package.required', value: { packageName, versionRange } });
const api = (type: string, index: number): object => ({ type, value: { group: 'g', version: 'v1', kind: `K${index}` } });

describe('a catalog is filtered with dependencies in linear time', () => {
  it.each<[string, (size: number) => readonly object[]]>([
    ['versions that require an exact one', (size) => [...packageOf('app', size, (index) => [needs('lib', `${index}.0.0`)]), ...packageOf('lib', size, () => [])]],
    ['versions that require an earlier one', (size) => [...packageOf('app', size, (index) => [needs('lib', `<${size - index}.0.0`)]), ...packageOf('lib', size, () => [])]],
    ['versions that require one that is missing', (size) => [
      ...packageOf('app', size, (index) => [needs('lib', `>${index}.0.0 <${index}.1.0`)]), ...packageOf('lib', size, () => []),
    ]],
    ['APIs of one package', (size) => [
      ...packageOf('app', size, (index) => [api('olm.gvk.required', index)]), ...packageOf('lib', size, (index) => [api('olm.gvk', (7 * index) % size)]),
    ]],
    ['packages that require the next one', (size) => [
      ...packageOf('app', 1, () => [needs('p0', '>=0.0.0')]), ...many(size, (index) => packageOf(`p${index}`, 1, () => [needs(`p${index + 1}`, '>=0.0.0')])).flat(),
    ]],
  ])('with many: %s', (_what, blobs) => {
    expectLinear(requiring(blobs), (catalog) => catalog.filter({ packages: [{ name: 'app' }], dependencies: true }), 60);
  });
});

it('a catalog is filtered in linear time by many bundles that it lacks', () => {
  expectLinear((size) => Catalog.fromString(packageOf('app', size, () => []).map((blob) => JSON.stringify(blob)).join('\n')), (catalog) => allowingRefusal(() => (
    catalog.filter({ packages: [{ name: 'app', bundles: catalog.bundleNames.map((name) => `${name}-fixed`) }] })
  )), 60);
});

describe('many bundles', () => {
  const api = (index: number): object => ({ name: `t${index}s.example.test`, version: 'v1', kind: `T${index}` });
  const bundles = (size: number, crds: (index: number) => object = () => ({})): Bundle[] => many(size, (index) => bundleOf({
    package: `p${index}`, channels: `c${index}`, spec: { customresourcedefinitions: crds(index) }, files: { 'manifests/crd.yaml': crdOf(`T${index}`) },
  }));

  it('with channels of their own become a catalog in linear time', () => {
    expectLinearWithNew((size) => bundles(size), (each) => Catalog.fromBundles(each), 40);
  });

  it.each<[string, (index: number, size: number) => number]>([
    ['one that provides it', (index, size) => (index + 1) % size], ['none that provides it', (index, size) => size + index],
  ])('that require an API, with %s, are checked in linear time', (_what, required) => {
    const make = (size: number): Bundle[] => bundles(size, (index) => ({ owned: [api(index)], required: [api(required(index, size))] }));
    expectLinearWithNew(make, (each) => missingRequirements(each), 40);
  });
});

it.each<[string, (size: number) => readonly object[]]>([
  ['channels with one bundle', CATALOGS['channels']!],
  ['packages', CATALOGS['packages']!],
])('a Subscription is resolved in linear time in a catalog with many: %s', (_what, blobs) => {
  const requested = (content: Catalog): string => (content.packageNames.includes('demo') ? 'demo' : 'p1');
  expectLinearWithNew(requiring(blobs), (content) => Resolution.toTheEnd({
    namespace: 'shop', catalogs: [{ name: 'c', namespace: 'olm', content }],
    subscriptions: [{ name: 's', packageName: requested(content), catalog: 'c', catalogNamespace: 'olm' }],
  }), 100);
});

it.each<[string, (index: number, size: number) => readonly object[]]>([
  ['require nothing', () => []],
  ['require the next one', (index, size) => [{ type: 'olm.package.required', value: { packageName: `p${(index + 1) % size}`, versionRange: '>=1.0.0' } }]],
])('many Subscriptions of a namespace are resolved in linear time, whose packages %s', (_what, properties) => {
  const content = (size: number): Catalog => Catalog.fromString(many(size, (index) => [
    { schema: 'olm.package', name: `p${index}`, defaultChannel: 'stable' },
    { schema: 'olm.channel', name: 'stable', package: `p${index}`, entries: [{ name: `p${index}.v1.0.0` }] },
    {
      schema: 'olm.bundle', name: `p${index}.v1.0.0`, package: `p${index}`, image: `example.test/p:${index}`,
      properties: [{ type: 'olm.package', value: { packageName: `p${index}`, version: '1.0.0' } }, ...properties(index, size)],
    },
  ]).flat().map((blob) => JSON.stringify(blob)).join('\n'));
  expectLinearWithNew(content, (catalog) => Resolution.toTheEnd({
    namespace: 'shop', catalogs: [{ name: 'c', namespace: 'olm', content: catalog }],
    subscriptions: catalog.packageNames.map((packageName) => ({ name: packageName, packageName, catalog: 'c', catalogNamespace: 'olm' })),
  }), 100);
});

it('the newer one of two versions of many packages is chosen in linear time', () => {
  const variables = (size: number): Variable[] => many(size, (index) => [
    { id: `s${index}`, constraints: [{ kind: 'mandatory' }, { kind: 'dependency', candidates: [`p${index}.v2`, `p${index}.v1`] }] },
    { id: `p${index}.v1`, constraints: [] }, { id: `p${index}.v2`, constraints: [{ kind: 'conflict', other: `p${index}.v1` }] },
  ]).flat() as unknown as Variable[];
  expectLinear(variables, (each) => preferredSolution(each), 400);
});

describe('a template', () => {
  it.each([
    ['bundles', (size: number) => ({ schema: 'olm.semver', stable: { bundles: many(size, (index) => ({ image: `example.test/i:${index}` })) } })],
    ['the same bundle', (size: number) => ({ schema: 'olm.semver', stable: { bundles: many(size, () => ({ image: 'example.test/i:1' })) } })],
    ['entries of a basic template', (size: number) => ({ schema: 'olm.template.basic', entries: many(size, (index) => ({ schema: 'olm.bundle', image: `example.test/i:${index}` })) })],
  ])('with many %s is read in linear time', (_what, make) => {
    expectLinear((size) => JSON.stringify(make(size)), (content) => allowingRefusal(() => CatalogTemplate.fromString(content)), 60);
  });
});

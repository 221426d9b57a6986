import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bundle } from '../../lib/bundle/bundle';
import { Catalog } from '../../lib/catalog/catalog';
import { AppendMode, type CatalogAppendOptions } from '../../lib/catalog/render/append-options';
import { bundleOf } from '../builders/bundle-of';

const [first, second, third] = [bundleOf(), bundleOf({ version: '1.1.0' }), bundleOf({ version: '1.2.0' })];
const one = Catalog.fromBundles([first]);
const two = one.append([second]).catalog;

/** Entries of a channel as `name <- replaces, skips` and ranges. */
function entries(catalog: Catalog, channel = 'stable'): string[] {
  return catalog._blobs.flatMap((blob) => blob.schema === 'olm.channel' && blob.name === channel ? blob.entries : [])
    .map(({ name, replaces, skips, skipRange }) => [name, replaces === undefined ? '' : `replaces ${replaces}`, skips === undefined ? '' : `skips ${skips.join(' ')}`, skipRange ?? '']
      .filter((part) => part !== '').join(' ').replaceAll('demo.', ''));
}

describe('a bundle becomes the head', () => {
  it('and replaces the earlier head', () => {
    expect(entries(two)).toEqual(['v1.0.0', 'v1.1.0 replaces v1.0.0']);
    expect(two.bundles.map(({ content }) => content?.name)).toEqual(['demo.v1.0.0', 'demo.v1.1.0']);
  });

  it('with several at once, the oldest first', () => {
    expect(entries(one.append([third, second]).catalog)).toEqual(['v1.0.0', 'v1.1.0 replaces v1.0.0', 'v1.2.0 replaces v1.1.0']);
  });

  it.each<[string, CatalogAppendOptions, Bundle, string, string[]]>([
    ['with options', { replaces: 'demo.v1.0.0', skips: ['demo.v1.1.0'], skipRange: '<1.2.0' }, third, 'v1.2.0 replaces v1.0.0 skips v1.1.0 <1.2.0', []],
    ['as its CSV declares', {}, bundleOf({ version: '1.2.0', replaces: 'demo.v1.0.0', skips: ['demo.v1.1.0'], skipRange: '<1.2.0' }), 'v1.2.0 replaces v1.0.0 skips v1.1.0 <1.2.0', []],
    ['of which its CSV names another', {}, bundleOf({ version: '1.2.0', replaces: 'demo.v1.0.0' }), 'v1.2.0 replaces v1.1.0',
      ['channel "stable": "demo.v1.2.0" replaces the head "demo.v1.1.0", and not "demo.v1.0.0", which spec.replaces of its CSV names']],
    ['without a range that OLM cannot parse', {}, bundleOf({ version: '1.2.0', skipRange: '<v1' }), 'v1.2.0 replaces v1.1.0', []],
  ])('%s', (_, options, bundle, entry, notes) => {
    const { catalog, notes: found } = two.append([bundle], options);
    expect([entries(catalog).at(-1), found]).toEqual([entry, notes]);
  });

  it('of a new channel, and of a new package', () => {
    const channel = two.append([third], { channels: ['candidate', 'stable'], defaultChannel: 'candidate' }).catalog;
    expect([entries(channel, 'candidate'), channel.findPackage('demo').defaultChannel.name]).toEqual([['v1.2.0'], 'candidate']);
    const other = two.append([bundleOf({ package: 'other', name: 'other.v1.0.0' })]).catalog;
    expect([other.packageNames, other.findPackage('other').defaultChannel.name]).toEqual([['demo', 'other'], 'stable']);
  });

  it('of another channel, if the catalog has it', () => {
    expect(entries(two.append([second], { channels: ['fast'] }).catalog, 'fast')).toEqual(['v1.1.0']);
  });

  it('with its image', () => {
    const { catalog } = one.append([second], { images: { 'demo.v1.1.0': 'quay.io/example/demo:v1.1.0' } });
    expect(catalog.bundles[1]!.image).toBe('quay.io/example/demo:v1.1.0');
  });
});

describe('a bundle comes in its place among the versions', () => {
  const mode = AppendMode.SEMVER;
  it.each<[string, Bundle[], Bundle, string[], string[]]>([
    ['at the end', [first], second, ['v1.0.0', 'v1.1.0 replaces v1.0.0'], []],
    ['between two', [first, bundleOf({ version: '1.2.0', replaces: 'demo.v1.0.0' })], second, ['v1.0.0', 'v1.2.0 replaces v1.1.0', 'v1.1.0 replaces v1.0.0'],
      ['channel "stable": "demo.v1.2.0" replaces "demo.v1.1.0" now, and no longer "demo.v1.0.0"']],
    ['at the beginning', [second], first, ['v1.1.0 replaces v1.0.0', 'v1.0.0'], ['channel "stable": "demo.v1.1.0" replaces "demo.v1.0.0" now']],
  ])('%s', (_, bundles, added, expected, notes) => {
    const { catalog, notes: found } = Catalog.fromBundles(bundles).append([added], { mode });
    expect([entries(catalog), found]).toEqual([expected, notes]);
  });

  it('and in any order of appending, the same catalog results', () => {
    const orders = [[first, second, third], [third, first, second], [second, third, first]];
    const sorted = (catalog: Catalog): string[] => entries(catalog).sort();
    const appended = (catalog: Catalog, bundle: Bundle): Catalog => catalog.append([bundle], { mode }).catalog;
    const [expected, ...others] = orders.map(([start, ...rest]) => sorted(rest.reduce(appended, Catalog.fromBundles([start!]))));
    others.forEach((other) => expect(other).toEqual(expected));
  });
});

test('deprecations are added to those that the catalog has', () => {
  const earlier = Catalog.fromBundles([first], { deprecations: { demo: { bundles: { 'demo.v1.0.0': 'old' }, packageMessage: 'gone soon' } } });
  const { catalog } = earlier.append([second], { deprecations: { bundles: { 'demo.v1.0.0': 'use 1.1.0' }, channels: { stable: 'use fast' } } });
  expect(catalog._blobs.find(({ schema }) => schema === 'olm.deprecations')).toMatchObject({ entries: [
    { reference: { schema: 'olm.package' }, message: 'gone soon' }, { reference: { name: 'demo.v1.0.0' }, message: 'use 1.1.0' }, { reference: { name: 'stable' }, message: 'use fast' },
  ] });
});

describe('appending is refused', () => {
  it.each<[string, Bundle[], CatalogAppendOptions, string]>([
    ['without a bundle', [], {}, 'no bundle is to be added'],
    ['for two packages', [third, bundleOf({ package: 'other', name: 'other.v1.0.0' })], {}, 'the bundles belong to 2 packages: "demo", "other"; add those of one package at a time'],
    ['for an entry that exists', [second], {}, 'has the bundle "demo.v1.1.0" already; omit it, or name another channel'],
    ['for another bundle of the same name', [bundleOf({ version: '1.1.0', labels: { a: 'b' } })], { channels: ['fast'] }, 'has a bundle "demo.v1.1.0" already, with another content or image'],
    ['for another bundle of the same version', [bundleOf({ version: '1.1.0', name: 'demo-again.v1.1.0' })], { channels: ['fast'] }, '1.1.0'],
    ['for an older version', [bundleOf({ version: '1.0.5' })], {}, 'has a newer head than "demo.v1.0.5": "demo.v1.1.0"; put the bundle in its place among the versions (AppendMode.SEMVER)'],
    ['for two heads', [third], { replaces: 'demo.v1.0.0' }, 'would have two heads, "demo.v1.1.0" and "demo.v1.2.0"; replace "demo.v1.1.0", or skip it'],
    ['for a bundle that is not in the channel', [third], { replaces: 'demo.v9.0.0' }, 'has no bundle "demo.v9.0.0" that "demo.v1.2.0" could replace; it has "demo.v1.0.0", "demo.v1.1.0"'],
    ['for a bundle that skips itself', [third], { skips: ['demo.v1.2.0'] }, 'cannot have a bundle that skips itself'],
    ['for a channel that is not in the order of versions', [bundleOf({ version: '1.0.5' })], { mode: AppendMode.SEMVER, channels: ['odd'] }, 'is not in the order of versions'],
    ['for a computed and a given edge', [third], { mode: AppendMode.SEMVER, replaces: 'demo.v1.0.0' }, "'replaces' contradicts AppendMode.SEMVER"],
    ['for one edge of two bundles', [bundleOf({ version: '1.3.0' }), third], { skips: ['demo.v1.0.0'] }, "'skips' is for a single bundle, and there are 2"],
    ['for a range that OLM cannot parse', [third], { skipRange: '^1' }, '\'skipRange\' must be a range of versions, such as ">=1.0.0 <1.2.0", got "^1"'],
    ['for a default channel that does not exist', [third], { defaultChannel: 'fast' }, 'has no channel "fast" that could be its default channel; it has "stable"'],
    ['for no channel', [third], { channels: [] }, "'channels' is empty"],
    ['for an image of another bundle', [third], { images: { x: 'quay.io/x/y:v1' } }, '\'images\' names the bundle "x", which is not among "demo.v1.2.0"'],
    ['for an invalid image', [third], { images: { 'demo.v1.2.0': 'https://x' } }, '\'images\' has the invalid reference "https://x"'],
    ['for a deprecation of nothing', [third], { deprecations: { bundles: { 'demo.v3.0.0': 'old' } } }, "'deprecations' names the bundle 'demo.v3.0.0'"],
    ['for an unknown option', [third], { chanels: ['x'] } as CatalogAppendOptions, "unknown key 'chanels'"],
  ])('%s', (_, bundles, options, message) => {
    const odd = { schema: 'olm.channel' as const, name: 'odd', package: 'demo', entries: [{ name: 'demo.v1.1.0' }, { name: 'demo.v1.0.0', replaces: 'demo.v1.1.0' }] };
    const catalog = options.channels?.[0] === 'odd' ? Catalog._fromBlobs([...two._blobs, odd]) : two;
    expect(() => catalog.append(bundles, options)).toThrow(message);
  });
});

describe('the files of a catalog', () => {
  let folder: string;
  beforeEach(() => folder = mkdtempSync(join(tmpdir(), 'append-')));
  afterEach(() => rmSync(folder, { recursive: true }));

  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

  it('are written where the package is, and others stay', () => {
    Catalog.merge([one, Catalog.fromBundles([bundleOf({ package: 'other', name: 'other.v1.0.0' })])]).writeDirectory(folder);
    const other = read('other/catalog.yaml').replace('defaultChannel: stable', 'defaultChannel: stable # comment');
    writeFileSync(join(folder, 'other/catalog.yaml'), other);
    const { files, catalog } = Catalog.appendToPath(folder, [second]);
    expect(files).toEqual([`${folder}/demo/catalog.yaml`]);
    expect([read('other/catalog.yaml') === other, Catalog.fromDirectory(folder).toJsonLines()]).toEqual([true, catalog.toJsonLines()]);
  });

  it('may be several of a package, in any format', () => {
    const [ofPackage, channel, bundle] = one.toJsonLines().trim().split('\n');
    mkdirSync(join(folder, 'demo'));
    writeFileSync(join(folder, 'demo/channels.json'), `${channel}\n`);
    writeFileSync(join(folder, 'demo/index.json'), `${ofPackage}\n`);
    writeFileSync(join(folder, 'demo/v1.yaml'), bundle!);
    expect(Catalog.appendToPath(`${folder}/`, [second]).files.sort()).toEqual([`${folder}/demo/channels.json`, `${folder}/demo/index.json`]);
    expect([read('demo/v1.yaml'), entries(Catalog.fromDirectory(folder))]).toEqual([bundle, entries(two)]);
    expect(read('demo/index.json').split('\n')).toHaveLength(3);
  });

  it('get a new one for a new package', () => {
    one.writeDirectory(folder);
    expect(Catalog.appendToPath(folder, [bundleOf({ package: 'other', name: 'other.v1.0.0' })]).files).toEqual([`${folder}/other/catalog.yaml`]);
  });

  it('may be a single one', () => {
    const file = join(folder, 'index.yaml');
    writeFileSync(file, one.toYaml());
    expect(Catalog.appendToPath(file, [second]).files).toEqual([file]);
    expect([readdirSync(folder), Catalog.fromFile(file).toYaml()]).toEqual([['index.yaml'], two.toYaml()]);
  });

  it('stay as they are if opm would refuse the result', () => {
    one.writeDirectory(folder);
    const before = read('demo/catalog.yaml');
    expect(() => Catalog.appendToPath(folder, [third], { replaces: 'demo.v9.0.0' })).toThrow('has no bundle');
    expect(read('demo/catalog.yaml')).toBe(before);
    expect(() => Catalog.appendToPath(join(folder, 'missing'), [third])).toThrow('missing');
  });
});

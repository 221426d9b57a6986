import { Catalog } from '../../../lib/catalog/catalog';
import type { CatalogOptions } from '../../../lib/catalog/catalog-options';
import { ChannelPlan, type SemverChannelOptions } from '../../../lib/catalog/render/channel-plan';
import { type BundleFacts, bundleOf, crdOf } from '../../builders/bundle-of';
import { errorOf } from '../sample-catalog';

const IMAGE = `quay.io/example/demo@sha256:${'1'.repeat(64)}`;

function catalogOf(facts: readonly BundleFacts[], options?: CatalogOptions): Catalog {
  return Catalog.fromBundles(facts.map(bundleOf), options);
}

function messageOf(facts: readonly BundleFacts[], options?: CatalogOptions): string {
  return errorOf(() => catalogOf(facts, options))!.message;
}

/** Returns channels with their edges: `name: new <- replaced (skipped)`. */
function graphOf(catalog: Catalog): string[] {
  return catalog.packages.flatMap(({ channels }) => channels.map(({ name, entries }) => `${name}: ${entries.map(({ bundle, replaces, skips }) => (
    [bundle.version, ...(replaces === undefined ? [] : [`<- ${replaces}`]), ...(skips.length === 0 ? [] : [`(${skips.join(' ')})`])].join(' '))).join(', ')}`));
}

describe('channels by semver', () => {
  const VERSIONS: readonly BundleFacts[] = ['1.0.0', '1.0.1', '1.1.0', '2.0.0'].map((version) => ({ version, channels: 'alpha' }));
  const semver = (options?: SemverChannelOptions): CatalogOptions => ({ channels: ChannelPlan.bySemver(options) });

  it('are one per minor version, regardless of the annotations', () => {
    const catalog = catalogOf([...VERSIONS.slice(0, 3), { version: '2.0.0', channels: 'alpha', replaces: 'demo.v1.1.0' }], semver());
    expect(graphOf(catalog)).toEqual([
      'stable-v1.0: 1.0.0, 1.0.1 (demo.v1.0.0)', 'stable-v1.1: 1.1.0 <- demo.v1.0.1 (demo.v1.0.0)', 'stable-v2.0: 2.0.0',
    ]);
    expect(catalog.findPackage('demo').defaultChannel.name).toBe('stable-v2.0');
  });

  it('are one per major version on request, or both', () => {
    expect(graphOf(catalogOf(VERSIONS, semver({ majorChannels: true })))).toEqual([
      'stable-v1: 1.0.0, 1.0.1 (demo.v1.0.0), 1.1.0 <- demo.v1.0.1 (demo.v1.0.0)', 'stable-v2: 2.0.0',
    ]);
    const both = { majorChannels: true, minorChannels: true };
    expect(catalogOf(VERSIONS, semver(both)).findPackage('demo').defaultChannel.name).toBe('stable-v2.0');
    expect(catalogOf(VERSIONS, semver({ ...both, preferMajor: true })).findPackage('demo').defaultChannel.name).toBe('stable-v2');
  });

  it('have the stability that the bundles name', () => {
    const catalog = catalogOf([
      { version: '1.0.0', channels: 'stable,fast' }, { version: '1.1.0', channels: 'fast-1.x' }, { version: '1.2.0', channels: 'candidate,beta' },
      { version: '0.1.0', channels: 'stables' },
    ], semver({ majorChannels: true }));
    expect(graphOf(catalog)).toEqual(['candidate-v1: 1.2.0', 'fast-v1: 1.0.0, 1.1.0 <- demo.v1.0.0', 'stable-v0: 0.1.0', 'stable-v1: 1.0.0']);
  });

  it('take the default channel in the options', () => {
    expect(catalogOf(VERSIONS, { ...semver(), defaultChannels: { demo: 'stable-v1.1' } }).findPackage('demo').defaultChannel.name).toBe('stable-v1.1');
    expect(messageOf(VERSIONS, { ...semver(), defaultChannels: { demo: 'alpha' } })).toMatch(/^package "demo" cannot have the default channel "alpha": its bundles are in/);
  });

  it('are refused for versions that differ in build metadata only', () => {
    expect(messageOf([{ version: '1.0.0+a' }, { version: '1.0.0+b' }], semver())).toBe('bundles "demo.v1.0.0+a" and "demo.v1.0.0+b" of package "demo" have versions '
      + 'that differ only in build metadata or release, so neither is newer; remove one, or use ChannelPlan.byBundles()');
  });

  it('are refused if there would be none', () => {
    expect(() => ChannelPlan.bySemver({ minorChannels: false })).toThrow('there would be no channels; set');
  });
});

describe('a bundle by image', () => {
  const FACTS: readonly BundleFacts[] = [
    { version: '1.0.0' },
    { version: '2.0.0', replaces: 'demo.v1.0.0', files: { 'manifests/x.yaml': crdOf('X') }, spec: { description: 'Shows things', displayName: 'Demo 2' } },
  ];
  const catalog = catalogOf(FACTS, { images: { 'demo.v2.0.0': IMAGE } });

  it('has the image reference and the metadata that consoles show, but no manifests', () => {
    const blob = JSON.parse(catalog.toJsonLines().trim().split('\n').at(-1)!) as { image: string; properties: { type: string; value: object }[] };
    expect(blob.image).toBe(IMAGE);
    expect(blob.properties.map(({ type }) => type)).toEqual(['olm.gvk', 'olm.package', 'olm.csv.metadata']);
    expect(blob.properties[2]!.value).toMatchObject({ description: 'Shows things', displayName: 'Demo 2' });
  });

  it('lists its image as a related image', () => {
    expect(catalog.bundles[1]!.relatedImages).toEqual([{ name: '', image: 'example.test/demo:1' }, { name: '', image: IMAGE }]);
  });

  it('can be combined with inline bundles', () => {
    expect(catalog.bundles.map(({ image }) => image)).toEqual([undefined, IMAGE]);
    expect(catalog.bundles[1]!.content!.version).toBe('2.0.0');
  });

  it('forms a catalog that stays the same when read', () => {
    const read = Catalog.fromString(catalog.toJsonLines());
    expect(read.toYaml()).toBe(catalog.toYaml());
    expect(read.bundles[1]).toMatchObject({ image: IMAGE, displayName: 'Demo 2', installModes: ['AllNamespaces'], content: undefined });
  });

  it.each([
    ['a bundle that does not exist', { 'demo.v3.0.0': IMAGE }, '\'images\' names the bundle "demo.v3.0.0", but the bundles are "demo.v1.0.0", "demo.v2.0.0"; correct the '
      + 'name, or remove it'],
    ['an invalid image reference', { 'demo.v1.0.0': 'Demo' }, '\'images\' has the invalid reference "Demo" for bundle "demo.v1.0.0"; write it as '
      + 'registry/repository@sha256:… or registry/repository:tag'],
  ])('is refused for %s', (_what, images, message) => {
    expect(messageOf(FACTS, { images })).toBe(message);
  });
});

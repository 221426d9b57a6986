import { bundleOf } from '../../builders/bundle-of';
import { errorOf } from '../sample-catalog';
import { Catalog } from '../../../lib/catalog/catalog';
import { CatalogErrorCode } from '../../../lib/catalog/declcfg/catalog-problem';
import { ChannelPlan } from '../../../lib/catalog/render/channel-plan';
import type { PackageDeprecations } from '../../../lib/catalog/render/deprecations';

const BUNDLES = [
  bundleOf({ version: '1.0.0', channels: 'old,stable' }),
  bundleOf({ version: '1.1.0', channels: 'stable', replaces: 'demo.v1.0.0' }),
  bundleOf({ package: 'other', name: 'other.v1.0.0', version: '1.0.0', channels: 'fast' }),
];

const ALL: PackageDeprecations = {
  bundles: { 'demo.v1.1.0': 'has a leak', 'demo.v1.0.0': 'loses <keys> & "values"' },
  channels: { stable: 'is slow', old: 'use stable' },
  packageMessage: 'use other',
};

function deprecated(deprecations: { [key: string]: PackageDeprecations }): Catalog {
  return Catalog.fromBundles(BUNDLES, { deprecations });
}

/** Returns deprecations as plain JavaScript may pass them, unchecked by a compiler. */
function unchecked(deprecations: object): { [key: string]: PackageDeprecations } {
  return deprecations as { [key: string]: PackageDeprecations };
}

describe('deprecations of bundles in code', () => {
  it('are written as one blob of the package, after its bundles, in the bytes of opm', () => {
    const lines = deprecated({ demo: ALL }).toJsonLines().trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { schema: string }).schema)).toEqual([
      'olm.package', 'olm.channel', 'olm.channel', 'olm.bundle', 'olm.bundle', 'olm.deprecations', 'olm.package', 'olm.channel', 'olm.bundle',
    ]);
    expect(lines[5]).toBe('{"schema":"olm.deprecations","package":"demo","entries":['
      + '{"reference":{"schema":"olm.package"},"message":"use other"},'
      + '{"reference":{"schema":"olm.channel","name":"old"},"message":"use stable"},'
      + '{"reference":{"schema":"olm.channel","name":"stable"},"message":"is slow"},'
      + '{"reference":{"schema":"olm.bundle","name":"demo.v1.0.0"},"message":"loses <keys> & \\"values\\""},'
      + '{"reference":{"schema":"olm.bundle","name":"demo.v1.1.0"},"message":"has a leak"}]}');
  });

  it.each([
    ['JSON lines', (catalog: Catalog) => catalog.toJsonLines()],
    ['YAML', (catalog: Catalog) => catalog.toYaml()],
  ])('are the same when the catalog is read back from %s', (_format, write) => {
    const catalog = deprecated({ demo: ALL, other: { packageMessage: 'retired' } });
    const read = Catalog.fromString(write(catalog));
    expect(read.toJsonLines()).toBe(catalog.toJsonLines());
    for (const { packages } of [catalog, read]) {
      expect(packages.map(({ deprecation }) => deprecation)).toEqual(['use other', 'retired']);
      expect(packages[0]!.channels.map(({ deprecation }) => deprecation)).toEqual(['use stable', 'is slow']);
      expect(packages[0]!.bundles.map(({ deprecation }) => deprecation)).toEqual(['loses <keys> & "values"', 'has a leak']);
    }
  });

  it('may deprecate channels that the channel plan creates', () => {
    const catalog = Catalog.fromBundles(BUNDLES, {
      channels: ChannelPlan.bySemver(), deprecations: { demo: { channels: { 'stable-v1.0': 'use stable-v1.1' } } },
    });
    expect(catalog.findPackage('demo').findChannel('stable-v1.0').deprecation).toBe('use stable-v1.1');
  });

  it('write nothing if they are empty', () => {
    expect(deprecated({ demo: {}, other: { channels: {}, bundles: {} } }).toJsonLines()).toBe(Catalog.fromBundles(BUNDLES).toJsonLines());
  });

  it('do not depend on the order of their keys', () => {
    const reversed = { bundles: reverse(ALL.bundles!), channels: reverse(ALL.channels!), packageMessage: 'use other' };
    expect(deprecated({ demo: reversed }).toJsonLines()).toBe(deprecated({ demo: ALL }).toJsonLines());
  });

  it.each<[string, { [key: string]: PackageDeprecations }, string]>([
    ['an unknown package', { dmo: { packageMessage: 'gone' } },
      "'deprecations' names the package 'dmo', which no bundle belongs to; available: 'demo', 'other'"],
    ['an unknown channel', { demo: { channels: { stabel: 'gone' } } },
      "'deprecations' names the channel 'stabel', which package 'demo' does not have; available: 'old', 'stable'"],
    ['a channel of another package', { demo: { channels: { fast: 'gone' } } },
      "'deprecations' names the channel 'fast', which package 'demo' does not have; available: 'old', 'stable'"],
    ['an unknown bundle', { demo: { bundles: { 'demo.1.0.0': 'gone' } } },
      "'deprecations' names the bundle 'demo.1.0.0', which package 'demo' does not have; available: 'demo.v1.0.0', 'demo.v1.1.0'"],
    ['an empty message of a package', { demo: { packageMessage: '' } },
      "'deprecations' has no message for package 'demo'; add instructions for users, such as 'use channel stable instead'"],
    ['an empty message of a channel', { demo: { channels: { old: '' } } },
      "'deprecations' has no message for channel 'old' of package 'demo'; add instructions for users, such as 'use channel stable instead'"],
    ['a blank message of a bundle', { demo: { bundles: { 'demo.v1.0.0': ' ' } } },
      "'deprecations' has no message for bundle 'demo.v1.0.0' of package 'demo'; add instructions for users, such as 'use channel stable instead'"],
    ['a message that is not a string', unchecked({ demo: { channels: { old: true } } }),
      'deprecations.demo.channels.old in options of Catalog.fromBundles must be a string, got true: write it in quotes'],
    ['an unknown key', unchecked({ demo: { channel: { old: 'gone' } } }),
      "unknown key 'channel' in deprecations.demo in options of Catalog.fromBundles; known keys: 'packageMessage', 'channels', 'bundles'"],
  ])('are refused with %s', (_what, deprecations, message) => {
    expect(errorOf(() => deprecated(deprecations))?.message).toBe(message);
  });

  it('are refused with all their problems together, and the nearest of many names', () => {
    const bundles = Array.from({ length: 12 }, (_, minor) => bundleOf({
      version: `1.${minor}.0`, ...(minor === 0 ? {} : { replaces: `demo.v1.${minor - 1}.0` }),
    }));
    const error = errorOf(() => Catalog.fromBundles(bundles, {
      deprecations: { demo: { channels: { fast: 'gone', stable: '' }, bundles: { 'demo.v1.11.1': 'gone' } } },
    }));
    expect(error?.problems.map(({ code }) => code)).toEqual(Array(3).fill(CatalogErrorCode.DEPRECATION));
    expect(error?.message).toMatch(/'demo\.v1\.11\.1'.*available: 12, and the nearest are 'demo\.v1\.1/);
  });
});

function reverse(map: { [key: string]: string }): { [key: string]: string } {
  return Object.fromEntries(Object.entries(map).reverse());
}

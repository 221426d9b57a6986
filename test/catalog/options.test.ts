import { join } from 'node:path';
import { bundleOf } from '../builders/bundle-of';
import { Catalog } from '../../lib/catalog/catalog';
import { CatalogTemplate } from '../../lib/catalog/catalog-template';
import { CatalogError } from '../../lib/catalog/declcfg/catalog-error';
import { CatalogErrorCode } from '../../lib/catalog/declcfg/catalog-problem';
import { ChannelPlan } from '../../lib/catalog/render/channel-plan';
import { UpgradeGraph } from '../../lib/catalog/upgrade-graph';

const FILE = join(__dirname, '..', '..', 'examples', 'catalogs', 'catalog.yaml');
const TEMPLATE = join(__dirname, '..', '..', 'examples', 'catalogs', 'template.yaml');
const CATALOG = Catalog.fromFile(FILE);

/** Returns options as plain JavaScript may pass them, unchecked by a compiler. */
function options<Options>(value: object): Options {
  return value as Options;
}

describe('an unknown key of options is refused, with the known keys', () => {
  it.each<[string, () => unknown, string]>([
    ['Catalog.fromBundles', () => Catalog.fromBundles([bundleOf({})], options({ channel: 'stable' })),
      "unknown key 'channel' in options of Catalog.fromBundles; known keys: 'channels', 'defaultChannels', 'images'"],
    ['Catalog.merge', () => Catalog.merge([CATALOG], options({ samePackages: 'Union' })), "unknown key 'samePackages' in options of Catalog.merge; known keys: 'samePackage'"],
    ['Catalog.fromString', () => Catalog.fromString('', options({ maxBytes: 1 })), "unknown key 'maxBytes' in read options of catalogs; known keys: 'maxFileBytes', "],
    ['Catalog.fromFile', () => Catalog.fromFile(FILE, options({ maxBytes: 1 })), "unknown key 'maxBytes' in read options of catalogs"],
    ['Catalog.fromDirectory', () => Catalog.fromDirectory(__dirname, options({ maxBytes: 1 })), "unknown key 'maxBytes' in read options of catalogs"],
    ['Catalog.filterDirectory', () => Catalog.filterDirectory(__dirname, {}, options({ maxBytes: 1 })), "unknown key 'maxBytes' in read options of catalogs"],
    ['CatalogTemplate.fromFile', () => CatalogTemplate.fromFile(TEMPLATE, options({ maxBytes: 1 })), "unknown key 'maxBytes' in read options of catalogs"],
    ['CatalogTemplate.render', () => CatalogTemplate.fromFile(TEMPLATE).render(options({ images: {} })),
      "unknown key 'images' in options of CatalogTemplate.render; known keys: 'bundles', 'rendered', 'csvMetadata'"],
    ['ChannelPlan.bySemver', () => ChannelPlan.bySemver(options({ major: true })),
      "unknown key 'major' in options of ChannelPlan.bySemver; known keys: 'majorChannels', 'minorChannels', 'preferMajor'"],
    ['UpgradeGraph.of', () => UpgradeGraph.of(CATALOG, 'cache-operator', options({ channel: 'stable' })),
      "unknown key 'channel' in options of UpgradeGraph.of; known keys: 'channels', 'fromBundle'"],
    ['Catalog.filter', () => CATALOG.filter(options({ package: [] })), "unknown key 'package' in the catalog filter; known keys: 'packages', 'headsOnly', 'dependencies'"],
    ['a package filter', () => CATALOG.filter(options({ packages: [{ name: 'shop-operator' }, { name: 'cache-operator', version: '1.0.0' }] })),
      "unknown key 'version' in packages[1] of the catalog filter; known keys: 'name', 'defaultChannel', 'channels', "],
    ['a channel filter', () => CATALOG.filter(options({ packages: [{ name: 'cache-operator', channels: [{ name: 'stable', bundles: [] }] }] })),
      "unknown key 'bundles' in packages[0].channels[0] of the catalog filter; known keys: 'name', 'versionRange', "],
    ['Catalog.filterFile', () => Catalog.filterFile(FILE, options({ package: [] })), "unknown key 'package' in the catalog filter"],
  ])('%s', (_what, run, message) => {
    expect(run).toThrow(CatalogError);
    expect(run).toThrow(expect.objectContaining({ code: CatalogErrorCode.OPTIONS, message: expect.stringContaining(message) as string }) as Error);
  });

  it('unless its value is undefined', () => {
    expect(Catalog.merge([CATALOG], options({ other: undefined })).toJsonLines()).toBe(CATALOG.toJsonLines());
  });
});

import { Catalog, ChannelGaps, type FilteredCatalog } from 'olm-constructs/catalog';

/** Keeps the two versions that our clusters run, and nothing else. */
export function keepOurVersions(catalog: string): FilteredCatalog {
  return Catalog.fromFile(catalog).filter({
    packages: [{
      name: 'cache-operator',
      bundles: ['cache-operator.v1.0.0', 'cache-operator.v1.2.1'],
      gaps: ChannelGaps.BRIDGE,
    }],
  });
}

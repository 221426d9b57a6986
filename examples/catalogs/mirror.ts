import { Catalog, SelectionGaps } from 'olm-constructs';
import type { SelectedCatalog } from 'olm-constructs';

/** The two versions that our clusters run, and nothing else. */
export function mirrorOurVersions(catalog: string): SelectedCatalog {
  return Catalog.fromFile(catalog).select({
    packages: [{
      name: 'cache-operator',
      bundles: ['cache-operator.v1.0.0', 'cache-operator.v1.2.1'],
      gaps: SelectionGaps.BRIDGE,
    }],
  });
}

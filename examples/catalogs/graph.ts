import { Catalog, UpgradeGraph } from 'olm-constructs/catalog';

/** Draws the upgrades from 1.0.0 to the head. */
export function drawUpgrades(catalog: string): UpgradeGraph {
  return UpgradeGraph.of(Catalog.fromFile(catalog), 'cache-operator', { channels: ['stable'], fromBundle: '1.0.0' });
}

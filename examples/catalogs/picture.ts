import { Catalog, UpgradePicture } from 'olm-constructs';

/** The upgrades from 1.0.0 to the head. */
export function upgradesOf(catalog: string): UpgradePicture {
  return UpgradePicture.of(Catalog.fromFile(catalog), 'cache-operator', { channels: ['stable'], from: '1.0.0' });
}

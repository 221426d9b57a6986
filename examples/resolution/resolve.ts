import { Catalog } from 'olm-constructs/catalog';
import { Resolution } from 'olm-constructs/resolve';

/** Lists what OLM would install for a Subscription to the shop operator, hop by hop. */
export function resolveShop(catalog: string): string[] {
  const { hops } = Resolution.toTheEnd({
    namespace: 'shop',
    catalogs: [{ name: 'our-catalog', namespace: 'olm', content: Catalog.fromFile(catalog) }],
    subscriptions: [{ name: 'shop', packageName: 'shop-operator', channel: 'stable', catalog: 'our-catalog', catalogNamespace: 'olm' }],
  });
  return hops.flatMap(({ operators }, index) => operators.map(({ csv, channel, subscription, requiredBy }) => (
    `hop ${index + 1}: ${csv} from channel ${channel}, ${subscription === undefined ? `required by ${requiredBy.join(', ')}` : `for Subscription ${subscription}`}`
  )));
}

import { Catalog } from 'olm-constructs/catalog';
import { Resolution, ResolutionError } from 'olm-constructs/resolve';

/** Explains why OLM would install nothing: the Subscription to the cache operator starts from a version that is too old for the shop operator. */
export function explainShop(catalog: string): string {
  const from = { catalog: 'our-catalog', catalogNamespace: 'olm', channel: 'stable' };
  try {
    Resolution.of({
      namespace: 'shop',
      catalogs: [{ name: 'our-catalog', namespace: 'olm', content: Catalog.fromFile(catalog) }],
      subscriptions: [
        { name: 'shop', packageName: 'shop-operator', ...from },
        { name: 'cache', packageName: 'cache-operator', startingCsv: 'cache-operator.v1.0.0', ...from },
      ],
    });
    return 'OLM can resolve the namespace.';
  } catch (error) {
    if (error instanceof ResolutionError) {
      return error.explanation;
    }
    throw error;
  }
}

import { name } from './input-checks';
import { timeouts } from './timeout-inputs';
import { waiterProvider } from './waiter-provider';
import { textField } from '../../bundle/json-value';
import type { JsonMap } from '../../bundle/json-value';
import { catalogReady } from '../wait/catalog/catalog-ready';
import type { CatalogReadyOptions, ReadyCatalog } from '../wait/catalog/catalog-ready';
import { CATALOG_SOURCES } from '../wait/cluster/api-resource';
import { objectOf, one } from '../wait/cluster/queries';
import { catalogFindings } from '../wait/explain/rules/catalogs';
import type { Waiter } from '../wait/waiting/waiter';

/** Waits for a catalog. Its objects are resources of their own, so there is nothing to remove. */
export const CATALOG_READY = waiterProvider<ReadyCatalog>({
  subject: (inputs) => `catalog ${textField(inputs, 'namespace') ?? ''}/${textField(inputs, 'name') ?? ''}`,
  checks: { namespace: name, name, deployment: name },
  required: ['namespace', 'name'],
  identity: ['namespace', 'name'],
  manner: [],
  waiter: (inputs) => catalogReady(options(inputs)) as Waiter<unknown, ReadyCatalog>,
  outputs: () => ({}),
  look: (outputs, view) => {
    const interest = one(CATALOG_SOURCES, textField(outputs, 'name') ?? '', textField(outputs, 'namespace') ?? '');
    const catalog = objectOf(view, interest);
    return {
      watch: [interest],
      isKnown: catalog !== undefined,
      isThere: Boolean(catalog),
      drift: catalog ? catalogFindings(catalog).map(({ text }) => text) : [],
      outputs: {},
    };
  },
  removal: () => undefined,
});

function options(inputs: JsonMap): CatalogReadyOptions {
  const deployment = textField(inputs, 'deployment');
  return {
    namespace: textField(inputs, 'namespace') ?? '',
    name: textField(inputs, 'name') ?? '',
    timeouts: timeouts(inputs['timeouts']),
    ...(deployment === undefined ? {} : { deployment }),
  };
}

import { requiredString } from '../provider/checked-inputs';
import { name } from '../provider/input-checks';
import { parseTimeouts } from '../provider/timeout-inputs';
import { waiterProvider } from '../provider/waiter-provider';
import { stringField } from '../../json/json-value';
import type { JsonMap } from '../../json/json-value';
import { catalogReady } from '../../waiting/catalog/catalog-waiter';
import type { CatalogReadyOptions, ReadyCatalog } from '../../waiting/catalog/catalog-waiter';
import { CATALOG_SOURCES } from '../../waiting/cluster/api-resource';
import { objectOf, named } from '../../waiting/cluster/queries';
import { catalogFindings } from '../../waiting/rules/catalogs';
import type { Waiter } from '../../waiting/machine/waiter';

/** Provider of `CatalogReady`. The objects of a catalog are separate resources, so there is nothing to remove. */
export const CATALOG_READY = waiterProvider<ReadyCatalog>({
  subject: (inputs) => `catalog ${requiredString(inputs, 'namespace')}/${requiredString(inputs, 'name')}`,
  checks: { namespace: name, name, deployment: name },
  required: ['namespace', 'name'],
  identity: ['namespace', 'name'],
  nonTriggeringInputs: [],
  waiter: (inputs) => catalogReady(options(inputs)) as Waiter<unknown, ReadyCatalog>,
  outputs: () => ({}),
  observe: (outputs, view) => {
    const interest = named(CATALOG_SOURCES, requiredString(outputs, 'name'), requiredString(outputs, 'namespace'));
    const catalog = objectOf(view, interest);
    return {
      watch: [interest],
      isKnown: catalog !== undefined,
      isThere: Boolean(catalog),
      drift: catalog ? catalogFindings(catalog).map(({ message }) => message) : [],
      outputs: {},
    };
  },
  removal: () => undefined,
});

function options(inputs: JsonMap): CatalogReadyOptions {
  const deployment = stringField(inputs, 'deployment');
  return {
    namespace: requiredString(inputs, 'namespace'),
    name: requiredString(inputs, 'name'),
    timeouts: parseTimeouts(inputs['timeouts']),
    ...(deployment === undefined ? {} : { deployment }),
  };
}

import type { Waiter } from '../../cluster/waiting/machine/waiter';
import { catalogReady, type CatalogReadyOptions, type ReadyCatalog } from '../../cluster/waiting/olm/catalog-waiter';
import { catalogFindings } from '../../cluster/waiting/rules/catalogs';
import { CATALOG_SOURCES } from '../../cluster/waiting/view/api-resource';
import { named, objectOf } from '../../cluster/waiting/view/cluster-view';
import { defined } from '../../formats/json/defined';
import { type JsonMap, stringField } from '../../formats/json/json-value';
import { parseTimeouts, requiredString } from '../provider/inputs';
import { CATALOG_READY_INPUTS } from '../provider/waiter-inputs';
import { waiterProvider } from '../provider/waiter-provider';

/** Provider of `CatalogReady`. The objects of a catalog are separate resources, so there is nothing to remove. */
export const CATALOG_READY = waiterProvider<ReadyCatalog>({
  subject: (inputs) => `catalog ${requiredString(inputs, 'namespace')}/${requiredString(inputs, 'name')}`,
  inputs: CATALOG_READY_INPUTS,
  importing: { idInputs: ['namespace', 'name'] },
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
    ...defined({ deployment }),
  };
}

import type { Waiter } from '../../cluster/waiting/machine/waiter';
import { clusterCatalogRemoval } from '../../cluster/waiting/olm-v1/cluster-catalog-removal';
import {
  catalogFindings, clusterCatalogReady, type ReadyClusterCatalog, readyClusterCatalog,
} from '../../cluster/waiting/olm-v1/cluster-catalog-waiter';
import { catalogInterest } from '../../cluster/waiting/olm-v1/resources';
import type { RemovalReport } from '../../cluster/waiting/removal/stage';
import { unlessWaitingDisabled } from '../../cluster/waiting/removal/waiting-opt-out';
import { objectOf } from '../../cluster/waiting/view/cluster-view';
import { field, type JsonMap } from '../../formats/json/json-value';
import { parseTimeouts, requiredString } from '../provider/inputs';
import { CLUSTER_CATALOG_READY_INPUTS } from '../provider/waiter-inputs';
import { waiterProvider } from '../provider/waiter-provider';

/** Provider of `ClusterCatalogReady`. It deletes the ClusterCatalog only if the input `remove` is set. */
export const CLUSTER_CATALOG_READY = waiterProvider<ReadyClusterCatalog>({
  subject: (inputs) => `cluster catalog ${nameOf(inputs)}`,
  inputs: CLUSTER_CATALOG_READY_INPUTS,
  importing: { idInputs: ['name'] },
  waiter: (inputs) => (
    clusterCatalogReady({ name: nameOf(inputs), timeouts: parseTimeouts(inputs['timeouts']) }) as Waiter<unknown, ReadyClusterCatalog>
  ),
  outputs: (_, verdict) => outputsOf(verdict.kind === 'done' ? verdict.outcome : verdict.reached),
  remarks: ({ disabled }) => (disabled ? ['warning: it is disabled, so OLM v1 resolves nothing from it'] : []),
  observe: (outputs, view) => {
    const interest = catalogInterest(nameOf(outputs));
    const catalog = objectOf(view, interest);
    return {
      watch: [interest],
      isKnown: catalog !== undefined,
      isThere: Boolean(catalog),
      drift: catalog ? catalogFindings(catalog).map(({ message }) => message) : [],
      outputs: catalog ? outputsOf(readyClusterCatalog(catalog)) : {},
    };
  },
  removal: (outputs) => {
    const removal = clusterCatalogRemoval({
      name: nameOf(outputs), force: field(outputs, 'force') === true, timeouts: parseTimeouts(outputs['timeouts']),
    });
    const object = catalogInterest(nameOf(outputs));
    return field(outputs, 'remove') === true
      ? unlessWaitingDisabled(removal, { object, gate: object, dependents: 'its content' }) as Waiter<unknown, RemovalReport> : undefined;
  },
});

function nameOf(inputs: JsonMap): string {
  return requiredString(inputs, 'name');
}

function outputsOf({ resolvedImage, baseUrl, disabled }: Partial<ReadyClusterCatalog>): JsonMap {
  return { resolvedImage, baseUrl, disabled };
}

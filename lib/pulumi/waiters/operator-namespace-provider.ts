import type { Waiter } from '../../cluster/waiting/machine/waiter';
import { namespaceRemoval, type NamespaceRemovalOptions } from '../../cluster/waiting/removal/namespace-removal';
import type { RemovalReport } from '../../cluster/waiting/removal/stage';
import { field, type JsonMap, stringField, stringListField } from '../../formats/json/json-value';
import { parseTimeouts } from '../provider/inputs';
import { OPERATOR_NAMESPACE_INPUTS } from '../provider/waiter-inputs';
import { waiterProvider } from '../provider/waiter-provider';

/** Provider of `OperatorNamespace`. It waits for nothing; its deletion removes what nothing else uses. */
export const OPERATOR_NAMESPACE = waiterProvider<never>({
  subject: (inputs) => `operator namespace ${stringField(inputs, 'namespace') ?? ''}`,
  inputs: OPERATOR_NAMESPACE_INPUTS,
  createBeforeDelete: () => true,
  waiter: () => undefined,
  outputs: () => ({}),
  observe: () => ({ watch: [], isKnown: true, isThere: true, drift: [], outputs: {} }),
  removalBeforeUpdate: (outputs, inputs) => {
    // OLM ignores a namespace with two OperatorGroups, so this one is removed once another one has replaced it.
    const isOther = stringField(outputs, 'operatorGroup') !== stringField(inputs, 'operatorGroup');
    const obsolete = isOther && field(outputs, 'removeOperatorGroup') === true ? removal({ ...options(outputs), removeNamespace: false }) : undefined;
    return obsolete === undefined ? undefined : { title: `removal of operator namespace ${stringField(outputs, 'namespace') ?? ''}`, removal: obsolete };
  },
  removal: (outputs) => removal(options(outputs)),
});

function removal(wanted: NamespaceRemovalOptions): Waiter<unknown, RemovalReport> | undefined {
  const isNothing = wanted.operatorGroups === undefined && wanted.removeNamespace !== true;
  return isNothing ? undefined : namespaceRemoval(wanted) as Waiter<unknown, RemovalReport>;
}

function options(outputs: JsonMap): NamespaceRemovalOptions {
  const operatorGroup = stringField(outputs, 'operatorGroup');
  return {
    namespace: stringField(outputs, 'namespace') ?? '',
    removeNamespace: field(outputs, 'removeNamespace') === true,
    crds: stringListField(outputs, 'crds'),
    force: field(outputs, 'force') === true,
    timeouts: parseTimeouts(outputs['timeouts']),
    ...(operatorGroup === undefined || field(outputs, 'removeOperatorGroup') !== true ? {} : { operatorGroups: [operatorGroup] }),
  };
}

import { flag, name } from './input-checks';
import { timeouts } from './timeout-inputs';
import { waiterProvider } from './waiter-provider';
import { field, textField } from '../../bundle/json-value';
import type { JsonMap } from '../../bundle/json-value';
import { placeRemoval } from '../wait/removal/place-removal';
import type { PlaceRemovalOptions } from '../wait/removal/place-removal';
import type { RemovalReport } from '../wait/removal/stage';
import type { Waiter } from '../wait/waiting/waiter';

/** The place of an operator: nothing is waited for, and its deletion removes what nobody else uses. */
export const OPERATOR_PLACE = waiterProvider<never>({
  subject: (inputs) => `place ${textField(inputs, 'namespace') ?? ''}`,
  checks: {
    namespace: name, operatorGroup: name, removeOperatorGroup: flag, removeNamespace: flag, force: flag,
  },
  required: ['namespace'],
  identity: ['namespace'],
  sideBySide: true,
  manner: [],
  waiter: () => undefined,
  outputs: () => ({}),
  look: () => ({ watch: [], isKnown: true, isThere: true, drift: [], outputs: {} }),
  supersede: (outputs, inputs) => {
    // Two OperatorGroups stop OLM, so the one that was made here goes where another one has taken its place.
    const isOther = textField(outputs, 'operatorGroup') !== textField(inputs, 'operatorGroup');
    return isOther && field(outputs, 'removeOperatorGroup') === true ? removal({ ...options(outputs), removeNamespace: false }) : undefined;
  },
  removal: (outputs) => removal(options(outputs)),
});

function removal(wanted: PlaceRemovalOptions): Waiter<unknown, RemovalReport> | undefined {
  const isNothing = wanted.operatorGroup === undefined && wanted.removeNamespace !== true;
  return isNothing ? undefined : placeRemoval(wanted) as Waiter<unknown, RemovalReport>;
}

function options(outputs: JsonMap): PlaceRemovalOptions {
  const operatorGroup = textField(outputs, 'operatorGroup');
  return {
    namespace: textField(outputs, 'namespace') ?? '',
    removeNamespace: field(outputs, 'removeNamespace') === true,
    force: field(outputs, 'force') === true,
    timeouts: timeouts(outputs['timeouts']),
    ...(operatorGroup === undefined || field(outputs, 'removeOperatorGroup') !== true ? {} : { operatorGroup }),
  };
}

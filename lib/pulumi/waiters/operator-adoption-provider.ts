import type { Waiter } from '../../cluster/waiting/machine/waiter';
import {
  type FoundOperator, operatorAdoption, type OperatorAdoptionOptions, type OperatorObjects,
} from '../../cluster/waiting/operator/adoption-waiter';
import { defined } from '../../formats/json/defined';
import { type JsonMap, stringField } from '../../formats/json/json-value';
import { parseTimeouts, requiredString } from '../provider/inputs';
import { OPERATOR_ADOPTION_INPUTS } from '../provider/waiter-inputs';
import { waiterProvider } from '../provider/waiter-provider';

/** Provider of `OperatorAdoption`. It changes nothing, so there is nothing to remove. */
export const OPERATOR_ADOPTION = waiterProvider<FoundOperator>({
  subject: (inputs) => `adoption of operator ${requiredString(inputs, 'namespace')}/${requiredString(inputs, 'subscription')}`,
  inputs: OPERATOR_ADOPTION_INPUTS,
  waiter: (inputs, before) => operatorAdoption(options(inputs, before)) as Waiter<unknown, FoundOperator>,
  // After a failure, what was adopted before still counts.
  outputs: (inputs, verdict) => (verdict.kind === 'failed' ? {} : { taken: written(inputs), found: verdict.outcome }),
  remarks: ({ subscription, channel, csv }) => (subscription === undefined ? [] : [
    `adopts Subscription ${subscription} (channel ${channel ?? 'of the catalog'}, ${csv === undefined ? 'nothing installed yet' : `${csv} installed`})`,
  ]),
  observe: () => ({ watch: [], isKnown: true, isThere: true, drift: [], outputs: {} }),
  removal: () => undefined,
});

function written(inputs: unknown): OperatorObjects {
  const operatorGroup = stringField(inputs, 'operatorGroup');
  return {
    namespace: requiredString(inputs, 'namespace'),
    subscription: requiredString(inputs, 'subscription'),
    ...defined({ operatorGroup }),
  };
}

function options(inputs: JsonMap, { taken }: JsonMap): OperatorAdoptionOptions {
  return {
    ...written(inputs),
    package: requiredString(inputs, 'package'),
    timeouts: parseTimeouts(inputs['timeouts']),
    ...(taken === undefined ? {} : { previous: written(taken) }),
  };
}

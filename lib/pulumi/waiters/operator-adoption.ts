import { name } from './input-checks';
import { timeouts } from './timeout-inputs';
import { waiterProvider } from './waiter-provider';
import { textField } from '../../bundle/json-value';
import type { JsonMap } from '../../bundle/json-value';
import { operatorAdoption } from '../wait/operator/operator-adoption';
import type { FoundOperator, OperatorAdoptionOptions, WrittenObjects } from '../wait/operator/operator-adoption';
import type { Waiter } from '../wait/waiting/waiter';

/** Looks at what a Subscription is about to be written over. It changes nothing, so there is nothing to remove. */
export const OPERATOR_ADOPTION = waiterProvider<FoundOperator>({
  subject: (inputs) => `adoption of operator ${textField(inputs, 'namespace') ?? ''}/${textField(inputs, 'subscription') ?? ''}`,
  checks: { namespace: name, subscription: name, package: name, operatorGroup: name },
  required: ['namespace', 'subscription', 'package'],
  identity: [],
  manner: [],
  waiter: (inputs, before) => operatorAdoption(options(inputs, before)) as Waiter<unknown, FoundOperator>,
  // Where it fails, what was taken over before is still the one.
  outputs: (inputs, verdict) => (verdict.kind === 'failed' ? {} : { taken: written(inputs), found: verdict.outcome }),
  told: ({ subscription, channel, csv }) => (subscription === undefined ? [] : [
    `takes over Subscription ${subscription} (channel ${channel ?? 'of the catalog'}, ${csv === undefined ? 'nothing installed yet' : `${csv} installed`})`,
  ]),
  look: () => ({ watch: [], isKnown: true, isThere: true, drift: [], outputs: {} }),
  removal: () => undefined,
});

function written(inputs: unknown): WrittenObjects {
  const operatorGroup = textField(inputs, 'operatorGroup');
  return {
    namespace: textField(inputs, 'namespace') ?? '',
    subscription: textField(inputs, 'subscription') ?? '',
    ...(operatorGroup === undefined ? {} : { operatorGroup }),
  };
}

function options(inputs: JsonMap, { taken }: JsonMap): OperatorAdoptionOptions {
  return {
    ...written(inputs),
    package: textField(inputs, 'package') ?? '',
    timeouts: timeouts(inputs['timeouts']),
    ...(taken === undefined ? {} : { own: written(taken) }),
  };
}

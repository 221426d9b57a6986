import type { Waiter } from '../../cluster/waiting/machine/waiter';
import {
  detectionSubject, type ExistingOlmMode, type FoundOlm, foundOlm, OLM_TRACES, olmDetection, type OlmDetectionOptions, recognizedIn,
} from '../../cluster/waiting/olm/olm-detection';
import { defined } from '../../formats/json/defined';
import { type JsonMap, stringField } from '../../formats/json/json-value';
import { storageField } from '../../olm/v0/upgrade/stored-versions';
import { parseTimeouts, requiredString } from '../provider/inputs';
import { OLM_DETECTION_INPUTS } from '../provider/waiter-inputs';
import { waiterProvider } from '../provider/waiter-provider';

/** Provider of `OlmDetection`. It changes nothing, so there is nothing to remove. */
export const OLM_DETECTION = waiterProvider<FoundOlm>({
  subject: (inputs) => detectionSubject(modeOf(inputs)),
  inputs: OLM_DETECTION_INPUTS,
  // Once an OLM was installed or adopted, it belongs to the stack.
  waiter: (inputs, before) => (isOwn(before) && modeOf(inputs) !== 'use' ? undefined : olmDetection(options(inputs)) as Waiter<unknown, FoundOlm>),
  kept: ({ found }) => (found === undefined ? {} : { found }),
  outputs: (_, verdict) => (verdict.kind === 'failed' ? {} : { found: verdict.outcome }),
  remarks: ({ namespace, release, installedBy }) => (namespace === undefined ? [] : [
    `found OLM ${release ?? 'of an unknown release'} in namespace ${namespace}${installedBy === undefined ? '' : `, installed by ${installedBy}`}`,
  ]),
  observe: (outputs, view) => {
    if (modeOf(outputs) !== 'use') {
      return { watch: [], isKnown: true, isThere: true, drift: [], outputs: {} };
    }
    const recognized = recognizedIn(view);
    return {
      watch: OLM_TRACES,
      isKnown: recognized !== 'unknown',
      isThere: recognized !== undefined,
      drift: [],
      outputs: recognized === 'unknown' ? {} : { found: foundOlm(recognized) },
    };
  },
  removal: () => undefined,
});

function modeOf(inputs: JsonMap): ExistingOlmMode {
  const mode = stringField(inputs, 'existing');
  return mode === 'adopt' || mode === 'use' ? mode : 'fail';
}

function isOwn(before: JsonMap): boolean {
  return before['ready'] === true && modeOf(before) !== 'use';
}

function options(inputs: JsonMap): OlmDetectionOptions {
  const text = (key: string): string => requiredString(inputs, key);
  const release = storageField(inputs['release']);
  return {
    mode: modeOf(inputs),
    namespaces: { namespace: text('namespace'), operatorNamespace: text('operatorNamespace'), catalogNamespace: text('catalogNamespace') },
    timeouts: parseTimeouts(inputs['timeouts']),
    ...defined({ release }),
  };
}

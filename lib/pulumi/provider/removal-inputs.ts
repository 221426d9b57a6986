import type { CrdSelection } from '../../cluster/waiting/removal/crd-selection';
import { type JsonMap, mapField, stringField, stringListField } from '../../formats/json/json-value';

/** Returns what happens to the objects of an operator's APIs on removal: the input `onDestroy.operands`. */
export function operandsIn(inputs: JsonMap): 'abort' | 'ignore' | 'delete' {
  const operands = stringField(inputs['onDestroy'], 'operands');
  return operands === 'ignore' || operands === 'delete' ? operands : 'abort';
}

/** Returns which CRDs of an operator are deleted on removal: the input `onDestroy.deleteCrds`. */
export function crdSelectionIn(inputs: JsonMap): CrdSelection {
  const onDestroy = mapField(inputs, 'onDestroy');
  return onDestroy['deleteCrds'] === true || stringListField(onDestroy, 'deleteCrds');
}

/** Describes the replacement of an operator whose CRDs are always removed with it: what happens to the operator and to the objects of its APIs. */
export function replacementWithCrds(outputs: JsonMap): string {
  const objects = {
    abort: 'objects of its APIs stop the removal before anything is deleted', ignore: 'all objects of its APIs are lost with the CRDs',
    delete: 'all objects of its APIs are deleted',
  }[operandsIn(outputs)];
  return `is removed, together with its CRDs, before it is installed again, and does not run in between; ${objects}`;
}

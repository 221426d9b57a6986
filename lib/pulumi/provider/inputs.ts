import type { Timeouts, Verdict } from '../../cluster/waiting/machine/waiter';
import type { CrdSelection } from '../../cluster/waiting/removal/operator-crds';
import { field, isMap, type JsonMap, mapField, stringField, stringListField } from '../../formats/json/json-value';

/** Placeholder of Pulumi's engine for a value that is not known during a preview. */
export const UNKNOWN = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';

/** Returns a string that the checks require: an input, or a field of one. Without it, a resource has no subject. */
export function requiredString(inputs: unknown, key: string): string {
  return field(inputs, key) as string;
}

/** Pulumi operation to which a timeout applies. */
export type Operation = 'create' | 'update' | 'delete';

/** Returns inputs or outputs with the total timeout of an operation: `timeouts.total`, else Pulumi's `customTimeouts`, else the waiter's default. */
export function withTotalTimeout(inputs: JsonMap, operation: Operation): JsonMap {
  const timeouts = mapField(inputs, 'timeouts');
  const total = timeouts['total'] ?? field(inputs['customTimeouts'], operation);
  return total === undefined || total === null ? inputs : { ...inputs, timeouts: { ...timeouts, total } };
}

/** Parses the input `timeouts`, in seconds, into a waiter's timeouts, in milliseconds. Omitted timeouts have their defaults. */
export function parseTimeouts(input: unknown): Partial<Timeouts> {
  const phases = field(input, 'phases');
  const parsed = {
    total: milliseconds(field(input, 'total')),
    settling: milliseconds(field(input, 'settling')),
    terminalGrace: milliseconds(field(input, 'terminalGrace')),
    transientGrace: milliseconds(field(input, 'transientGrace')),
    phases: isMap(phases) ? mapValues(phases, milliseconds) : undefined,
  };
  return Object.fromEntries(Object.entries(parsed).filter(([, time]) => time !== undefined));
}

function mapValues(map: JsonMap, convert: (value: unknown) => unknown): JsonMap {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, convert(value)]));
}

function milliseconds(time: unknown): number | undefined {
  return typeof time === 'number' ? time * 1000 : undefined;
}

/** Returns how long each phase of a wait took, in seconds to one decimal place. */
export function phaseSeconds({ times }: Verdict<unknown>): JsonMap {
  return Object.fromEntries(Object.entries(times).map(([phase, time]) => [phase, Math.round(time / 100) / 10]));
}

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

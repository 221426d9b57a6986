import * as pulumi from '@pulumi/pulumi';
import { isMap } from '../../formats/json/json-value';
import type { LateKind } from '../../formats/options/late-values';
import { printableMessage } from '../../text/printable';

const KINDS: { readonly [Kind in LateKind]: string } = {
  string: 'a string', number: 'a number', boolean: 'true or false', map: 'an object with strings as its values', any: 'a value',
};

/**
 * Returns an output that checks its value as soon as it is known. Messages do not contain the value, which may be a secret.
 *
 * @param kind what the value must be
 * @param path path of the argument, such as `OperatorSubscription 'hello': args.namespace`
 * @throws in the output: Error if the value is missing or something else
 */
export function checkedValue(output: pulumi.Output<unknown>, kind: LateKind, path: string): pulumi.Output<unknown> {
  return output.apply((value) => {
    // In a preview, a field that the API server fills is missing from the output instead of unknown.
    if ((value === undefined || value === null) && pulumi.runtime.isDryRun()) {
      return pulumi.output(pulumi.unknown as unknown);
    }
    refuseOther(kind, value, path);
    return pulumi.output(value);
  });
}

/** Returns a promise of the value of an output, for which the types of the SDK have no method. */
export function valueOf<Value>(output: pulumi.Output<Value>): Promise<Value> {
  return (output as unknown as { promise(): Promise<Value> }).promise();
}

/** @throws Error if the value of an output is not of a kind */
export function refuseOther(kind: LateKind, value: unknown, path: string): void {
  if (!isOfKind(kind, value)) {
    throw new Error(printableMessage(`${path} must be ${KINDS[kind]}, got an Output of ${typeName(value)}: ${remedy(kind, value)}`));
  }
}

/**
 * Returns a value as part of a longer string.
 *
 * @throws Error if the value is a list or map
 */
export function textOf(value: unknown, path: string): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw new Error(printableMessage(`${path} is part of a longer string, so it must be a string, a number, true or false, got an Output of ${typeName(value)}: ${remedy('string', value)}`));
  }
  return String(value);
}

function isOfKind(kind: LateKind, value: unknown): boolean {
  switch (kind) {
    case 'any':
      return value !== undefined && value !== null;
    case 'map':
      return isMap(value) && Object.values(value).every((item) => typeof item === 'string');
    default:
      return typeof value === kind;
  }
}

function typeName(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'undefined';
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? 'a list' : isMap(value) && Object.values(value).some((item) => typeof item !== 'string')
        ? 'an object with other values' : 'an object';
    default:
      return `a ${typeof value}`;
  }
}

function remedy(kind: LateKind, value: unknown): string {
  if (value === undefined || value === null) {
    return 'pass an Output that has a value, or omit the argument';
  }
  return kind === 'string' && typeof value !== 'object' ? 'convert it with `output.apply(String)`' : 'convert it with `output.apply(…)`';
}

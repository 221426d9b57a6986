import { IConstruct } from 'constructs';
import { ConstructError } from './construct-error';
import { conversionLoss } from '../../formats/json/conversion-loss';

/**
 * Checks an object of OLM's API and everything in it: its conversion to a manifest drops the keys that it does not know, and plain values in place of
 * instances of a class.
 *
 * @param prop name of the prop, for the error
 * @param convert the conversion
 * @throws ConstructError if something would be dropped
 */
export function checkConvertedKeys<Value extends object>(
  construct: IConstruct, prop: string, value: Value, convert: (value: Value) => unknown,
): void {
  const problem = conversionLoss(prop, value, convert);
  if (problem !== undefined) {
    throw new ConstructError(construct, problem);
  }
}

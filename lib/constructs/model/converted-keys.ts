import { IConstruct } from 'constructs';
import { ConstructError } from './construct-error';
import { unreadKey } from '../../json/unread-key';

/**
 * Checks the keys of an object of OLM's API and of everything in it: its conversion to a manifest drops the keys that it does not know.
 *
 * @param prop name of the prop, for the error
 * @param convert the conversion
 * @throws ConstructError when a key is unknown
 */
export function checkConvertedKeys<Value extends object>(
  construct: IConstruct, prop: string, value: Value, convert: (value: Value) => unknown,
): void {
  const problem = unreadKey(prop, value, convert);
  if (problem !== undefined) {
    throw new ConstructError(construct, problem);
  }
}

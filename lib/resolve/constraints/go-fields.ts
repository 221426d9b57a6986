import { goField } from '../../formats/json/folded-keys';
import { describeType, isMap } from '../../formats/json/json-value';
import { ResolutionFailure } from '../model/resolution-failure';

/**
 * Returns string fields of a value as Go decodes them into a struct: names are matched case-insensitively, and missing fields and null become empty
 * strings.
 *
 * @param what name of the value, for messages
 * @throws ResolutionFailure if a value has another type
 */
export function stringFields<Name extends string>(value: unknown, names: readonly Name[], what: string): Record<Name, string> {
  if (value !== null && !isMap(value)) {
    throw new ResolutionFailure(`json: cannot unmarshal ${describeType(value)} into the value of ${what}`);
  }
  return Object.fromEntries(names.map((name) => {
    const found = goField(value, name) ?? '';
    if (typeof found !== 'string') {
      throw new ResolutionFailure(`json: cannot unmarshal ${describeType(found)} into field ${name} of ${what}, of type string`);
    }
    return [name, found];
  })) as Record<Name, string>;
}

import { goKey } from '../../formats/json/folded-keys';
import { isMap } from '../../formats/json/json-value';
import { quoted } from '../../text/phrases';

/** Returns the remedy for a field whose name is written in another case, or an empty string if there is none. Only some of OLM's tools accept it. */
export function otherCaseRemedy(value: unknown, name: string): string {
  const key = isMap(value) ? goKey(value, name) : undefined;
  return key === undefined || key === name ? '' : `; rename ${quoted(key)} to ${name}, which all of OLM's tools find`;
}

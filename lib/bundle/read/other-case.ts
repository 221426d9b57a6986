import { goKey } from '../../formats/json/folded-keys';
import { isMap } from '../../formats/json/json-value';
import { quoted } from '../../text/phrases';

/** Returns what to do about a field whose name has another case, which only some of OLM's tools find, or an empty string if there is none. */
export function otherCaseRemedy(value: unknown, name: string): string {
  const key = isMap(value) ? goKey(value, name) : undefined;
  return key === undefined || key === name ? '' : `; rename ${quoted(key)} to ${name}, which all of OLM's tools find`;
}

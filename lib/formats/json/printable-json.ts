import { printableJsonText } from '../../text/printable';
import { exactJson } from './exact-json';

/** Returns a value as indented JSON with no effect on a terminal or a workflow log: the same values, with more characters escaped. */
export function printableJson(value: unknown): string {
  return printableJsonText(exactJson(value, 2));
}

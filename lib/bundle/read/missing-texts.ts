import { describe, field, textField } from '../json-value';

/** The fields of a map that must be text which is not empty but are not, in words; undefined when all are. */
export function missingTexts(value: unknown, keys: readonly string[]): string | undefined {
  const missing = keys.filter((key) => (textField(value, key) ?? '') === '');
  if (missing.length === 0) {
    return undefined;
  }
  const other = missing.find((key) => typeof (field(value, key) ?? '') !== 'string');
  const got = other === undefined ? '' : `; got ${describe(field(value, other))} for ${other}, to be put into quotes if it is right`;
  return `must have ${missing.join(', ')}, each a text that is not empty${got}`;
}

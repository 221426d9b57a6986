import { field as fieldOf, isMap } from '../../json/json-value';
import type { JsonSchema } from '../model/json-schema';
import { problem, type ValueProblem } from '../model/value-problem';
import { innerValues } from './inner-values';

/** Returns the items that appear twice in lists of type `set`, or with the same keys in lists of type `map`. */
export function duplicateItems(value: unknown, schema: JsonSchema, field: string): ValueProblem[] {
  return [
    ...(Array.isArray(value) ? duplicatesOf(value, schema, field) : []),
    ...innerValues(value, schema, field).flatMap(inner => duplicateItems(inner.value, inner.schema, inner.field)),
  ];
}

function duplicatesOf(list: readonly unknown[], schema: JsonSchema, field: string): ValueProblem[] {
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return repeated(list).map(index => problem(`${field}[${index}]`, `must not repeat ${JSON.stringify(list[index])}`));
    case 'map': {
      const keys = schema['x-kubernetes-list-map-keys'] ?? [];
      const other = list.findIndex(item => item !== null && !isMap(item));
      const valueOf = (index: number): string => keys.map(key => `${key} ${JSON.stringify(fieldOf(list[index], key)) ?? 'nothing'}`).join(', ');
      return other >= 0
        ? [problem(`${field}[${other}]`, 'must be a map')]
        : repeated(list.map(item => keys.map(key => fieldOf(item, key)))).map(index => problem(`${field}[${index}]`, `must not repeat ${valueOf(index)}`));
    }
    default:
      return [];
  }
}

/** Returns the position of the second of equal items. */
function repeated(items: readonly unknown[]): number[] {
  const seen = new Map<string, number>();
  return items.flatMap((item, index) => {
    const key = JSON.stringify(item);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times === 2 ? [index] : [];
  });
}

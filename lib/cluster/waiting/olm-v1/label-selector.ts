import { mapField, mapListField, stringField, stringListField } from '../../../formats/json/json-value';

/** Whether a label selector matches labels. A selector without requirements, or a missing one, matches everything. */
export function selectsLabels(selector: unknown, labels: { readonly [key: string]: string }): boolean {
  return Object.entries(mapField(selector, 'matchLabels')).every(([key, value]) => labels[key] === value)
    && mapListField(selector, 'matchExpressions').every((expression) => {
      const value = labels[stringField(expression, 'key') ?? ''];
      const isListed = value !== undefined && stringListField(expression, 'values').includes(value);
      switch (stringField(expression, 'operator')) {
        case 'In': return isListed;
        case 'NotIn': return !isListed;
        case 'Exists': return value !== undefined;
        case 'DoesNotExist': return value === undefined;
        default: return false;
      }
    });
}

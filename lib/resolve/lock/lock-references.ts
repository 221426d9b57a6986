import { catalogKey, operatorKey } from './lock-content';
import type { PlacedProblem } from './lock-error';
import { mapListField, stringField, stringListField } from '../../formats/json/json-value';

/**
 * Returns the inconsistencies between blocks of a lock file: duplicates, references to missing catalogs and CSVs, and operators that nothing
 * requests.
 *
 * @param value content of the file, whose blocks have valid keys
 */
export function referenceProblems(value: unknown): PlacedProblem[] {
  const catalogs = mapListField(value, 'catalogs').map((item) => keyOf(item, 'name'));
  const operators = mapListField(value, 'operators').map((item) => ({
    item, namespace: text(item, 'namespace'), csv: text(item, 'csv'), key: keyOf(item, 'package'),
  }));
  return [
    ...duplicates(catalogs, 'catalogs', 'catalog'),
    ...duplicates(operators.map(({ key }) => key), 'operators', 'operator'),
    ...operators.flatMap(({ item, namespace, key }, index): PlacedProblem[] => {
      const catalog = catalogKey({ namespace: text(item, 'catalogNamespace'), name: text(item, 'catalog') });
      const requiredBy = stringListField(item, 'requiredBy');
      return [
        ...(catalogs.includes(catalog) ? [] : [{
          path: ['operators', index, 'catalog'],
          message: `operator '${key}' comes from the catalog '${catalog}', which is not in \`catalogs\`; run \`olm-constructs lock\``,
        }]),
        ...requiredBy.filter((csv) => !operators.some((other) => other.namespace === namespace && other.csv === csv)).map((csv) => ({
          path: ['operators', index, 'requiredBy'],
          message: `operator '${key}' is required by '${csv}', which is not locked in namespace '${namespace}'; run \`olm-constructs lock\``,
        })),
        ...(requiredBy.length > 0 || stringField(item, 'subscription') !== undefined ? [] : [{
          path: ['operators', index],
          message: `operator '${key}' has neither \`subscription\` nor \`requiredBy\`, so nothing requests it; run \`olm-constructs lock\``,
        }]),
      ];
    }),
  ];
}

function duplicates(keys: readonly string[], list: string, what: string): PlacedProblem[] {
  return keys.flatMap((key, index) => keys.indexOf(key) === index ? [] : [{
    path: [list, index],
    message: `${what} '${key}' has two blocks; keep the correct one, and run \`olm-constructs lock\``,
  }]);
}

function keyOf(item: unknown, name: 'name' | 'package'): string {
  const namespace = text(item, 'namespace');
  return name === 'name' ? catalogKey({ namespace, name: text(item, name) }) : operatorKey({ namespace, packageName: text(item, name) });
}

function text(item: unknown, key: string): string {
  return stringField(item, key) ?? '';
}

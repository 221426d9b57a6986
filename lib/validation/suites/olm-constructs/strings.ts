import { describeType } from '../../../formats/json/json-value';
import { formatPath } from '../../../formats/json/source-position';
import { otherThanStrings } from '../../../formats/schema/string-values';
import { FindingSeverity } from '../../model/finding';
import type { Rule } from '../../model/rule';

/** Rules about values that YAML does not read as strings. */
export const STRING_RULES: readonly Rule[] = [
  {
    id: 'object-strings',
    severity: FindingSeverity.ERROR,
    summary: 'the labels, annotations, selectors and data of each object are strings',
    remedy: 'put the value in quotes',
    source: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/',
    *check({ objects }) {
      for (const { json, file } of objects) {
        // The API server takes null for an empty string.
        for (const { path, value } of otherThanStrings(json).filter((found) => found.value !== null)) {
          yield { message: `${formatPath(path)} must be a string, got ${describeType(value)}; the API server refuses the object`, file, path };
        }
      }
    },
  },
];

import type { Rule } from '../model/rule';
import { FindingSeverity } from '../model/severity';
import { annotationCase } from './csv';

/** Rules about OperatorGroups. OLM never installs one from a bundle, but upstream checks its annotations. */
export const OPERATOR_GROUP_RULES: readonly Rule[] = [
  {
    id: 'operatorgroup-annotations',
    severity: FindingSeverity.ERROR,
    summary: 'annotations of an OperatorGroup that OLM knows have the right case',
    remedy: 'correct the case of the annotation; OLM ignores it otherwise',
    source: 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/operatorgroup.go',
    *check({ objects }) {
      for (const object of objects) {
        if (object.kind === 'OperatorGroup' && object.group === 'operators.coreos.com') {
          yield* annotationCase(object);
        }
      }
    },
  },
];

import type { Rule } from '../rule';
import { FindingSeverity } from '../severity';
import { annotationCase } from './csv';

/** OperatorGroups. Nobody installs one that a bundle holds, but the annotations are looked at as upstream does. */
export const OPERATOR_GROUP_RULES: readonly Rule[] = [
  {
    id: 'operatorgroup-annotations',
    severity: FindingSeverity.ERROR,
    summary: 'annotations of an OperatorGroup that OLM knows are written in the case that it looks for',
    remedy: 'write the annotation in the right case; OLM does not see it otherwise',
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

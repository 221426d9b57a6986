import { fieldAt, mapListField, stringField, stringListField, stringMapField } from '../json/json-value';

/** A label that a node must have to run a pod. */
export interface NodeLabelNeed {
  /** Key of the label, such as `kubernetes.io/arch`. */
  readonly key: string;

  /** Operator: `In`, `NotIn`, `Exists`, `DoesNotExist`, `Gt` or `Lt`. */
  readonly operator: string;

  /** Values that the operator compares; an empty list for `Exists` and `DoesNotExist`. */
  readonly values: string[];
}

/**
 * Returns the sets of labels of which a node must have one to run a pod: `nodeSelector`, and each term of the required node affinity. An empty list
 * if it requires none.
 *
 * @param podSpec spec of the pod, of any type
 * @internal
 */
export function nodeLabelAlternatives(podSpec: unknown): NodeLabelNeed[][] {
  const selected = Object.entries(stringMapField(podSpec, 'nodeSelector')).map(([key, value]): NodeLabelNeed => ({ key, operator: 'In', values: [value] }));
  const terms = mapListField(fieldAt(podSpec, 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution'), 'nodeSelectorTerms')
    .map((term) => mapListField(term, 'matchExpressions').map((expression): NodeLabelNeed => ({
      key: stringField(expression, 'key') ?? '', operator: stringField(expression, 'operator') ?? '', values: stringListField(expression, 'values'),
    })));
  const alternatives = (terms.length === 0 ? [[]] : terms).map((labels) => [...selected, ...labels]);
  return alternatives.every((labels) => labels.length === 0) ? [] : alternatives;
}

/** Returns a required label as Kubernetes writes label selectors, such as `disk=ssd` or `kubernetes.io/arch in (amd64, arm64)`. @internal */
export function nodeLabelText({ key, operator, values }: NodeLabelNeed): string {
  switch (operator) {
    case 'In':
      return values.length === 1 ? `${key}=${values[0]!}` : `${key} in (${values.join(', ')})`;
    case 'NotIn':
      return `${key} notin (${values.join(', ')})`;
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      return `${key} ${operator} ${values.join(', ')}`;
  }
}

import type { OperatorDeployment } from '../../bundle/model/cluster-service-version-spec';
import { fieldAt, mapListField, stringField, stringListField, stringMapField } from '../../formats/json/json-value';

/** A label that a node must have to run a pod. */
export interface NodeLabelNeed {
  /** Key of the label, such as `kubernetes.io/arch`. */
  readonly key: string;

  /** Operator: `In`, `NotIn`, `Exists`, `DoesNotExist`, `Gt` or `Lt`. */
  readonly operator: string;

  /** Values that the operator compares; an empty list for `Exists` and `DoesNotExist`. */
  readonly values: string[];
}

/** Labels that a node must have, all of them, to run the pods. */
export interface NodeAlternative {
  /** The labels. */
  readonly labels: NodeLabelNeed[];
}

/** What the pods of a Deployment require of nodes: `nodeSelector` and the required node affinity. */
export interface NodeNeed {
  /** Name of the Deployment. */
  readonly deployment: string;

  /** Sets of labels of which a node must have one. */
  readonly alternatives: NodeAlternative[];
}

/** Returns what the pods of Deployments require of nodes. @internal */
export function nodeNeeds(deployments: readonly OperatorDeployment[]): NodeNeed[] {
  return deployments.flatMap(({ name, spec }) => {
    const pod = fieldAt(spec, 'template', 'spec');
    const selected = Object.entries(stringMapField(pod, 'nodeSelector')).map(([key, value]): NodeLabelNeed => ({ key, operator: 'In', values: [value] }));
    const terms = mapListField(fieldAt(pod, 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution'), 'nodeSelectorTerms')
      .map((term) => mapListField(term, 'matchExpressions').map((expression): NodeLabelNeed => ({
        key: stringField(expression, 'key') ?? '', operator: stringField(expression, 'operator') ?? '', values: stringListField(expression, 'values'),
      })));
    const alternatives = (terms.length === 0 ? [[]] : terms).map((labels) => ({ labels: [...selected, ...labels] }));
    return alternatives.every(({ labels }) => labels.length === 0) ? [] : [{ deployment: name, alternatives }];
  });
}

/** Keys of the labels with the architecture of a node. */
const ARCHITECTURE = ['kubernetes.io/arch', 'beta.kubernetes.io/arch'];

/** Labels that some node of every cluster has: the kubelet sets them. */
const OF_EVERY_CLUSTER = ['kubernetes.io/os=linux', 'beta.kubernetes.io/os=linux', 'kubernetes.io/hostname'];

/**
 * Returns the labels that no node of a cluster is known to have, of the set of which most are known; an empty list if a node may run the pods.
 *
 * @param nodeLabels labels of the nodes, as `key` or `key=value`; `kubernetes.io/arch=amd64` if none has an architecture
 * @internal
 */
export function missingNodeLabels({ alternatives }: NodeNeed, nodeLabels: readonly string[]): NodeLabelNeed[] {
  const known = [...OF_EVERY_CLUSTER, ...architecturesOf(nodeLabels).flatMap((architecture) => ARCHITECTURE.map((key) => `${key}=${architecture}`)), ...nodeLabels];
  return alternatives.map(({ labels }) => labels.filter((label) => !isKnown(label, known))).reduce((best, next) => (next.length < best.length ? next : best));
}

/** Returns the architectures of the nodes, which are amd64 unless their labels differ. @internal */
export function architecturesOf(nodeLabels: readonly string[]): string[] {
  const found = nodeLabels.filter((label) => ARCHITECTURE.includes(label.split('=')[0]!) && label.includes('=')).map((label) => label.slice(label.indexOf('=') + 1));
  return found.length === 0 ? ['amd64'] : [...new Set(found)];
}

function isKnown({ key, operator, values }: NodeLabelNeed, known: readonly string[]): boolean {
  const ofKey = known.filter((label) => label === key || label.startsWith(`${key}=`));
  switch (operator) {
    case 'NotIn':
    case 'DoesNotExist':
      return true;
    case 'In':
      return ofKey.some((label) => label === key || values.includes(label.slice(key.length + 1)));
    default:
      return ofKey.length > 0;
  }
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

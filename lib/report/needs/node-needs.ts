import type { OperatorDeployment } from '../../bundle/model/cluster-service-version-spec';
import { fieldAt } from '../../formats/json/json-value';
import { nodeLabelAlternatives, NodeLabelNeed } from '../../formats/schema/node-labels';

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
    const alternatives = nodeLabelAlternatives(fieldAt(spec, 'template', 'spec')).map((labels) => ({ labels }));
    return alternatives.length === 0 ? [] : [{ deployment: name, alternatives }];
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
  const missing = alternatives.map(({ labels }) => labels.filter((label) => !isKnown(label, known)));
  return missing.reduce((best, next) => (next.length < best.length ? next : best));
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

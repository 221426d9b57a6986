/**
 * Scheduling constraints of pods, with the field names of Kubernetes.
 *
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#affinity-and-anti-affinity
 */
export interface Affinity {
  /**
   * Nodes that the pods run on.
   *
   * @default - any node
   */
  readonly nodeAffinity?: NodeAffinity;

  /**
   * Pods that the pods run close to.
   *
   * @default - none
   */
  readonly podAffinity?: PodAffinity;

  /**
   * Pods near which the pods must not or should not run.
   *
   * @default - none
   */
  readonly podAntiAffinity?: PodAffinity;
}

/** Nodes that pods run on. */
export interface NodeAffinity {
  /**
   * Nodes that the pods can be scheduled on.
   *
   * @default - all nodes
   */
  readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;

  /**
   * Preferred nodes. The weights of all terms that match a node are added.
   *
   * @default - none
   */
  readonly preferredDuringSchedulingIgnoredDuringExecution?: PreferredNodes[];
}

/** Selects the nodes that match at least one of the terms. */
export interface NodeSelector {
  /** Terms of the selector. */
  readonly nodeSelectorTerms: NodeSelectorTerm[];
}

/** Selects the nodes that match all requirements. */
export interface NodeSelectorTerm {
  /**
   * Requirements for the labels of a node.
   *
   * @default - none
   */
  readonly matchExpressions?: SelectorRequirement[];

  /**
   * Requirements for the fields of a node. Kubernetes supports `metadata.name` only.
   *
   * @default - none
   */
  readonly matchFields?: SelectorRequirement[];
}

/** Preferred nodes. */
export interface PreferredNodes {
  /** Weight of the preference, from 1 to 100. */
  readonly weight: number;

  /** Preferred nodes. */
  readonly preference: NodeSelectorTerm;
}

/** Pods that pods run close to, or away from. */
export interface PodAffinity {
  /**
   * Terms that must be met: otherwise the pods are not scheduled.
   *
   * @default - none
   */
  readonly requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];

  /**
   * Terms that are met if possible.
   *
   * @default - none
   */
  readonly preferredDuringSchedulingIgnoredDuringExecution?: PreferredPods[];
}

/** Selects pods, and defines which nodes are close to them. */
export interface PodAffinityTerm {
  /** Label of nodes: nodes with the same value are close to each other. For example `kubernetes.io/hostname`. */
  readonly topologyKey: string;

  /** Labels of the pods. An empty selector matches all pods. */
  readonly labelSelector: LabelSelector;

  /**
   * Labels for which the pods must have the same value as the scheduled pods. Requires Kubernetes 1.29 or later.
   *
   * @default - none
   */
  readonly matchLabelKeys?: string[];

  /**
   * Labels for which the pods must have another value than the scheduled pods. Requires Kubernetes 1.29 or later.
   *
   * @default - none
   */
  readonly mismatchLabelKeys?: string[];

  /**
   * Namespaces of the pods, in addition to those of `namespaceSelector`.
   *
   * @default - the namespace of the scheduled pods, unless there is a `namespaceSelector`
   */
  readonly namespaces?: string[];

  /**
   * Labels of the namespaces of the pods. An empty selector matches all namespaces.
   *
   * @default - only `namespaces`
   */
  readonly namespaceSelector?: LabelSelector;
}

/** Preferred pods to run close to, or away from. */
export interface PreferredPods {
  /** Weight of the preference, from 1 to 100. */
  readonly weight: number;

  /** Pods, and which nodes are close to them. */
  readonly podAffinityTerm: PodAffinityTerm;
}

/**
 * Selects objects by their labels. All requirements must be met.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/
 */
export interface LabelSelector {
  /**
   * Labels that the objects have, with their values.
   *
   * @default - none
   */
  readonly matchLabels?: { [label: string]: string };

  /**
   * Additional requirements for the labels of the objects.
   *
   * @default - none
   */
  readonly matchExpressions?: SelectorRequirement[];
}

/** Requirement for a label, or for a field of a node. */
export interface SelectorRequirement {
  /** Name of the label or field. */
  readonly key: string;

  /** Operator that compares the label or field with the values. */
  readonly operator: SelectorOperator;

  /**
   * Values, for the operators `IN`, `NOT_IN`, `GT` and `LT`.
   *
   * @default - none
   */
  readonly values?: string[];
}

/**
 * Operator of a requirement for a label or field.
 *
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#operators
 */
export enum SelectorOperator {
  /** Its value is one of the values. */
  IN = 'In',

  /** Its value is not one of the values, or it is missing. */
  NOT_IN = 'NotIn',

  /** It exists, with any value. */
  EXISTS = 'Exists',

  /** It is missing. */
  DOES_NOT_EXIST = 'DoesNotExist',

  /** Its value is an integer greater than the only value. Only for nodes. */
  GT = 'Gt',

  /** Its value is an integer less than the only value. Only for nodes. */
  LT = 'Lt',
}

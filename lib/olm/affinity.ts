import { LabelSelector, SelectorRequirement } from './label-selector';

/**
 * Which nodes pods want to run on, and near which other pods. The names are those of Kubernetes.
 *
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#affinity-and-anti-affinity
 */
export interface Affinity {
  /**
   * Which nodes the pods run on.
   *
   * @default - any
   */
  readonly nodeAffinity?: NodeAffinity;

  /**
   * Which other pods they run near.
   *
   * @default - none
   */
  readonly podAffinity?: PodAffinity;

  /**
   * Which other pods they keep away from.
   *
   * @default - none
   */
  readonly podAntiAffinity?: PodAffinity;
}

/** Which nodes pods run on. */
export interface NodeAffinity {
  /**
   * Nodes that can run the pods at all.
   *
   * @default - all nodes
   */
  readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;

  /**
   * Nodes that are preferred among those; the weights of the terms that a node matches are added up.
   *
   * @default - none
   */
  readonly preferredDuringSchedulingIgnoredDuringExecution?: PreferredNodes[];
}

/** Some nodes of the cluster: those that match at least one of the terms. */
export interface NodeSelector {
  /** The terms. */
  readonly nodeSelectorTerms: NodeSelectorTerm[];
}

/** What a node must match, all of it. */
export interface NodeSelectorTerm {
  /**
   * What its labels must be like.
   *
   * @default - anything
   */
  readonly matchExpressions?: SelectorRequirement[];

  /**
   * What its fields must be like. Kubernetes knows `metadata.name` only.
   *
   * @default - anything
   */
  readonly matchFields?: SelectorRequirement[];
}

/** Nodes that are preferred. */
export interface PreferredNodes {
  /** How much, from 1 to 100. */
  readonly weight: number;

  /** Which nodes. */
  readonly preference: NodeSelectorTerm;
}

/** Other pods that pods run near to, or keep away from. */
export interface PodAffinity {
  /**
   * Where this cannot be had, the pods do not run.
   *
   * @default - none
   */
  readonly requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];

  /**
   * Where this cannot be had, the pods run elsewhere.
   *
   * @default - none
   */
  readonly preferredDuringSchedulingIgnoredDuringExecution?: PreferredPods[];
}

/** Some pods, and what is near to them. */
export interface PodAffinityTerm {
  /** The label of nodes that says what is near: nodes with the same value are. For example `kubernetes.io/hostname`. */
  readonly topologyKey: string;

  /** The labels of the other pods. An empty selector means all pods. */
  readonly labelSelector: LabelSelector;

  /**
   * The namespaces of the other pods, beside those of `namespaceSelector`.
   *
   * @default - the namespace of the pods themselves, unless there is a `namespaceSelector`
   */
  readonly namespaces?: string[];

  /**
   * The labels of the namespaces of the other pods. An empty selector means all namespaces.
   *
   * @default - none beside `namespaces`
   */
  readonly namespaceSelector?: LabelSelector;
}

/** Other pods that pods run near to, or keep away from, where they can. */
export interface PreferredPods {
  /** How much that is preferred, from 1 to 100. */
  readonly weight: number;

  /** Which pods, and what is near. */
  readonly podAffinityTerm: PodAffinityTerm;
}

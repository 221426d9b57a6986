import type { Manifest } from './manifests';

/** An operator in manifests that runs without OLM. */
export interface PlainOperatorManifests {
  /** Title for messages, such as `operator demo/plain`. */
  readonly title: string;
  readonly name: string;

  /** Namespace of the operator. @default - none: CRDs and webhook configurations only */
  readonly namespace?: string;

  /**
   * All of its objects, if its construct marked them, except its Namespace. Otherwise its CRDs, Deployments, Certificates of cert-manager and webhook
   * configurations.
   */
  readonly objects: readonly Manifest[];
}

/** The operators in manifests that run without OLM. */
export interface PlainOperators {
  /** Operators whose constructs marked their objects. */
  readonly marked: readonly PlainOperatorManifests[];

  /** Operators whose objects have no annotation, one for each namespace with Deployments. */
  readonly unmarked: readonly PlainOperatorManifests[];

  /** CRDs and webhook configurations that belong to one of several operators, and nothing shows to which. @default - none */
  readonly unassigned?: PlainOperatorManifests;

  /** What cannot be told apart, as sentences with the remedy. */
  readonly notes: readonly string[];
}

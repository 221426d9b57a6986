/** An object of a release. */
export interface OlmPlannedObject {
  /** API group and version. */
  readonly apiVersion: string;

  /** Kind. */
  readonly kind: string;

  /** Name. */
  readonly name: string;

  /**
   * Namespace.
   *
   * @default - none: the object belongs to no namespace
   */
  readonly namespace?: string;
}

/** An object that both releases have, in different forms. */
export interface OlmPlannedChange extends OlmPlannedObject {
  /**
   * What differs: paths such as `spec.strategy.type`. Of a CRD's schema, the fields that differ after the version's name,
   * such as `v1alpha1 spec.config.affinity`; descriptions do not count.
   */
  readonly paths: string[];
}

/** An object that the new release no longer has. Applying the new release leaves it in the cluster. */
export interface OlmPlannedRemoval extends OlmPlannedObject {
  /** Whether it should be deleted. */
  readonly prune: boolean;

  /** Why, or why not. */
  readonly reason: string;
}

/** Versions of a CRD that come, go, or are stored differently. */
export interface OlmCrdVersionChange {
  /** Name of the CRD. */
  readonly crd: string;

  /** Versions that are served before. */
  readonly servedBefore: string[];

  /** Versions that are served afterwards. */
  readonly servedAfter: string[];

  /** Version in which objects are stored before. */
  readonly storedBefore: string;

  /** Version in which objects are stored afterwards. Absent when the CRD goes. */
  readonly storedAfter?: string;

  /**
   * Versions in which objects may still be stored, and which the CRD no longer has. The API server refuses such a CRD until
   * all objects are written anew and the versions are taken out of `status.storedVersions`.
   */
  readonly storedAtRisk: string[];
}

/** A field that the new release does not know. The API server drops it when an object that has it is written next. */
export interface OlmLostField {
  /** Name of the CRD. */
  readonly crd: string;

  /** Version of the CRD. */
  readonly version: string;

  /** Path of the field, such as `spec.list[].name`; all that lies below it is lost with it. */
  readonly path: string;
}

/** How a program of OLM is called differently. A flag and its value are one argument. */
export interface OlmArgumentChange {
  /** Name of the container. */
  readonly program: string;

  /** Arguments that are new, or have a new value. */
  readonly added: string[];

  /** Arguments that are gone, or had another value. */
  readonly removed: string[];
}

/** What a plan says. */
export interface OlmUpgradePlanContent {
  /** The release that is in the cluster. */
  readonly from: string;

  /** The release that is wanted. */
  readonly to: string;

  /** Releases in between that are passed over. Upstream tests upgrades from one release to the next only. */
  readonly skipped: string[];

  /** Objects that come, in the order in which they are applied. */
  readonly added: OlmPlannedObject[];

  /** Objects that change, in the order in which they are applied. */
  readonly changed: OlmPlannedChange[];

  /** Objects that are no longer part of OLM, in the order in which they were applied. */
  readonly removed: OlmPlannedRemoval[];

  /** CRDs whose versions change. */
  readonly crdVersions: OlmCrdVersionChange[];

  /** Fields that custom resources may lose. */
  readonly lostFields: OlmLostField[];

  /** Programs that are called differently. */
  readonly arguments: OlmArgumentChange[];

  /** What else to know or to do first, in sentences. */
  readonly notes: string[];
}

/** An object of a release. */
export interface OlmPlannedObject {
  /** API version, with the group. */
  readonly apiVersion: string;

  /** Kind of the object. */
  readonly kind: string;

  /** Name of the object. */
  readonly name: string;

  /**
   * Namespace of the object.
   *
   * @default - none: the object is cluster-scoped
   */
  readonly namespace?: string;
}

/** An object that differs between the releases. */
export interface OlmPlannedChange extends OlmPlannedObject {
  /**
   * Paths that differ, such as `spec.strategy.type`. In the schemas of a CRD, the version and the field, such as
   * `v1alpha1 spec.config.affinity`; descriptions are ignored.
   */
  readonly paths: string[];
}

/** An object that is not in the new release. Applying the new release leaves it in the cluster. */
export interface OlmPlannedRemoval extends OlmPlannedObject {
  /** Whether to delete it. */
  readonly prune: boolean;

  /** Reason to delete or keep it. */
  readonly reason: string;
}

/** Changed versions of a CRD. */
export interface OlmCrdVersionChange {
  /** Name of the CRD. */
  readonly crd: string;

  /** Versions served before. */
  readonly servedBefore: string[];

  /** Versions served afterwards. */
  readonly servedAfter: string[];

  /** Storage version before. */
  readonly storedBefore: string;

  /**
   * Storage version afterwards.
   *
   * @default - none: the CRD is removed
   */
  readonly storedAfter?: string;

  /**
   * Versions in which objects may be stored and that the CRD no longer has. The API server rejects such a CRD until all objects are rewritten
   * and the versions are removed from `status.storedVersions`.
   */
  readonly storedAtRisk: string[];
}

/** A field that is not in the new release. The API server drops it from an object the next time the object is written. */
export interface OlmLostField {
  /** Name of the CRD. */
  readonly crd: string;

  /** Version of the CRD. */
  readonly version: string;

  /** Path of the field, such as `spec.list[].name`. Fields under it are also lost. */
  readonly path: string;
}

/** Changed arguments of a program of OLM. A flag and its value are one argument. */
export interface OlmArgumentChange {
  /** Name of the container. */
  readonly program: string;

  /** Arguments that are new or have a new value. */
  readonly added: string[];

  /** Arguments that were removed or had another value. */
  readonly removed: string[];
}

/** Changes from one release of OLM to another. */
export interface OlmUpgradePlanContent {
  /** Version of the release in the cluster. */
  readonly fromVersion: string;

  /** Version of the release to install. */
  readonly toVersion: string;

  /** Known releases between the two. Upstream only tests upgrades from one release to the next. */
  readonly skipped: string[];

  /** Added objects, in the order in which they are applied. */
  readonly added: OlmPlannedObject[];

  /** Changed objects, in the order in which they are applied. */
  readonly changed: OlmPlannedChange[];

  /** Removed objects, in the order in which they were applied. */
  readonly removed: OlmPlannedRemoval[];

  /** CRDs with changed versions. */
  readonly crdVersions: OlmCrdVersionChange[];

  /** Fields that custom resources may lose. */
  readonly lostFields: OlmLostField[];

  /** Programs with changed arguments. */
  readonly arguments: OlmArgumentChange[];

  /** What to know or do before the upgrade, as sentences. */
  readonly notes: string[];
}

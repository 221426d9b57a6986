import type { BundleCrdChange } from '../../report/build-comparison';
import type { BundleRbacGrant } from '../../report/rights/rbac-rule';
import type { LockChangeKind } from '../lock/lock-change';
import type { LockWaiver } from '../lock/lock-waiver';

/** What happens to an operator between two locks. */
export interface PlannedOperator {
  /** Namespace of the operator. */
  readonly namespace: string;

  /** Package of the operator. */
  readonly packageName: string;

  /**
   * Whether the operator is new, changed or removed. OLM does not remove an operator that is removed from the lock: delete its Subscription and CSV.
   */
  readonly kind: LockChangeKind;

  /** Earlier CSV, or an empty string if the operator is new. */
  readonly before: string;

  /** Later CSV, or an empty string if the operator is removed. */
  readonly after: string;

  /** CSVs to approve, in order, ending with `after`. An empty list if the operator is removed, or OLM does not upgrade it to `after`. */
  readonly approvals: string[];

  /** Reasons why OLM does not make the upgrade, or why the plan lacks details, in sentences. */
  readonly problems: string[];

  /** Changes of CustomResourceDefinitions with the verdicts of OLM v1. */
  readonly crdChanges: BundleCrdChange[];

  /** Objects of the app of a kind whose CustomResourceDefinition changes in a way that OLM v1 refuses. */
  readonly objectsAffected: PlannedObject[];

  /**
   * Changes from each version to the next one on the way that are refused, or accepted by waivers in the later lock, and a later version that OLM
   * does not install.
   */
  readonly findings: UpgradeFinding[];

  /** Waivers of the later lock that match none of these changes. */
  readonly staleWaivers: LockWaiver[];

  /** CSVs on the way, the ends included, whose changes are not checked because the catalog has no manifests for them. */
  readonly unchecked: string[];

  /** Rights that the accounts of the operator gain. */
  readonly rightsGained: BundleRbacGrant[];

  /** Images that are new. */
  readonly imagesGained: string[];

  /** Deprecations that affect versions on the way, in sentences. */
  readonly deprecations: string[];

  /** Deployments of the operator that are replaced, and webhooks that fail while they start; each is down for a moment in every upgrade. */
  readonly down: string[];
}

/** An object of the app whose CustomResourceDefinition an upgrade changes. */
export interface PlannedObject {
  /** Kind of the object. */
  readonly kind: string;

  /** Namespace of the object, or an empty string if it has none. */
  readonly namespace: string;

  /** Name of the object. */
  readonly name: string;

  /** Name of its CustomResourceDefinition. */
  readonly crd: string;
}

/** An InstallPlan that OLM creates on the way from one lock to another, with the operators of a namespace that it upgrades at the same time. */
export interface PlannedInstallPlan {
  /** Namespace of the InstallPlan. */
  readonly namespace: string;

  /** ClusterServiceVersions that it installs, sorted. */
  readonly csvs: string[];
}

/** A change in an upgrade that is refused unless the lock has a waiver for it. */
export interface UpgradeFinding {
  /** Kind of the change: that of a change of a CRD, such as `field-removed`, `right-gained`, `rights-unknown`, `not-checked` or `not-reached`. */
  readonly rule: string;

  /**
   * Subject of the change: a field of a CRD, such as `caches.example.com/v1/spec.size`, a right, such as `get secrets`, or a CSV that is not checked
   * or that OLM does not install.
   */
  readonly field: string;

  /** CSV before the change: that of the earlier lock, or one on the way. */
  readonly before: string;

  /** CSV after the change: that of the later lock, or one on the way. */
  readonly after: string;

  /** The change in words, without rule and field. */
  readonly message: string;

  /**
   * Reason in the lock why the change is accepted.
   *
   * @default - it is not accepted
   */
  readonly reason?: string;
}

/** Source of a plan. */
export interface PlanSource {
  /** Path of the file. */
  readonly file: string;

  /** Line of each of its operators, from 1. */
  readonly lines: number[];
}

import { BundleCrdChange } from '../../report/build-comparison';
import { BundleRbacGrant } from '../../report/rbac-rule';
import { UpgradeFinding } from './upgrade-finding';
import { LockChangeKind } from '../lock/lock-change';
import { LockWaiver } from '../lock/lock-waiver';

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

  /** Changes from each version to the next one on the way that are refused, or accepted by waivers in the later lock. */
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

import { BundleCrdChange } from '../../report/comparison-types';
import { BundleRbacGrant } from '../../report/rbac-rule';
import { UpgradeFinding } from './upgrade-finding';
import { LockChangeKind } from '../lock/lock-change';
import { LockWaiver } from '../lock/lock-waiver';

/** An object of the app whose CustomResourceDefinition an upgrade changes. */
export interface PlannedObject {
  /** Kind of the object. */
  readonly kind: string;

  /** Namespace of the object; empty if it has none. */
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

  /** Whether it is new, another version, or gone. OLM does not remove an operator that is gone from the lock: delete its Subscription and CSV. */
  readonly kind: LockChangeKind;

  /** Earlier CSV; empty if the operator is new. */
  readonly before: string;

  /** Later CSV; empty if the operator is gone. */
  readonly after: string;

  /** CSVs to approve, one after the other, the last one being `after`; empty if the operator is gone, or OLM does not upgrade it to `after`. */
  readonly approvals: string[];

  /** What keeps OLM from the upgrade, or the plan from details, in sentences. */
  readonly problems: string[];

  /** Changes of CustomResourceDefinitions with the verdicts of OLM v1. */
  readonly crdChanges: BundleCrdChange[];

  /** Objects of the app of a kind whose CustomResourceDefinition changes in a way that OLM v1 refuses. */
  readonly objectsAffected: PlannedObject[];

  /** Changes that are refused, from each version to the next one on the way, or accepted by waivers in the later lock. */
  readonly findings: UpgradeFinding[];

  /** Waivers of the later lock that match none of these. */
  readonly staleWaivers: LockWaiver[];

  /** CSVs on the way, the ends included, whose changes are not checked because the catalog has no manifests of them. */
  readonly unchecked: string[];

  /** Rights that accounts of the operator gain. */
  readonly rightsGained: BundleRbacGrant[];

  /** Images that are new. */
  readonly imagesGained: string[];

  /** Deprecations that are met on the way, in sentences. */
  readonly deprecations: string[];

  /** Deployments of the operator that are replaced, and webhooks that fail while they start; each is down for a moment in every upgrade. */
  readonly down: string[];
}

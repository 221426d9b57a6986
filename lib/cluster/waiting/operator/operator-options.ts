import { ApprovalList } from './approval-list';
import { DEFAULT_TIMEOUTS, Timeouts } from '../machine/waiter';

/** Wanted version, pinned or at the end of a followed channel, and what may be installed to reach it. */
export interface Pin {
  /** Name of the wanted ClusterServiceVersion. */
  readonly csv: string;
  /** Its version, to detect a newer installed one. @default - the part of the name after the first `.v` or `.`, if that is a version */
  readonly version?: string;
  /** Names of the ClusterServiceVersions that may be installed on the upgrade path. @default - none */
  readonly intermediateCsvs?: readonly string[];
  /** Names of the ClusterServiceVersions that may be installed as dependencies. @default - none */
  readonly dependencyCsvs?: readonly string[];
}

/** Options of `operatorReady`. */
export interface OperatorReadyOptions {
  readonly namespace: string;
  /** Name of the Subscription. */
  readonly subscription: string;
  /**
   * Version to wait for; the waiter approves the InstallPlans that lead to it.
   *
   * @default - waits for the version that the Subscription leads to, and approves nothing
   */
  readonly pin?: Pin;
  /**
   * Upgrade plan of the namespace: only its CSVs are approved, in its order, regardless of other settings.
   *
   * @default - approvals depend on the pin
   */
  readonly approvals?: ApprovalList;
  /**
   * Whether InstallPlans that lead to the pinned version are approved. Otherwise the waiter waits until they are approved by other means.
   *
   * @default true
   */
  readonly approve?: boolean;
  /**
   * Whether any older version in the channel may be installed on the way to the pinned one. The channel is that of the PackageManifest in the
   * cluster; old releases of OLM only list its head there, so that no other version is allowed.
   *
   * @default false
   */
  readonly stepwise?: boolean;
  /**
   * Maximum number of times that a failed InstallPlan and the ClusterServiceVersion that it created are deleted so that OLM retries.
   *
   * @default 0
   */
  readonly recover?: number;
  /**
   * Whether the Subscription adopts an installed ClusterServiceVersion of its package that no Subscription refers to.
   *
   * @default false
   */
  readonly adopt?: boolean;
  /**
   * Names of the Subscriptions that OLM created for dependencies of earlier versions. They count as its dependencies as long as they exist, because
   * OLM does not remove operators that a later version no longer requires.
   *
   * @default - none
   */
  readonly dependencies?: readonly string[];
  /** @default - `OPERATOR_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Phases of `operatorReady`; `settling` follows. */
export type OperatorPhase = 'resolving' | 'unpacking' | 'approving' | 'installing' | 'starting' | 'serving' | 'recovering';

/**
 * Timeouts of `operatorReady`. OLM gives an unpack Job 10 minutes and an operator 5 minutes to start, and backs off for up to a minute when a catalog
 * does not answer: shorter timeouts would give up before OLM does.
 */
export const OPERATOR_TIMEOUTS: Timeouts = {
  ...DEFAULT_TIMEOUTS,
  total: 20 * 60_000,
  phases: { resolving: 5 * 60_000, unpacking: 11 * 60_000, installing: 5 * 60_000, starting: 11 * 60_000, serving: 60_000, recovering: 2 * 60_000 },
};

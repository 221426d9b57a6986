import { DEFAULT_TIMEOUTS, Timeouts } from '../waiting/timeouts';

/** The version that is wanted, and what may be installed to get there. */
export interface Pin {
  /** The name of the ClusterServiceVersion that is wanted. */
  readonly csv: string;
  /** Its version, to tell an older from a newer one. @default - what follows the first `.v` or `.` of the name, if that is a version */
  readonly version?: string;
  /** The versions that may be installed on the way, by the names of their ClusterServiceVersions. @default - none */
  readonly through?: readonly string[];
  /** What may be installed along: ClusterServiceVersions of operators that this one depends on. @default - none */
  readonly along?: readonly string[];
}

/** What `operatorReady` waits for. */
export interface OperatorReadyOptions {
  readonly namespace: string;
  /** The name of the Subscription. */
  readonly subscription: string;
  /**
   * Waits for exactly this version and approves the InstallPlans to it, where they wait for approval.
   *
   * @default - waits for what the Subscription leads to, and approves nothing
   */
  readonly pin?: Pin;
  /**
   * How often a failed InstallPlan and the ClusterServiceVersion that it made are deleted, so that OLM tries again.
   *
   * @default 0
   */
  readonly recover?: number;
  /**
   * Whether the Subscription takes over what is installed of its package and is no Subscription's.
   *
   * @default false
   */
  readonly adopt?: boolean;
  /** @default - see `OPERATOR_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** The phases of `operatorReady`; `settling` follows. */
export type OperatorPhase = 'resolving' | 'unpacking' | 'approving' | 'installing' | 'starting' | 'serving' | 'recovering';

/**
 * OLM gives an unpack job 10 minutes and an operator 5 minutes to start, and backs off up to a minute after a catalog did not answer:
 * shorter times would give up before OLM does.
 */
export const OPERATOR_TIMEOUTS: Timeouts = {
  ...DEFAULT_TIMEOUTS,
  total: 20 * 60_000,
  phases: { resolving: 5 * 60_000, unpacking: 11 * 60_000, installing: 5 * 60_000, starting: 11 * 60_000, serving: 60_000, recovering: 2 * 60_000 },
};

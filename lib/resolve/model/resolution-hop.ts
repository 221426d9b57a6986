import type { ResolvedOperator } from './resolved-operator';

/** One resolution of OLM: what it installs and upgrades at the same time, in one InstallPlan. */
export interface ResolutionHop {
  /** The operators that are installed or upgraded to, sorted by the names of their ClusterServiceVersions; never empty. */
  readonly operators: ResolvedOperator[];
}

import { ResolutionError, ResolutionFailure, ResolutionUndecided } from './model/resolution-error';
import type { ResolutionProps } from './model/resolution-props';
import type { ResolutionHop, ResolvedOperator } from './model/resolved-operator';
import { type NamespaceHop, type NamespaceState, stateOf } from './problem/namespace-state';

/**
 * Resolution of OLM's catalog operator for the Subscriptions of a namespace: the same bundles from the same channels and catalogs, including
 * dependencies.
 *
 * OLM does not consider install modes, OperatorGroups, `minKubeVersion` and approval here, so neither does this class. OLM processes Subscriptions in
 * no particular order, on which its decision may depend. This class processes them by name, so the result is one that OLM may reach. The order of the
 * input does not matter.
 *
 * @see https://olm.operatorframework.io/docs/concepts/olm-architecture/dependency-resolution/
 */
export class Resolution {
  /**
   * Resolves a namespace once, as for the next InstallPlan: installs what is missing, and upgrades what is installed by one step.
   *
   * @throws ResolutionError with OLM's message if OLM would report an error and install nothing, or if that is not decided within the limits
   * @throws Error if two Subscriptions, catalogs or installed operators have the same name, or a version is invalid
   */
  public static of(props: ResolutionProps): Resolution {
    const state = stateOf(props);
    const { hop } = resolveOnce(props.namespace, state, []);
    return new Resolution(hop.operators.length === 0 ? [] : [hop], hop.operators, false);
  }

  /**
   * Resolves a namespace repeatedly until nothing changes, as OLM does if all its InstallPlans are approved and succeed.
   *
   * @throws ResolutionError with OLM's message and the completed resolutions if OLM would stop before that, or if that is not decided within the
   * limits
   * @throws Error if two Subscriptions, catalogs or installed operators have the same name, or a version is invalid
   */
  public static toTheEnd(props: ResolutionProps): Resolution {
    const hops: ResolutionHop[] = [];
    const passed = new Set<string>();
    for (let state = stateOf(props); ;) {
      const { hop, next } = resolveOnce(props.namespace, state, hops);
      if (hop.operators.length === 0) {
        return new Resolution(hops, state.operators, false);
      }
      passed.add(state.key);
      hops.push(hop);
      state = next();
      if (passed.has(state.key)) {
        return new Resolution(hops, state.operators, true);
      }
    }
  }

  /** The resolutions in which something changes, in order. */
  public readonly hops: ResolutionHop[];

  /**
   * The operators that were chosen and are installed at the end, sorted by the names of their ClusterServiceVersions. Operators that were installed
   * before and did not change are not among them.
   */
  public readonly operators: ResolvedOperator[];

  /** Whether OLM would continue forever, because a `skipRange` leads back to an earlier state. `hops` ends with the first repetition. */
  public readonly isEndless: boolean;

  private constructor(hops: ResolutionHop[], operators: ResolvedOperator[], isEndless: boolean) {
    this.hops = hops;
    this.operators = operators;
    this.isEndless = isEndless;
  }
}

function resolveOnce(namespace: string, state: NamespaceState, hops: readonly ResolutionHop[]): NamespaceHop {
  try {
    const result = state.resolve();
    if (result.reasons.length > 0) {
      const message = `constraints not satisfiable: ${result.reasons.map(reason => reason.message).join(', ')}`;
      throw new ResolutionError(namespace, message, result.reasons, hops);
    }
    return result;
  } catch (error) {
    if (error instanceof ResolutionUndecided) {
      throw new ResolutionError(namespace, error.message, [], hops, error.remedy);
    }
    throw error instanceof ResolutionFailure ? new ResolutionError(namespace, error.message, [], hops) : error;
  }
}

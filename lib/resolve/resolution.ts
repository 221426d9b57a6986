import { stateOf } from './load';
import { ResolutionFailure } from './model/resolution-failure';
import type { ResolutionHop } from './model/resolution-hop';
import type { ResolutionProps } from './model/resolution-props';
import type { ResolvedOperator } from './model/resolved-operator';
import type { NamespaceHop, NamespaceState } from './problem/namespace-state';
import { ResolutionError } from './resolution-error';

/**
 * What OLM's catalog operator decides for the Subscriptions of a namespace: the same bundles from the same channels and catalogs, dependencies
 * included.
 *
 * OLM does not consider install modes, OperatorGroups, `minKubeVersion` and approval here, so neither does this. Where its decision depends on
 * chance, because it takes Subscriptions in no particular order, this takes them by name: it is one of the decisions that OLM may come to. Equal
 * input in another order has the same result.
 *
 * @see https://olm.operatorframework.io/docs/concepts/olm-architecture/dependency-resolution/
 */
export class Resolution {
  /**
   * Resolves a namespace once, as for the next InstallPlan: installs what is missing, and upgrades what is installed by one step.
   *
   * @throws ResolutionError if OLM would install nothing and say why, with its message
   * @throws Error if two Subscriptions, catalogs or installed operators have the same name, or a version is invalid
   */
  public static of(props: ResolutionProps): Resolution {
    const { hop } = resolveOnce(props.namespace, stateOf(props), []);
    return new Resolution(hop.operators.length === 0 ? [] : [hop], hop.operators, false);
  }

  /**
   * Resolves a namespace again and again, as OLM does while all its InstallPlans are approved and succeed, until nothing changes.
   *
   * @throws ResolutionError if OLM would stop before that, with its message and with what it would have installed
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

  /** The resolutions in which something changes, one after the other. */
  public readonly hops: ResolutionHop[];

  /**
   * The operators that were chosen and are installed at the end, sorted by the names of their ClusterServiceVersions. Operators that were installed
   * before and did not change are not among them.
   */
  public readonly operators: ResolvedOperator[];

  /** Whether OLM would go on forever, because a `skipRange` leads back to where it has been. `hops` ends with the first repetition. */
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
    throw error instanceof ResolutionFailure ? new ResolutionError(namespace, error.message, [], hops) : error;
  }
}

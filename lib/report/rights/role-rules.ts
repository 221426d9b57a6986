import type { OperatorPolicyRule } from '../../bundle/model/cluster-service-version-spec';
import { LabelIndex } from '../../formats/schema/label-index';
import { selectsLabels } from '../../formats/schema/label-selector';
import { groupBy } from '../../text/group-by';
import { KUBERNETES_ROLES } from './generated/kubernetes-roles';
import { boundRoleKey, type RbacBinding, type RbacRole, readRbacObjects, roleKey, type RoleReference } from './rbac-objects';

/** The roles of Kubernetes itself. */
const OF_KUBERNETES = readRbacObjects(KUBERNETES_ROLES).roles;

/** Maximum number of rules that roles get by aggregation. Roles beyond it, which do not occur in real bundles, count as unknown. */
const MAX_AGGREGATED_RULES = 50_000;

/** What a role grants. */
export interface ResolvedRole {
  readonly source: string;
  readonly rules: readonly OperatorPolicyRule[];

  /** Whether it has the rules of all ClusterRoles that label selectors match, and is not a role of Kubernetes: more can be in the cluster. */
  readonly isOpen: boolean;
}

/**
 * The rules of roles: those of a bundle or an app, and those of Kubernetes itself. A ClusterRole with an `aggregationRule` has the rules of all
 * known ClusterRoles that its selectors match, besides its own, which apply until the controller of Kubernetes replaces them.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#aggregated-clusterroles
 */
export class RoleRules {
  readonly #byKey: ReadonlyMap<string, RbacRole[]>;
  readonly #clusterRoles: LabelIndex<RbacRole>;
  readonly #resolved = new Map<string, ResolvedRole | undefined>();
  #remaining = MAX_AGGREGATED_RULES;

  /** @param roles the roles of a bundle or an app; one with the name of a role of Kubernetes adds to it */
  public constructor(roles: readonly RbacRole[]) {
    const all = [...roles, ...OF_KUBERNETES];
    this.#byKey = groupBy(all, roleKey);
    this.#clusterRoles = new LabelIndex(all.filter(({ kind }) => kind === 'ClusterRole'), ({ labels }) => labels);
  }

  /** Returns the role that a binding refers to, or undefined if it is unknown. */
  public ofBinding(binding: RbacBinding): ResolvedRole | undefined {
    return this.#find(boundRoleKey(binding));
  }

  /** Returns a role, or undefined if it is unknown. */
  public find(role: RoleReference): ResolvedRole | undefined {
    return this.#find(roleKey(role));
  }

  #find(key: string): ResolvedRole | undefined {
    if (!this.#resolved.has(key)) {
      this.#resolved.set(key, this.#resolve(this.#byKey.get(key) ?? []));
    }
    return this.#resolved.get(key);
  }

  #resolve(roles: readonly RbacRole[]): ResolvedRole | undefined {
    const [first] = roles;
    if (first === undefined) {
      return undefined;
    }
    const included = new Set(roles);
    const read = new Set<readonly RbacRole[]>();
    // A set may grow while it is iterated: this also finds roles that aggregated roles aggregate.
    for (const role of included) {
      for (const matching of (role.selectors ?? []).map((selector) => this.#clusterRoles.matching([selector])).filter((found) => !read.has(found))) {
        read.add(matching);
        for (const other of matching) {
          if (!included.has(other)) {
            this.#remaining -= 1 + other.rules.length;
            if (this.#remaining < 0) {
              return undefined;
            }
            included.add(other);
          }
        }
      }
    }
    return {
      source: first.source,
      rules: [...included].flatMap(({ rules }) => rules),
      isOpen: roles.some((role) => role.selectors !== undefined && !OF_KUBERNETES.includes(role)),
    };
  }
}

/**
 * Returns the names of the ClusterRoles of Kubernetes into which a role is aggregated by its labels, such as `view`. `edit` and `admin` contain what
 * `view` has.
 */
export function aggregatedInto({ kind, labels }: RbacRole): string[] {
  return kind !== 'ClusterRole' ? [] : OF_KUBERNETES
    .filter(({ selectors = [] }) => selectors.some((selector) => selectsLabels(selector, labels)))
    .map(({ name }) => name);
}

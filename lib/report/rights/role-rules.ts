import type { OperatorPolicyRule } from '../../bundle/model/cluster-service-version-spec';
import { type JsonMap, stringMapField } from '../../formats/json/json-value';
import { KUBERNETES_ROLES } from './generated/kubernetes-roles';
import { matchesSelector, type RbacBinding, type RbacRole, readRbacObjects } from './rbac-objects';

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
  readonly #roles: readonly RbacRole[];
  readonly #byKey = new Map<string, RbacRole[]>();
  readonly #resolved = new Map<string, ResolvedRole | undefined>();

  /** ClusterRoles by each of their labels. */
  readonly #byLabel = new Map<string, RbacRole[]>();

  #remaining = MAX_AGGREGATED_RULES;

  /** @param roles the roles of a bundle or an app; one with the name of a role of Kubernetes adds to it */
  public constructor(roles: readonly RbacRole[]) {
    this.#roles = [...roles, ...OF_KUBERNETES];
    for (const role of this.#roles) {
      append(this.#byKey, keyOf(role.kind, role.name, role.namespace), role);
      if (role.kind === 'ClusterRole') {
        Object.entries(role.labels).forEach(([key, value]) => append(this.#byLabel, `${key}=${value}`, role));
      }
    }
  }

  /** Returns the role that a binding refers to, or undefined if it is unknown. */
  public ofBinding({ role, namespace }: RbacBinding): ResolvedRole | undefined {
    return this.find(role.kind, role.name, role.kind === 'Role' ? namespace : '');
  }

  /** Returns a role, or undefined if it is unknown. */
  public find(kind: string, name: string, namespace: string): ResolvedRole | undefined {
    const key = keyOf(kind, name, namespace);
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
    // A set may grow while it is iterated: this also finds roles that aggregated roles aggregate.
    for (const role of included) {
      for (const selector of role.selectors ?? []) {
        for (const other of this.#matching(selector)) {
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

  #matching(selector: JsonMap): RbacRole[] {
    const [label] = Object.entries(stringMapField(selector, 'matchLabels'));
    const candidates = label === undefined ? this.#roles.filter(({ kind }) => kind === 'ClusterRole') : this.#byLabel.get(label.join('=')) ?? [];
    return candidates.filter(({ labels }) => matchesSelector(labels, selector));
  }
}

/**
 * Returns the names of the ClusterRoles of Kubernetes into which a role is aggregated by its labels, such as `view`. `edit` and `admin` contain what
 * `view` has.
 */
export function aggregatedInto({ kind, labels }: RbacRole): string[] {
  return kind !== 'ClusterRole' ? [] : OF_KUBERNETES
    .filter(({ selectors = [] }) => selectors.some((selector) => matchesSelector(labels, selector)))
    .map(({ name }) => name);
}

function keyOf(kind: string, name: string, namespace: string): string {
  return JSON.stringify([kind, name, namespace]);
}

function append(map: Map<string, RbacRole[]>, key: string, role: RbacRole): void {
  const roles = map.get(key);
  if (roles === undefined) {
    map.set(key, [role]);
  } else {
    roles.push(role);
  }
}

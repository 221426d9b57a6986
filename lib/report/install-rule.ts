import { groupByEach } from '../text/group-by';
import { perObject } from '../text/per-object';
import { Grants } from './rights/grants';
import { RbacScope } from './rights/rbac-rule';

/** A rule of rbac.authorization.k8s.io/v1 that an installer needs for a bundle, and its purpose. */
export interface InstallRule {
  /** What the installer does with the rights, such as `create the Deployments of the CSV`. */
  readonly purpose: string;

  /** Verbs, such as `get`; `*` is all verbs. */
  readonly verbs: string[];

  /** API groups; the empty string is the core group. */
  readonly apiGroups: string[];

  /** Resources, in the plural. */
  readonly resources: string[];

  /** Names that the rule is limited to, or an empty list for all names. */
  readonly resourceNames: string[];

  /** Paths that are not resources, such as `/metrics`. */
  readonly nonResourceUrls: string[];
}

/** Rules that an installer needs in one namespace. */
export interface NamespaceInstallRules {
  /** The namespace. */
  readonly namespace: string;

  /** Rules in the namespace; at least one. */
  readonly rules: InstallRule[];
}

/** Rules that an installer needs for a bundle, by the scope in which it needs them. */
export interface InstallRules {
  /** Rules in the namespace of the operator. */
  readonly rules: InstallRule[];

  /** Rules in the whole cluster, or an empty list if the installer needs none. */
  readonly clusterRules: InstallRule[];

  /** Rules in the namespace `kube-system`, which are only needed with OLM v0, for operators with webhooks or API services. */
  readonly kubeSystemRules: InstallRule[];

  /** Rules in other namespaces that the operator watches, sorted by namespace. Always an empty list for OLM v0, which uses its own rights there. */
  readonly namespaceRules: NamespaceInstallRules[];
}

/** A resource, in the plural, and its API group. @internal */
export interface RuleTarget {
  readonly resource: string;
  readonly group: string;
}

/** A list of rules, without duplicates, and without rules of the installer that others include. @internal */
export class InstallRuleList {
  readonly #rules = new Map<string, InstallRule>();

  /** Rules that the bundle grants, which are kept unchanged. */
  readonly #granted = new Set<InstallRule>();

  /** The rules, in the order in which they were added. */
  public get rules(): InstallRule[] {
    const all = [...this.#rules.values()].map((rule, at) => ({ rule, at }));
    const index = new RuleIndex(all);
    // Of two rules with the same rights, the first one is kept.
    return all.filter(({ rule, at: place }) => this.#granted.has(rule) || !index.wider(rule).some(({ rule: other, at }) => (
      at !== place && index.includes(other, rule) && (at < place || this.#granted.has(other) || !index.includes(rule, other))
    ))).map(({ rule }) => rule);
  }

  /**
   * Returns the rules without those whose rights are already included in the granted rules or in rules of a wider scope, verb by verb and name by
   * name.
   */
  public rulesBeside(wider: readonly InstallRule[]): InstallRule[] {
    const others = grantsOf([...this.#granted, ...wider]);
    return this.rules.filter((rule) => this.#granted.has(rule) || grantsOf([rule]).without(others).length > 0);
  }

  /** Adds a rule that the bundle grants. */
  public grant(rule: InstallRule): void {
    this.#add(rule);
    this.#granted.add(rule);
  }

  /** Adds a rule for one resource. Without names, it applies to all objects. */
  public allow(purpose: string, verbs: readonly string[], { resource, group }: RuleTarget, names: readonly string[] = []): void {
    this.#add({ purpose, verbs: [...verbs], apiGroups: [group], resources: [resource], resourceNames: [...new Set(names)], nonResourceUrls: [] });
  }

  /**
   * Adds the rules for objects with known names. The API server does not know the name when it authorizes a creation, so only the other verbs are
   * limited by name.
   */
  public allowCreating(purpose: string, verbs: readonly string[], target: RuleTarget, names: readonly string[]): void {
    this.allow(purpose, ['create'], target);
    this.allow(purpose, verbs, target, names);
  }

  /** Adds a rule, unless there is already one with the same rights. */
  #add(rule: InstallRule): void {
    const key = JSON.stringify({ ...rule, purpose: '' });
    if (!this.#rules.has(key)) {
      this.#rules.set(key, rule);
    }
  }
}

/** A rule and its place in a list. */
interface PlacedRule {
  readonly rule: InstallRule;
  readonly at: number;
}

/** What a rule without names is found by: it is not limited to names. */
const ALL_NAMES = '*';

/** Maximum number of pairs of a resource and a name by which a rule is found. The few with more are compared with each rule. */
const MAX_PAIRS = 1000;

/** Rules by each pair of a resource and a name that they have. */
class RuleIndex {
  readonly #byPair: ReadonlyMap<string, readonly PlacedRule[]>;
  readonly #broad: readonly PlacedRule[];
  readonly #members = perObject((names: readonly string[]) => new Set(names));

  public constructor(all: readonly PlacedRule[]) {
    const isBroad = ({ rule: { resources, resourceNames } }: PlacedRule): boolean => resources.length * resourceNames.length > MAX_PAIRS;
    this.#byPair = groupByEach(all.filter((placed) => !isBroad(placed)), ({ rule: { resources, resourceNames } }) => (
      resources.flatMap((resource) => (resourceNames.length === 0 ? [ALL_NAMES] : resourceNames).map((name) => pairOf(resource, name)))
    ));
    this.#broad = all.filter(isBroad);
  }

  /** Returns rules that may include all rights of one with a resource: those that have its first resource and its first name. */
  public wider({ resources: [resource = '*'], resourceNames: [name = ALL_NAMES] }: InstallRule): readonly PlacedRule[] {
    const pairs = [resource, '*'].flatMap((one) => [name, ALL_NAMES].map((other) => pairOf(one, other)));
    return [...[...new Set(pairs)].flatMap((pair) => this.#byPair.get(pair) ?? []), ...this.#broad];
  }

  /** Whether a rule includes all rights of another one. */
  public includes(rule: InstallRule, other: InstallRule): boolean {
    return this.#covers(rule.verbs, other.verbs) && this.#covers(rule.apiGroups, other.apiGroups) && this.#covers(rule.resources, other.resources)
      && this.#covers(rule.nonResourceUrls, other.nonResourceUrls)
      && (rule.resourceNames.length === 0 || (other.resourceNames.length > 0 && this.#covers(rule.resourceNames, other.resourceNames)));
  }

  #covers(some: readonly string[], others: readonly string[]): boolean {
    const members = this.#members(some);
    return members.has('*') || others.every((item) => members.has(item));
  }
}

function pairOf(resource: string, name: string): string {
  return JSON.stringify([resource, name]);
}

/** Returns the rights of rules with the same holder and scope for all, since only rights are compared. @internal */
export function grantsOf(rules: readonly InstallRule[]): Grants {
  return Grants.of(rules.map(({ purpose: _purpose, ...rule }) => ({
    ...rule, scope: RbacScope.OWN_NAMESPACE, source: '', holders: ['account'], through: [], aggregatedTo: [], risks: [],
  })));
}

/** The lists of rules of a bundle, by the scope in which OLM needs them. @internal */
export interface InstallRuleLists {
  readonly own: InstallRuleList;
  readonly cluster: InstallRuleList;
  readonly kubeSystem: InstallRuleList;
}

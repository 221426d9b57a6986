import type { BundleRbacGrant, BundleRbacRule, RbacScope } from './rbac-rule';
import { compareUtf8 } from '../go-json';

/**
 * How many single rights the rules of a bundle are taken apart into. Rules beyond that, which no real bundle has, are compared as they
 * stand.
 */
const MOST_GRANTS = 50_000;

/** One verb on one resource, or path, for one holder in one scope. */
interface Grant {
  readonly scope: RbacScope;
  readonly holder: string;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  /** Empty for every name. */
  readonly name: string;
  /** Instead of group, resource and name. */
  readonly url: string;
}

/** The rights of a set of rules, each apart from the others. */
export class Grants {
  /** The rights that the rules of a bundle give. */
  public static of(rules: readonly BundleRbacRule[]): Grants {
    const grants = new Grants();
    let room = MOST_GRANTS;
    for (const rule of rules) {
      const holders = rule.holders.length > 0 ? rule.holders : [rule.source];
      for (const holder of holders) {
        room -= grantCount(rule);
        if (room < 0) {
          grants.#whole.set(JSON.stringify([holder, { ...rule, holders: [], risks: [], source: '', aggregatedTo: [] }]), wholeRule(holder, rule));
        } else {
          grantsOf(holder, rule).forEach((grant) => grants.#single.set(keyOf(grant), grant));
        }
      }
    }
    return grants;
  }

  readonly #single = new Map<string, Grant>();

  /** Rules that were too many to be taken apart. */
  readonly #whole = new Map<string, BundleRbacGrant>();

  private constructor() {}

  /** What these rights allow and the others do not, put together into rules again. A right that a wildcard of the others covers is none. */
  public without(others: Grants): BundleRbacGrant[] {
    const single = [...this.#single.values()].filter((grant) => !others.#covers(grant));
    const whole = [...this.#whole].filter(([key]) => !others.#whole.has(key)).map(([, rule]) => rule);
    return [...joined(single), ...whole];
  }

  /** These rights as rules: none twice, none that a wildcard covers, and as few rules as that takes. */
  public rules(): BundleRbacGrant[] {
    const single = [...this.#single.values()].filter((grant) => !wider(grant).slice(1).some((key) => this.#single.has(key)));
    return [...joined(single), ...this.#whole.values()];
  }

  #covers(grant: Grant): boolean {
    return wider(grant).some((key) => this.#single.has(key));
  }
}

function grantCount({ verbs, apiGroups, resources, resourceNames, nonResourceUrls }: BundleRbacRule): number {
  return verbs.length * (apiGroups.length * resources.length * Math.max(1, resourceNames.length) + nonResourceUrls.length);
}

function grantsOf(holder: string, { scope, verbs, apiGroups, resources, resourceNames, nonResourceUrls }: BundleRbacRule): Grant[] {
  const names = resourceNames.length > 0 ? resourceNames : [''];
  return verbs.flatMap((verb) => [
    ...apiGroups.flatMap((group) => resources.flatMap((resource) => names.map((name) => ({ scope, holder, verb, group, resource, name, url: '' })))),
    ...nonResourceUrls.map((url) => ({ scope, holder, verb, group: '', resource: '', name: '', url })),
  ]);
}

function keyOf({ scope, holder, verb, group, resource, name, url }: Grant): string {
  return JSON.stringify([scope, holder, verb, group, resource, name, url]);
}

/** The right itself, then those that include it, as keys. */
function wider(grant: Grant): string[] {
  const { verb, group, resource, name, url } = grant;
  const verbs = [...new Set([verb, '*'])];
  if (url !== '') {
    return verbs.flatMap((someVerb) => widerUrls(url).map((someUrl) => keyOf({ ...grant, verb: someVerb, url: someUrl })));
  }
  const slash = resource.indexOf('/');
  const resources = [...new Set([resource, ...(slash < 0 ? [] : [`*${resource.slice(slash)}`]), '*'])];
  const names = [...new Set([name, ''])];
  return verbs.flatMap((someVerb) => [...new Set([group, '*'])].flatMap((someGroup) => resources.flatMap((someResource) => names.map((someName) => (
    keyOf({ ...grant, verb: someVerb, group: someGroup, resource: someResource, name: someName })
  )))));
}

const MOST_URL_PARTS = 32;

/** A path, and the paths with `*` at their end that include it. */
function widerUrls(url: string): string[] {
  const parts = url.split('/').slice(0, MOST_URL_PARTS);
  return [...new Set([url, ...parts.map((_, index) => [...parts.slice(0, index), '*'].join('/'))])];
}

function wholeRule(holder: string, { scope, verbs, apiGroups, resources, resourceNames, nonResourceUrls }: BundleRbacRule): BundleRbacGrant {
  return { scope, holder, verbs, apiGroups, resources, resourceNames, nonResourceUrls };
}

/** Single rights as rules: first the verbs of each resource, then the resources with the same verbs, then the groups with the same of both. */
function joined(grants: readonly Grant[]): BundleRbacGrant[] {
  const singles = grants.map(({ scope, holder, verb, group, resource, name, url }): BundleRbacGrant => ({
    scope,
    holder,
    verbs: [verb],
    apiGroups: url === '' ? [group] : [],
    resources: url === '' ? [resource] : [],
    resourceNames: name === '' ? [] : [name],
    nonResourceUrls: url === '' ? [] : [url],
  }));
  const parts = ['verbs', 'resourceNames', 'resources', 'apiGroups', 'nonResourceUrls'] as const;
  const rules = parts.reduce<BundleRbacGrant[]>((some, part) => joinedBy(some, part), singles);
  const keys = rules.map((rule) => [orderOf(rule), rule] as const);
  return keys.sort(([left], [right]) => compareUtf8(left, right)).map(([, rule]) => rule);
}

/** Joins rules that differ in one list alone. Rules for all names stay apart from those for some. */
function joinedBy(rules: readonly BundleRbacGrant[], part: 'verbs' | 'resourceNames' | 'resources' | 'apiGroups' | 'nonResourceUrls'): BundleRbacGrant[] {
  const groups = new Map<string, { readonly rule: BundleRbacGrant; readonly items: Set<string> }>();
  for (const rule of rules) {
    const key = JSON.stringify({ ...rule, [part]: rule[part].length === 0 });
    const group = groups.get(key) ?? { rule, items: new Set() };
    groups.set(key, group);
    rule[part].forEach((item) => group.items.add(item));
  }
  return [...groups.values()].map(({ rule, items }) => ({ ...rule, [part]: [...items].sort(compareUtf8) }));
}

function orderOf({ scope, holder, apiGroups, resources, nonResourceUrls, verbs, resourceNames }: BundleRbacGrant): string {
  return JSON.stringify([scope, holder, apiGroups, resources, nonResourceUrls, verbs, resourceNames]);
}

import { createHash } from 'node:crypto';
import type { BundleRbacGrant, BundleRbacRule, RbacScope } from './rbac-rule';
import { compareUtf8 } from '../../formats/json/go-json';

/**
 * Maximum number of single rights that the rules of a bundle are split into. Further rules, which do not occur in real bundles, are compared as a
 * whole.
 */
const MAX_GRANTS = 50_000;

/** A single right: one verb on one resource or path, for one holder in one scope. */
interface Grant {
  readonly scope: RbacScope;
  readonly holder: string;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  /** Resource name, or an empty string for all names. */
  readonly name: string;
  /** Path, which is set instead of group, resource and name. */
  readonly url: string;
  /** Bindings that grant it. They do not matter when rights are compared. */
  readonly through: string[];
}

/** Parts of a right in which another one can include it. */
const PARTS = ['verb', 'group', 'resource', 'name', 'url'] as const;

/** What occurs in the parts of some rights. */
type GrantValues = { readonly [part in typeof PARTS[number]]: Set<string> };

/** The rights of a set of rules, split into single ones. */
export class Grants {
  /** Returns the rights that the rules of a bundle grant. */
  public static of(rules: readonly BundleRbacRule[]): Grants {
    const grants = new Grants();
    let remaining = MAX_GRANTS;
    for (const rule of rules) {
      const holders = rule.holders.length > 0 ? rule.holders : [rule.source];
      let wholeKey: string | undefined;
      for (const holder of holders) {
        remaining -= grantCount(rule);
        if (remaining < 0) {
          wholeKey ??= createHash('sha256').update(JSON.stringify({ ...rule, holders: [], risks: [], source: '', aggregatedTo: [], through: [] })).digest('hex');
          grants.#whole.set(JSON.stringify([holder, wholeKey]), wholeRule(holder, rule));
        } else {
          grantsOf(holder, rule).forEach((grant) => grants.#add(grant));
        }
      }
    }
    return grants;
  }

  readonly #single = new Map<string, Grant>();

  readonly #values: GrantValues = { verb: new Set(), group: new Set(), resource: new Set(), name: new Set(), url: new Set() };

  /** Rules beyond the maximum number of single rights. */
  readonly #whole = new Map<string, BundleRbacGrant>();

  private constructor() {}

  /** Returns the rights that the others do not contain, joined into rules. A right that a wildcard of the others covers is not included. */
  public without(others: Grants): BundleRbacGrant[] {
    const single = [...this.#single].filter(([key, grant]) => !others.#single.has(key) && !others.#covers(grant)).map(([, grant]) => grant);
    const whole = [...this.#whole].filter(([key]) => !others.#whole.has(key)).map(([, rule]) => rule);
    return [...joined(single), ...whole];
  }

  /** Returns the rights as the fewest rules, without duplicates and without rights that a wildcard covers. */
  public rules(): BundleRbacGrant[] {
    const single = [...this.#single.values()].filter((grant) => !this.#covers(grant));
    return [...joined(single), ...this.#whole.values()];
  }

  #add(grant: Grant): void {
    const key = keyOf(grant);
    if (this.#single.has(key)) {
      return;
    }
    this.#single.set(key, grant);
    PARTS.forEach((part) => this.#values[part].add(grant[part]));
  }

  /** Whether another right includes a right. */
  #covers(grant: Grant): boolean {
    return wider(grant, this.#values).some((other) => PARTS.some((part) => other[part] !== grant[part]) && this.#single.has(keyOf(other)));
  }
}

function grantCount({ verbs, apiGroups, resources, resourceNames, nonResourceUrls }: BundleRbacRule): number {
  return verbs.length * (apiGroups.length * resources.length * Math.max(1, resourceNames.length) + nonResourceUrls.length);
}

function grantsOf(holder: string, { scope, verbs, apiGroups, resources, resourceNames, nonResourceUrls, through }: BundleRbacRule): Grant[] {
  const names = resourceNames.length > 0 ? resourceNames : [''];
  return verbs.flatMap((verb) => [
    ...apiGroups.flatMap((group) => resources.flatMap((resource) => names.map((name) => ({ scope, holder, verb, group, resource, name, url: '', through })))),
    ...nonResourceUrls.map((url) => ({ scope, holder, verb, group: '', resource: '', name: '', url, through })),
  ]);
}

function keyOf({ scope, holder, verb, group, resource, name, url }: Grant): string {
  return JSON.stringify([scope, holder, verb, group, resource, name, url]);
}

/** Returns a right and those that include it, unless one of their parts does not occur. */
function wider(grant: Grant, values: GrantValues): Grant[] {
  const { verb, group, resource, name, url } = grant;
  const occurring = (part: typeof PARTS[number], some: readonly string[]): string[] => some.filter((value) => values[part].has(value));
  const verbs = occurring('verb', [verb, '*']);
  if (url !== '') {
    return verbs.flatMap((someVerb) => occurring('url', widerUrls(url)).map((someUrl) => ({ ...grant, verb: someVerb, url: someUrl })));
  }
  const slash = resource.indexOf('/');
  const groups = occurring('group', [group, '*']);
  const resources = occurring('resource', [resource, ...(slash < 0 ? [] : [`*${resource.slice(slash)}`]), '*']);
  const names = occurring('name', [name, '']);
  return verbs.flatMap((someVerb) => groups.flatMap((someGroup) => resources.flatMap((someResource) => names.map((someName) => (
    { ...grant, verb: someVerb, group: someGroup, resource: someResource, name: someName }
  )))));
}

/** Maximum number of path segments for which wildcards are considered. */
const MAX_URL_PARTS = 32;

/** Returns a path, and the paths ending in `*` that include it. */
function widerUrls(url: string): string[] {
  const parts = url.split('/').slice(0, MAX_URL_PARTS);
  return [...new Set([url, ...parts.map((_, index) => [...parts.slice(0, index), '*'].join('/'))])];
}

function wholeRule(holder: string, { scope, verbs, apiGroups, resources, resourceNames, nonResourceUrls, through }: BundleRbacRule): BundleRbacGrant {
  return { scope, holder, verbs, apiGroups, resources, resourceNames, nonResourceUrls, through };
}

/** Joins single rights into rules: first the verbs of each resource, then resources with the same verbs, then groups for which both are the same. */
function joined(grants: readonly Grant[]): BundleRbacGrant[] {
  const singles = grants.map(({ scope, holder, verb, group, resource, name, url, through }): BundleRbacGrant => ({
    scope,
    holder,
    verbs: [verb],
    apiGroups: url === '' ? [group] : [],
    resources: url === '' ? [resource] : [],
    resourceNames: name === '' ? [] : [name],
    nonResourceUrls: url === '' ? [] : [url],
    through,
  }));
  const parts = ['verbs', 'resourceNames', 'resources', 'apiGroups', 'nonResourceUrls'] as const;
  const rules = parts.reduce<BundleRbacGrant[]>((some, part) => joinedBy(some, part), singles);
  const keys = rules.map((rule) => [orderOf(rule), rule] as const);
  return keys.sort(([left], [right]) => compareUtf8(left, right)).map(([, rule]) => rule);
}

/** Joins rules that differ only in one list. Rules for all names are not joined with rules for specific names. */
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

import { RbacScope } from './rbac-rule';
import type { BundleRbacConcern, BundleRbacGrant } from './rbac-rule';
import { abridgedList, tableLines } from '../text-table';

/** How many resources, or names, of one rule a line shows; the data has all of them. */
const SHOWN = 40;

const SCOPES: { readonly [scope in RbacScope]: string } = {
  [RbacScope.CLUSTER]: 'in the cluster',
  [RbacScope.WATCHED_NAMESPACES]: 'in the watched namespaces',
  [RbacScope.OWN_NAMESPACE]: 'in its own namespace',
};

/** What somebody has somewhere. */
type Held = Pick<BundleRbacGrant, 'holder' | 'scope'>;

/** Rights as lines below a line for each holder. */
export function grantLines(grants: readonly BundleRbacGrant[]): string[] {
  return linesByHolder(grants, grantRow);
}

/** Risks as lines below a line for each holder. */
export function concernLines(concerns: readonly BundleRbacConcern[]): string[] {
  return linesByHolder(concerns, ({ severity, kind, reason }) => [severity, kind, reason]);
}

function linesByHolder<Item extends Held>(items: readonly Item[], rowOf: (item: Item) => string[]): string[] {
  const holders = new Map<string, string[][]>();
  for (const item of items) {
    const title = holderText(item.holder, item.scope);
    const rows = holders.get(title) ?? [];
    rows.push(rowOf(item));
    holders.set(title, rows);
  }
  return [...holders].flatMap(([title, rows]) => [...tableLines([[title]], 2), ...tableLines(rows, 4)]);
}

function holderText(holder: string, scope: RbacScope): string {
  return /^(?:Cluster)?Role /.test(holder) ? `${holder}, which nothing in the bundle binds` : `${holder} ${SCOPES[scope]}`;
}

function grantRow({ verbs, apiGroups, resources, resourceNames, nonResourceUrls }: BundleRbacGrant): string[] {
  const targets = abridgedList(nonResourceUrls.length > 0 ? nonResourceUrls : resources, SHOWN);
  const groups = apiGroups.filter((group) => group !== '');
  const core = apiGroups.length > groups.length ? ['the core group'] : [];
  return [verbText(verbs), [
    targets,
    ...(groups.length === 0 ? [] : [`in ${abridgedList([...core, ...groups], SHOWN)}`]),
    ...(resourceNames.length === 0 ? [] : [`named ${abridgedList(resourceNames, SHOWN)}`]),
  ].join(' ')];
}

const USUAL_ORDER = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];
const EVERYDAY_VERBS = USUAL_ORDER.slice(0, -1);

/** The seven verbs of every day, which many rules list, as one word. */
function verbText(verbs: readonly string[]): string {
  const known = USUAL_ORDER.filter((verb) => verbs.includes(verb));
  const others = verbs.filter((verb) => !USUAL_ORDER.includes(verb));
  const isUsual = EVERYDAY_VERBS.every((verb) => verbs.includes(verb));
  return [...(isUsual ? ['read/write', ...known.slice(EVERYDAY_VERBS.length)] : known), ...others].join(',');
}

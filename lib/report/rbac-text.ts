import { abridgedList, tableLines } from '../text/text-table';
import { type BundleRbacConcern, type BundleRbacGrant, RbacScope } from './rbac-rule';

/** Maximum number of resources or names on one line. The data contains all of them. */
const MAX_SHOWN = 40;

const SCOPES: { readonly [scope in RbacScope]: string } = {
  [RbacScope.CLUSTER]: 'in the cluster',
  [RbacScope.WATCHED_NAMESPACES]: 'in the watched namespaces',
  [RbacScope.OWN_NAMESPACE]: 'in its own namespace',
};

/** A right or risk with its holder and scope. */
type Held = Pick<BundleRbacGrant, 'holder' | 'scope'>;

/** Returns the lines of rights, grouped by holder. */
export function grantLines(grants: readonly BundleRbacGrant[]): string[] {
  return linesByHolder(grants, rightsRow);
}

/** Returns the lines of risks, grouped by holder. */
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

/** Returns the cells of a row with rights: the verbs and their targets. */
export function rightsRow(
  { verbs, apiGroups, resources, resourceNames, nonResourceUrls }: Omit<BundleRbacGrant, 'holder' | 'scope'>,
): [verbs: string, targets: string] {
  const targets = abridgedList(nonResourceUrls.length > 0 ? nonResourceUrls : resources, MAX_SHOWN);
  const groups = apiGroups.filter((group) => group !== '');
  const core = apiGroups.length > groups.length ? ['the core group'] : [];
  return [verbText(verbs), [
    targets,
    ...(groups.length === 0 ? [] : [`in ${abridgedList([...core, ...groups], MAX_SHOWN)}`]),
    ...(resourceNames.length === 0 ? [] : [`named ${abridgedList(resourceNames, MAX_SHOWN)}`]),
  ].join(' ')];
}

const USUAL_ORDER = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];
const EVERYDAY_VERBS = USUAL_ORDER.slice(0, -1);

/** Formats verbs; the seven common verbs together are `read/write`. */
function verbText(verbs: readonly string[]): string {
  const known = USUAL_ORDER.filter((verb) => verbs.includes(verb));
  const others = verbs.filter((verb) => !USUAL_ORDER.includes(verb));
  const isUsual = EVERYDAY_VERBS.every((verb) => verbs.includes(verb));
  return [...(isUsual ? ['read/write', ...known.slice(EVERYDAY_VERBS.length)] : known), ...others].join(',');
}

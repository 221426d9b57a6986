import { addTo } from '../../text/group-by';
import { abridgedList, foldedLines, tableLines } from '../../text/text-table';
import { type BundleRbacBinding, type BundleRbacConcern, type BundleRbacGrant, RbacScope } from './rbac-rule';

/** Maximum number of resources or names on one line. The data contains all of them. */
const MAX_SHOWN = 40;

/** Maximum number of bindings on one line. */
const MAX_BINDINGS = 3;

const SCOPES: { readonly [scope in RbacScope]: string } = {
  [RbacScope.CLUSTER]: 'in the cluster',
  [RbacScope.WATCHED_NAMESPACES]: 'in the watched namespaces',
  [RbacScope.OWN_NAMESPACE]: 'in its own namespace',
  [RbacScope.BOUND_NAMESPACES]: 'in the namespaces in which they have it',
};

/** A right or risk with its holder and scope. */
type Held = Pick<BundleRbacGrant, 'holder' | 'scope'> & Partial<Pick<BundleRbacGrant, 'through'>>;

/** Returns the lines of rights, grouped by holder. */
export function grantLines(grants: readonly BundleRbacGrant[], width: number): string[] {
  return linesByHolder(grants, rightsRow, width);
}

/** Returns a right on one line, with its holder and the bindings that grant it. */
export function grantLine(grant: Omit<BundleRbacGrant, 'scope' | 'through'> & Partial<Pick<BundleRbacGrant, 'through'>>): string {
  const { holder, verbs, apiGroups, resources, resourceNames, nonResourceUrls, through = [] } = grant;
  const what = nonResourceUrls.length > 0 ? nonResourceUrls
    : resources.flatMap((resource) => apiGroups.map((group) => (group === '' ? resource : `${resource}.${group}`)));
  const names = resourceNames.length === 0 ? '' : ` (${abridgedList(resourceNames, MAX_SHOWN)})`;
  const by = through.length === 0 ? '' : `, through ${abridgedList(through, MAX_BINDINGS)}`;
  return `${holder}: ${abridgedList(verbs, MAX_SHOWN)} ${abridgedList(what, MAX_SHOWN)}${names}${by}`;
}

/** Returns the lines of risks, grouped by holder. */
export function concernLines(concerns: readonly BundleRbacConcern[], width: number): string[] {
  return linesByHolder(concerns, ({ severity, kind, reason }) => [severity, kind, reason], width);
}

function linesByHolder<Item extends Held>(items: readonly Item[], rowOf: (item: Item) => string[], width: number): string[] {
  const holders = new Map<string, string[][]>();
  for (const item of items) {
    addTo(holders, holderText(item.holder, item.scope, item.through ?? []), rowOf(item));
  }
  return [...holders].flatMap(([title, rows]) => [...tableLines([[title]], 2, width), ...foldedLines(rows, 4, width)]);
}

function holderText(holder: string, scope: RbacScope, through: readonly string[]): string {
  if (/^(?:Cluster)?Role /.test(holder)) {
    return `${holder}, which nothing in the bundle binds`;
  }
  const isOther = scope === RbacScope.OWN_NAMESPACE && !/^ServiceAccount [^/]*$/.test(holder);
  const where = isOther ? 'in the namespace of the operator' : SCOPES[scope];
  return `${holder} ${where}${through.length === 0 ? '' : `, through ${abridgedList(through, MAX_BINDINGS)}`}`;
}

/** Returns the lines of bindings: the binding, then its role and its subjects. */
export function bindingLines(bindings: readonly BundleRbacBinding[], width: number, sign = ''): string[] {
  return bindings.flatMap(({ binding, role, subjects, unknown }) => [
    ...tableLines([[`${sign}${binding}`]], 2, width),
    ...tableLines([[[
      role === '' ? 'no role' : role, 'to', subjects.length === 0 ? 'nobody' : abridgedList(subjects, MAX_SHOWN),
      ...(unknown === '' ? [] : [`(UNKNOWN RIGHTS: ${unknown})`]),
    ].join(' ')]], 4, width),
  ]);
}

/** Returns the cells of a row with rights: the verbs and their targets. */
export function rightsRow(
  { verbs, apiGroups, resources, resourceNames, nonResourceUrls }: Omit<BundleRbacGrant, 'holder' | 'scope' | 'through'>,
): [verbs: string, targets: string] {
  const paths = nonResourceUrls.map((url) => (url === '*' ? 'every path' : url));
  const targets = abridgedList(paths.length > 0 ? paths : resources, MAX_SHOWN);
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

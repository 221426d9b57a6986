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

/** Rights as lines below a line for each holder. */
export function grantLines(grants: readonly BundleRbacGrant[]): string[] {
  const holders = new Map<string, BundleRbacGrant[]>();
  for (const grant of grants) {
    const title = `  ${grant.holder} ${SCOPES[grant.scope]}`;
    const rows = holders.get(title) ?? [];
    rows.push(grant);
    holders.set(title, rows);
  }
  return [...holders].flatMap(([title, rows]) => [...tableLines([[title]]), ...tableLines(rows.map(grantRow), 4)]);
}

function grantRow({ verbs, apiGroups, resources, resourceNames, nonResourceUrls }: BundleRbacGrant): string[] {
  const targets = nonResourceUrls.length > 0
    ? nonResourceUrls
    : apiGroups.flatMap((group) => resources.map((resource) => (group === '' ? resource : `${resource}.${group}`)));
  const names = resourceNames.length === 0 ? '' : ` named ${abridgedList(resourceNames, SHOWN)}`;
  return [verbText(verbs), `${abridgedList(targets, SHOWN)}${names}`];
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

/** Risks as lines. */
export function concernLines(concerns: readonly BundleRbacConcern[]): string[] {
  return tableLines(concerns.map(({ severity, kind, holder, scope, reason }) => [severity, kind, `${holder} ${SCOPES[scope]} ${reason}`]), 2);
}

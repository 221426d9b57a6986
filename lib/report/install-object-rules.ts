import type { InstallRuleList, InstallRuleLists } from './install-rule-list';
import { installedKind } from './installed-kinds';
import type { Bundle } from '../bundle/bundle';
import { policyRules } from '../bundle/model/cluster-service-version-fields';
import type { Manifest } from '../bundle/model/manifest';
import { field, stringField } from '../formats/json/json-value';

const RBAC = 'rbac.authorization.k8s.io';

/** Adds the rules for the objects of a bundle besides the CSV, and for the rights that its roles and bindings grant. */
export function addObjectRules({ otherManifests }: Bundle, { own, cluster }: InstallRuleLists): void {
  const byKind = new Map<string, Manifest[]>();
  for (const manifest of otherManifests) {
    byKind.set(`${manifest.kind} ${manifest.group}`, [...byKind.get(`${manifest.kind} ${manifest.group}`) ?? [], manifest]);
  }
  for (const manifests of byKind.values()) {
    const { kind, group } = manifests[0]!;
    const installed = installedKind(kind, group);
    if (installed !== undefined) {
      const list = installed.isClusterScoped ? cluster : own;
      list.allowCreating(`create objects of kind ${kind}`, ['get', installed.verb], installed, manifests.map(({ name }) => name));
    }
  }
  const ofRbac = otherManifests.filter(({ group }) => group === RBAC);
  ofRbac.forEach(manifest => addGranted(manifest, manifest.kind.startsWith('Cluster') ? cluster : own));
  const roles = new Set(ofRbac.map(({ kind, name }) => `${kind} ${name}`));
  ofRbac.forEach(manifest => addBound(manifest, roles, manifest.kind.startsWith('Cluster') ? cluster : own));
}

function addGranted({ kind, name, content }: Manifest, list: InstallRuleList): void {
  if (kind !== 'Role' && kind !== 'ClusterRole') {
    return;
  }
  policyRules(content).forEach(rule => list.grant({ purpose: `grant the rules of ${kind} '${name}'`, ...rule }));
  if (field(content, 'aggregationRule') !== undefined) {
    // The rules of an aggregated role depend on labels, so the API server requires the right to grant any rule.
    list.allow(`create ${kind} '${name}', which aggregates others`, ['escalate'], { group: RBAC, resource: 'clusterroles' });
  }
}

/** A role of the bundle only grants rights that the account has. Any other role requires the verb `bind`. */
function addBound({ kind, name, content }: Manifest, roles: ReadonlySet<string>, list: InstallRuleList): void {
  if (!kind.endsWith('RoleBinding')) {
    return;
  }
  const reference = field(content, 'roleRef');
  const [roleKind, role] = [stringField(reference, 'kind') ?? '', stringField(reference, 'name') ?? ''];
  if (role !== '' && !roles.has(`${roleKind} ${role}`)) {
    list.allow(`bind ${roleKind} '${role}' by ${kind} '${name}'`, ['bind'], { group: RBAC, resource: roleKind === 'Role' ? 'roles' : 'clusterroles' }, [role]);
  }
}

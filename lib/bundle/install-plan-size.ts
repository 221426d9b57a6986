import { RBAC_GROUP } from '../formats/schema/api-groups';
import type { Bundle } from './bundle';
import { resolverProperties } from './bundle-properties';
import type { OperatorPermission } from './model/cluster-service-version-spec';
import { goJson, plainJson } from '../formats/json/go-json';
import { mapField } from '../formats/json/json-value';

/** Placeholder for namespaces and catalogs, which are not known yet: a name of maximum length. */
const ANY_NAME = 'n'.repeat(63);

/** A sha224 in base 62, as OLM uses it in names and labels of RBAC objects. */
const ANY_HASH = 'h'.repeat(38);
const MAX_RBAC_NAME_LENGTH = 63;

/** Bytes that OLM adds to a CSV by decoding and encoding it, such as `"resources":{}` of containers. */
const CSV_DEFAULTS_BYTES = 512;

/** The InstallPlan without its steps: metadata with owners and managed fields, spec, conditions. */
const PLAN_FRAME_BYTES = 4096;

/** An object that an InstallPlan creates. */
interface Step {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly manifest: string;
}

/**
 * Returns the size of the InstallPlan that OLM writes for a bundle whose manifests are in the catalog: a step for each manifest, as
 * escaped JSON, and for each RBAC object that OLM derives from the CSV's permissions.
 *
 * Names that are unknown before the installation are counted at their maximum length, so the actual plan is rarely larger.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/v0.46.0/pkg/controller/registry/resolver/steps.go
 */
export function installPlanBytes(bundle: Bundle): number {
  const steps = [csvStep(bundle), ...otherSteps(bundle), ...rbacSteps(bundle)];
  return steps.reduce((sum, step) => sum + stepBytes(bundle.name, step), PLAN_FRAME_BYTES + CSV_DEFAULTS_BYTES);
}

function stepBytes(resolving: string, { manifest, ...resource }: Step): number {
  const frame = { resolving, resource: { sourceName: ANY_NAME, sourceNamespace: ANY_NAME, ...resource, manifest: '' }, status: 'NotPresent' };
  return Buffer.byteLength(JSON.stringify(frame)) + ','.length + Buffer.byteLength(JSON.stringify(`${manifest}\n`)) - '""'.length;
}

/** OLM writes the properties of the bundle into an annotation of the CSV. */
function csvStep(bundle: Bundle): Step {
  const { manifest } = bundle.csv;
  const metadata = mapField(manifest.content, 'metadata');
  const annotations = { ...mapField(metadata, 'annotations'), 'operatorframework.io/properties': propertiesAnnotation(bundle) };
  const content = { ...manifest.content, metadata: { ...metadata, namespace: ANY_NAME, annotations }, status: { cleanup: {} } };
  return { group: manifest.group, version: versionOf(manifest.apiVersion), kind: manifest.kind, name: manifest.name, manifest: goJson(content) };
}

function propertiesAnnotation(bundle: Bundle): string {
  return `{"properties":[${resolverProperties(bundle).map(({ type, raw }) => `{"type":${plainJson(type)},"value":${raw}}`).join(',')}]}`;
}

function otherSteps({ manifests, csv }: Bundle): Step[] {
  return manifests.filter((manifest) => manifest !== csv.manifest).map((manifest) => ({
    group: manifest.group,
    version: versionOf(manifest.apiVersion),
    kind: manifest.kind,
    name: manifest.name,
    manifest: manifest.toJson(),
  }));
}

function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}

function rbacSteps({ csv }: Bundle): Step[] {
  const accounts = new Set([...csv.permissions, ...csv.clusterPermissions].map(({ serviceAccountName }) => serviceAccountName));
  accounts.delete('default');
  return [
    ...[...accounts].map((name) => step('', 'ServiceAccount', name, { metadata: { name, namespace: ANY_NAME, ...ownedBy(csv.name) } })),
    ...csv.permissions.flatMap((permission) => roleSteps('Role', `${csv.name}-${permission.serviceAccountName}`, csv.name, permission)),
    ...csv.clusterPermissions.flatMap((permission) => roleSteps('ClusterRole', csv.name, csv.name, permission)),
  ];
}

function roleSteps(kind: 'Role' | 'ClusterRole', base: string, csvName: string, { serviceAccountName, rules }: OperatorPermission): Step[] {
  const group = RBAC_GROUP;
  const name = `${base}-${ANY_HASH}`.slice(-MAX_RBAC_NAME_LENGTH);
  const labels = {
    'olm.owner': csvName,
    'olm.owner.kind': 'ClusterServiceVersion',
    'olm.owner.namespace': ANY_NAME,
    'olm.permissions.hash': ANY_HASH,
  };
  const metadata = { name, namespace: ANY_NAME, labels, ...ownedBy(csvName) };
  const subjects = [{ kind: 'ServiceAccount', name: serviceAccountName, namespace: ANY_NAME }];
  return [
    step(group, kind, name, { metadata, rules: rules.map(withoutEmptyLists) }),
    step(group, `${kind}Binding`, name, { metadata, subjects, roleRef: { apiGroup: group, kind, name } }),
  ];
}

function withoutEmptyLists(rule: object): object {
  return Object.fromEntries(Object.entries(rule).filter(([, values]) => !Array.isArray(values) || values.length > 0));
}

function ownedBy(name: string): { ownerReferences: object[] } {
  const owner = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', name, uid: '' };
  return { ownerReferences: [{ ...owner, controller: false, blockOwnerDeletion: false }] };
}

function step(group: string, kind: string, name: string, content: object): Step {
  return { group, version: 'v1', kind, name, manifest: goJson(content) };
}

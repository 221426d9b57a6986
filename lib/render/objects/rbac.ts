import { createHash } from 'node:crypto';
import { defined } from '../../formats/json/defined';
import { plainJson } from '../../formats/json/go-json';
import { stringField } from '../../formats/json/json-value';
import { RBAC_GROUP } from '../../formats/schema/api-groups';
import { objectName } from '../model/object-name';
import type { Operator, Permission, PlainObject } from '../model/operator';
import { type Rendering, watchesAll } from '../model/rendering';

const DEFAULT_ACCOUNT = 'default';

/** OLM adds this rule to permissions that it turns into cluster-wide ones. */
const READ_NAMESPACES = { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['namespaces'] };

/**
 * Returns the ServiceAccounts, sorted by name. In OLM v1, these are only those with permissions; otherwise also those that only a deployment
 * references, since its pods could not start without them, but none that the bundle itself contains.
 */
export function serviceAccounts(operator: Operator, { installNamespace, compatible }: Rendering): PlainObject[] {
  const { permissions, clusterPermissions, deployments, others } = operator;
  const names = new Set([...permissions, ...clusterPermissions].map(accountOf));
  if (!compatible) {
    deployments.map(({ spec }) => podAccountOf(spec)).forEach((name) => names.add(name));
    others.filter(({ kind }) => kind === 'ServiceAccount').forEach(({ name }) => names.delete(name));
  }
  names.delete(DEFAULT_ACCOUNT);
  return [...names].sort().map((name) => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: installNamespace } }));
}

function podAccountOf(spec: Operator['deployments'][number]['spec']): string {
  const pod = (spec['template'] as { readonly spec: { readonly serviceAccountName?: string; readonly serviceAccount?: string } }).spec;
  return pod.serviceAccountName ?? pod.serviceAccount ?? DEFAULT_ACCOUNT;
}

function accountOf({ serviceAccountName }: Permission): string {
  return serviceAccountName === '' ? DEFAULT_ACCOUNT : serviceAccountName;
}

/** Returns roles and bindings: those of the namespaces to watch, then the cluster-wide ones. Permissions in all namespaces are cluster-wide. */
export function roles(operator: Operator, rendering: Rendering): PlainObject[] {
  const { permissions, clusterPermissions } = operator;
  const all = watchesAll(rendering);
  const promoted = permissions.map((permission) => ({ ...permission, rules: [...permission.rules ?? [], READ_NAMESPACES] }));
  const objects = [
    ...(all ? [] : rendering.targetNamespaces.flatMap((namespace) => permissions.flatMap((each) => roleOf(operator, rendering, each, namespace)))),
    ...[...clusterPermissions, ...(all ? promoted : [])].flatMap((each) => roleOf(operator, rendering, each)),
  ];
  return rendering.compatible ? objects : withoutRepeated(objects);
}

/** Returns a role and its binding: in a namespace, or cluster-wide. */
function roleOf({ name: csvName }: Operator, { installNamespace }: Rendering, permission: Permission, namespace?: string): PlainObject[] {
  const account = accountOf(permission);
  const name = roleName(csvName, account, permission);
  const kind = namespace === undefined ? 'ClusterRole' : 'Role';
  const apiVersion = `${RBAC_GROUP}/v1`;
  const metadata = { name, ...defined({ namespace }) };
  return [
    { apiVersion, kind, metadata, rules: permission.rules },
    {
      apiVersion,
      kind: `${kind}Binding`,
      metadata,
      subjects: [{ kind: 'ServiceAccount', name: account, namespace: installNamespace }],
      roleRef: { apiGroup: RBAC_GROUP, kind, name },
    },
  ];
}

/**
 * Returns the name of a role and of its binding: that of the ClusterServiceVersion and of the service account, with a hash of the permission.
 *
 * @see https://github.com/operator-framework/operator-controller/blob/main/internal/shared/util/hash/hash.go
 */
function roleName(csvName: string, serviceAccount: string, permission: Permission): string {
  // Go's json.Encoder escapes HTML characters and ends with a line break.
  const json = `${plainJson(permission).replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)}\n`;
  const digest = createHash('sha224').update(json).digest('hex');
  return objectName(`${csvName}-${serviceAccount}`, BigInt(`0x${digest}`).toString(36));
}

/** The name contains a hash of the permission, so objects with the same name are identical. */
function withoutRepeated(objects: readonly PlainObject[]): PlainObject[] {
  return [...new Map(objects.map((object) => [`${object.kind} ${stringField(object.metadata, 'namespace') ?? ''} ${stringField(object.metadata, 'name') ?? ''}`, object])).values()];
}

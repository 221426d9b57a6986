import { policyRules } from '../../bundle/model/cluster-service-version-fields';
import type { OperatorPolicyRule } from '../../bundle/model/cluster-service-version-spec';
import { field, fieldAt, type JsonMap, mapField, mapListField, stringField, stringMapField } from '../../formats/json/json-value';
import { RBAC_GROUP } from '../../formats/schema/api-groups';
import { groupByEach } from '../../text/group-by';
import { RbacScope } from './rbac-rule';

/** Labels of an object. */
export interface RbacLabels {
  readonly [key: string]: string;
}

/** What identifies a role. */
export interface RoleReference {
  readonly kind: string;
  readonly name: string;

  /** Namespace, or an empty string for a ClusterRole and for the namespace of the operator. */
  readonly namespace: string;
}

/** A Role or ClusterRole, or what the permissions of a CSV become. */
export interface RbacRole extends RoleReference {
  /** Source for reports, such as `ClusterRole demo-reader` or `permissions`. */
  readonly source: string;

  readonly labels: RbacLabels;
  readonly rules: readonly OperatorPolicyRule[];

  /** Label selectors of `aggregationRule`, or undefined for a role that does not aggregate others. */
  readonly selectors: readonly JsonMap[] | undefined;
}

/** A subject of a binding. */
export interface RbacSubject {
  readonly kind: string;
  readonly name: string;

  /** Namespace of a ServiceAccount, or an empty string for the namespace of the operator and for other kinds. */
  readonly namespace: string;
}

/** A RoleBinding or ClusterRoleBinding, or what the permissions of a CSV become. */
export interface RbacBinding {
  /** The binding for reports, such as `ClusterRoleBinding demo`, or an empty string for permissions of a CSV. */
  readonly through: string;

  readonly kind: string;
  readonly name: string;
  readonly scope: RbacScope;

  /** Namespace in which it grants the role; an empty string for a ClusterRoleBinding and for the namespace of the operator. */
  readonly namespace: string;

  /** Kind and name of the role; empty strings if they are missing. */
  readonly role: { readonly kind: string; readonly name: string };

  readonly subjects: readonly RbacSubject[];
}

/** Roles and bindings. */
export interface RbacObjects {
  readonly roles: readonly RbacRole[];
  readonly bindings: readonly RbacBinding[];
}

/**
 * Reads the roles and bindings among objects. Fields of an unexpected type are read as empty.
 *
 * @param inOwnNamespace whether all namespaced objects are in the namespace of the operator, where OLM creates those of a bundle
 */
export function readRbacObjects(objects: readonly JsonMap[], inOwnNamespace = false): RbacObjects {
  const roles: RbacRole[] = [];
  const bindings: RbacBinding[] = [];
  for (const object of objects.filter(isRbacObject)) {
    const kind = stringField(object, 'kind');
    const namespace = inOwnNamespace ? '' : stringField(mapField(object, 'metadata'), 'namespace') ?? '';
    if (kind === 'Role' || kind === 'ClusterRole') {
      roles.push(roleOf(object, kind, kind === 'Role' ? namespace : ''));
    } else if (kind === 'RoleBinding' || kind === 'ClusterRoleBinding') {
      bindings.push(bindingOf(object, kind, kind === 'RoleBinding' ? namespace : ''));
    }
  }
  return { roles, bindings };
}

/** Whether an object belongs to the API group of roles and bindings. */
export function isRbacObject(object: unknown): boolean {
  return stringField(object, 'apiVersion')?.startsWith(`${RBAC_GROUP}/`) === true;
}

function roleOf(object: JsonMap, kind: string, namespace: string): RbacRole {
  const metadata = mapField(object, 'metadata');
  const name = stringField(metadata, 'name') ?? '';
  const aggregationRule = field(object, 'aggregationRule');
  return {
    source: `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`,
    kind,
    name,
    namespace,
    labels: stringMapField(metadata, 'labels'),
    rules: policyRules(object),
    selectors: kind !== 'ClusterRole' || aggregationRule === undefined || aggregationRule === null ? undefined
      : mapListField(aggregationRule, 'clusterRoleSelectors'),
  };
}

function bindingOf(object: JsonMap, kind: string, namespace: string): RbacBinding {
  const reference = field(object, 'roleRef');
  const group = stringField(reference, 'apiGroup') ?? '';
  // The API server refuses roles of other groups.
  const role = group === '' || group === RBAC_GROUP ? reference : undefined;
  const name = stringField(fieldAt(object, 'metadata'), 'name') ?? '';
  return {
    through: `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`,
    kind,
    name,
    scope: kind === 'ClusterRoleBinding' ? RbacScope.CLUSTER : RbacScope.OWN_NAMESPACE,
    namespace,
    role: { kind: stringField(role, 'kind') ?? '', name: stringField(role, 'name') ?? '' },
    subjects: mapListField(object, 'subjects').map((subject) => {
      const subjectKind = stringField(subject, 'kind') ?? '';
      return { kind: subjectKind, name: stringField(subject, 'name') ?? '', namespace: subjectKind === 'ServiceAccount' ? stringField(subject, 'namespace') ?? '' : '' };
    }),
  };
}

/** Returns the key of a role. */
export function roleKey({ kind, name, namespace }: RoleReference): string {
  return JSON.stringify([kind, name, namespace]);
}

/** Returns the key of the role of a binding, which is in the namespace of the binding if it is a Role. */
export function boundRoleKey({ role: { kind, name }, namespace }: RbacBinding): string {
  return roleKey({ kind, name, namespace: kind === 'Role' ? namespace : '' });
}

/** Returns a subject for reports, such as `ServiceAccount demo` or `Group system:authenticated`. */
export function subjectText({ kind, name, namespace }: RbacSubject): string {
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
}

/** Returns the role of a binding for reports, such as `ClusterRole view`, or an empty string if it has none. */
export function roleText({ role: { kind, name } }: RbacBinding): string {
  return kind === '' || name === '' ? '' : `${kind} ${name}`;
}

const SERVICE_ACCOUNT_USER = 'system:serviceaccount:';

/**
 * Returns the subjects that include a ServiceAccount: itself, its user name, and the groups that contain it.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#service-account-tokens
 */
function subjectsWithAccount({ name, namespace }: RbacSubject): RbacSubject[] {
  const other = (kind: string, subject: string): RbacSubject => ({ kind, name: subject, namespace: '' });
  return [
    { kind: 'ServiceAccount', name, namespace },
    other('Group', 'system:authenticated'),
    other('Group', 'system:serviceaccounts'),
    ...namespace === '' ? [] : [other('User', `${SERVICE_ACCOUNT_USER}${namespace}:${name}`), other('Group', `system:serviceaccounts:${namespace}`)],
  ];
}

function subjectKey({ kind, name, namespace }: RbacSubject): string {
  return JSON.stringify([kind, name, namespace]);
}

/** Whether a subject is a ServiceAccount, or a group that contains it, or its user name. */
export function includesAccount(subject: RbacSubject, account: RbacSubject): boolean {
  const key = subjectKey(subject);
  return subjectsWithAccount(account).some((other) => subjectKey(other) === key);
}

/** Returns the ServiceAccounts that each subject includes, by a function that does not look through all of them for each subject. */
export function accountsOfSubjects(accounts: readonly RbacSubject[]): (subject: RbacSubject) => readonly RbacSubject[] {
  const bySubject = groupByEach(accounts, (account) => subjectsWithAccount(account).map(subjectKey));
  return (subject) => bySubject.get(subjectKey(subject)) ?? [];
}

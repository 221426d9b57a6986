import { stringField } from '../../formats/json/json-value';

/** Permission on a resource of the API. */
export interface Permission {
  readonly verb: string;

  /** API group, or an empty string for the core group. */
  readonly group: string;

  /** Plural name, with the subresource if there is one, as in RBAC rules. */
  readonly resource: string;

  /** Namespace, or undefined for all namespaces and for cluster-scoped resources. */
  readonly namespace?: string | undefined;
}

const VERBS: { readonly [method: string]: string | undefined } = { POST: 'create', PATCH: 'patch', PUT: 'update', DELETE: 'delete' };

/** Returns the permission that a request requires, or undefined for paths that are not resources, such as `/version`. */
export function requiredPermission({ method, path }: { readonly method: string; readonly path: string }): Permission | undefined {
  const [address = '', query = ''] = path.split('?');
  const parts = address.split('/').slice(1).map((part) => decodeURIComponent(part));
  const core = parts[0] === 'api';
  if (!core && parts[0] !== 'apis') {
    return undefined;
  }
  const group = core ? '' : parts[1] ?? '';
  const rest = parts.slice(core ? 2 : 3);
  const namespaced = rest[0] === 'namespaces' && rest.length > 2;
  const [resource, name, subresource] = namespaced ? rest.slice(2) : rest;
  if (resource === undefined || resource === '') {
    return undefined;
  }
  const reading = name !== undefined ? 'get' : new URLSearchParams(query).get('watch') === 'true' ? 'watch' : 'list';
  return {
    verb: VERBS[method] ?? reading,
    group,
    resource: subresource === undefined ? resource : `${resource}/${subresource}`,
    namespace: namespaced ? rest[1] : undefined,
  };
}

/**
 * Describes a missing permission and the minimal role that grants it. Lists are followed by watches, so the role grants both.
 *
 * @param permission the permission that the request required
 * @param status the Status of the response
 * @returns the description, or undefined if permissions are not the reason: admission rejects requests with the same code
 */
export function missingPermission({ verb, group, resource, namespace }: Permission, status: unknown): string | undefined {
  const message = stringField(status, 'message') ?? '';
  if (!/ cannot [a-z]+ (?:resource|path)s? /.test(message)) {
    return undefined;
  }
  const account = accountOf(status);
  const verbs = verb === 'list' || verb === 'watch' ? ['list', 'watch'] : [verb];
  const rule = `{ apiGroups: [${JSON.stringify(group)}], resources: [${JSON.stringify(resource)}], verbs: ${JSON.stringify(verbs)} }`;
  return `the account${account === undefined ? '' : ` '${account}'`} is not allowed to ${verb} ${group === '' ? resource : `${resource}.${group}`}`
    + `${namespace === undefined ? '' : ` in namespace '${namespace}'`}; bind it to `
    + `${namespace === undefined ? 'a ClusterRole, for the whole cluster,' : `a Role in namespace '${namespace}'`} with the rule ${rule}`;
}

/** Returns the user name in the Status of a rejected request. */
export function accountOf(status: unknown): string | undefined {
  return /User "([^"]{1,300})"/.exec(stringField(status, 'message') ?? '')?.[1];
}

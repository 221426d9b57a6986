import { textField } from '../../../bundle/json-value';

/** Something that an account may do with a resource of the API. */
export interface Right {
  readonly verb: string;

  /** API group; empty for the core group. */
  readonly group: string;

  /** The plural name, with the subresource where there is one, as roles have it. */
  readonly resource: string;

  /** Undefined for all namespaces, and for what is in none. */
  readonly namespace?: string | undefined;
}

const VERBS: { readonly [method: string]: string | undefined } = { POST: 'create', PATCH: 'patch', PUT: 'update', DELETE: 'delete' };

/** What an account must be allowed for a request; undefined for paths that are no resources, such as `/version`. */
export function rightFor({ method, path }: { readonly method: string; readonly path: string }): Right | undefined {
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
 * Says which right is missing and the least role that gives it. What is listed is watched too, so both are named at once.
 *
 * @param right what was to be done
 * @param status the Status that the API server answered
 * @returns undefined when it is not the rights: admission refuses with the same code
 */
export function missingRight({ verb, group, resource, namespace }: Right, status: unknown): string | undefined {
  const message = textField(status, 'message') ?? '';
  if (!/ cannot [a-z]+ (?:resource|path)s? /.test(message)) {
    return undefined;
  }
  const account = accountIn(status);
  const verbs = verb === 'list' || verb === 'watch' ? ['list', 'watch'] : [verb];
  const rule = `{ apiGroups: [${JSON.stringify(group)}], resources: [${JSON.stringify(resource)}], verbs: ${JSON.stringify(verbs)} }`;
  return `the account${account === undefined ? '' : ` '${account}'`} may not ${verb} ${group === '' ? resource : `${resource}.${group}`}`
    + `${namespace === undefined ? '' : ` in namespace '${namespace}'`}; bind it to `
    + `${namespace === undefined ? 'a ClusterRole, for the whole cluster,' : `a Role of namespace '${namespace}'`} with the rule ${rule}`;
}

/** Whom the API server takes the account for, by the Status that it answered. */
export function accountIn(status: unknown): string | undefined {
  return /User "([^"]{1,300})"/.exec(textField(status, 'message') ?? '')?.[1];
}

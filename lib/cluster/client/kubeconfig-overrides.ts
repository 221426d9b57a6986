import { isMap, type JsonMap, mapField, mapListField, stringField } from '../../formats/json/json-value';
import { suggestNames } from '../../text/suggest-names';
import { ClientError } from './client-error';
import { selectedContext } from './kubeconfig';

/** Values that replace those of a kubeconfig, as the options of kubectl of the same names do. */
export interface KubeconfigOverrides {
  /** Name of a cluster in the kubeconfig. */
  readonly cluster?: string | undefined;

  /** Name of a user in the kubeconfig. */
  readonly user?: string | undefined;

  /** URL of the API server. */
  readonly server?: string | undefined;

  /** Bearer token. */
  readonly token?: string | undefined;

  /** File with the certificate authority of the server. */
  readonly certificateAuthority?: string | undefined;

  /** Name in the server's certificate. */
  readonly tlsServerName?: string | undefined;

  /** Whether to accept any certificate of the server. */
  readonly insecureSkipTlsVerify?: boolean | undefined;

  /** User to impersonate, with a UID and groups. */
  readonly as?: string | undefined;
  readonly asUid?: string | undefined;
  readonly asGroup?: readonly string[] | undefined;
}

/** Whether there is a value to replace. */
export function hasOverrides(overrides: KubeconfigOverrides | undefined): overrides is KubeconfigOverrides {
  return Object.values(overrides ?? {}).some((value) => Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false);
}

/** A kubeconfig, and the context in it. */
export interface SelectedConfig {
  readonly config: unknown;
  readonly context: string | undefined;
}

/**
 * Returns a kubeconfig with only the selected context, whose cluster and user have the values that replace theirs.
 *
 * @throws ClientError if the kubeconfig lacks a cluster or user that is named
 */
export function withOverrides(config: unknown, context: string | undefined, overrides: KubeconfigOverrides | undefined): SelectedConfig {
  if (!hasOverrides(overrides)) {
    return { config, context };
  }
  const name = selectedContext(config, context);
  const selected = entry(config, 'contexts', name);
  if (selected === undefined && name !== '') {
    // The error about an unknown context is that of a kubeconfig without replaced values.
    return { config, context };
  }
  const inContext = mapField(selected, 'context');
  const title = name === '' ? 'of the command line' : name;
  const cluster = entryOf(config, 'clusters', overrides.cluster, stringField(inContext, 'cluster'));
  const user = entryOf(config, 'users', overrides.user, stringField(inContext, 'user'));
  return {
    context: title,
    config: {
      'current-context': title,
      'contexts': [{ name: title, context: { ...inContext, cluster: title, user: title } }],
      'clusters': [{ name: title, cluster: clusterWith(mapField(cluster, 'cluster'), overrides) }],
      'users': [{ name: title, user: userWith(mapField(user, 'user'), overrides) }],
    },
  };
}

function clusterWith(cluster: JsonMap, { server, certificateAuthority, tlsServerName, insecureSkipTlsVerify }: KubeconfigOverrides): JsonMap {
  const authority: JsonMap = certificateAuthority === undefined ? {} : { 'certificate-authority': certificateAuthority, 'certificate-authority-data': '', 'insecure-skip-tls-verify': false };
  // kubectl refuses a certificate authority together with an insecure connection, which ignores it.
  const insecure: JsonMap = insecureSkipTlsVerify === true ? { 'insecure-skip-tls-verify': true, 'certificate-authority': '', 'certificate-authority-data': '' } : {};
  return {
    ...cluster, ...(server === undefined ? {} : { server }), ...(tlsServerName === undefined ? {} : { 'tls-server-name': tlsServerName }), ...authority, ...insecure,
  };
}

function userWith(user: JsonMap, { token, as, asUid, asGroup = [] }: KubeconfigOverrides): JsonMap {
  const { tokenFile: _file, username: _name, password: _password, exec: _exec, ...others } = user;
  const credentials: JsonMap = token === undefined ? user : { ...others, token };
  if (as === undefined && asUid === undefined && asGroup.length === 0) {
    return credentials;
  }
  const { 'as-groups': _groups, 'as-uid': _uid, 'as-user-extra': _extra, ...withoutImpersonation } = credentials;
  return {
    ...withoutImpersonation, ...(as === undefined ? {} : { as }), ...(asUid === undefined ? {} : { 'as-uid': asUid }), ...(asGroup.length === 0 ? {} : { 'as-groups': [...asGroup] }),
  };
}

/** Returns the entry of a name that the user gave, or else of the context. An entry of the context that is missing is reported later. */
function entryOf(config: unknown, list: 'clusters' | 'users', given: string | undefined, ofContext: string | undefined): JsonMap | undefined {
  const found = entry(config, list, given ?? ofContext ?? '');
  if (found === undefined && given !== undefined) {
    throw new ClientError(`the kubeconfig has no ${list.slice(0, -1)} '${given}'; it has ${suggestNames(given, mapListField(config, list).map((each) => stringField(each, 'name') ?? ''))}`);
  }
  return found;
}

function entry(config: unknown, list: string, name: string): JsonMap | undefined {
  const found = mapListField(config, list).find((each) => stringField(each, 'name') === name);
  return isMap(found) ? found : undefined;
}

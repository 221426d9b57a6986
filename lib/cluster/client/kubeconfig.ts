import { field, isMap, type JsonMap, mapField, mapListField, stringField, stringListField } from '../../formats/json/json-value';
import { goText } from '../../formats/json/utf8-text';
import { describeProxyProblem, type EnvironmentProxy, proxyUrlProblem } from '../../net/proxy';
import { suggestNames } from '../../text/suggest-names';
import { ClientError } from './client-error';

/** How to connect to an API server, with credentials: one context of a kubeconfig. It contains secrets, so it is never printed. */
export interface ClusterAccess {
  /** URL of the API server, without a trailing slash. */
  readonly server: string;

  /** Certificate authority as PEM. @default - the authorities that Node trusts */
  readonly certificateAuthority?: string | undefined;

  /** Name in the server's certificate. @default - the host of the URL */
  readonly tlsServerName?: string | undefined;

  /** Whether to accept any certificate of the server. */
  readonly insecure: boolean;

  /** URL of the proxy to connect through. */
  readonly proxyUrl?: string | undefined;

  /** Proxy that the environment sets for the server. @default - `proxyUrl` is set, or the environment sets none */
  readonly environmentProxy?: EnvironmentProxy | undefined;

  /** Configuration of the credential plugin for this cluster, which is passed to it. @default - none */
  readonly pluginConfig?: unknown;

  /** Namespace of the context. @default - none */
  readonly namespace?: string | undefined;

  /** Credentials. */
  readonly user: UserAccess;
}

/** Credentials of a user in a kubeconfig. */
export interface UserAccess {
  /** Client certificate as PEM. */
  readonly certificate?: string | undefined;

  /** Key of the client certificate as PEM. */
  readonly key?: string | undefined;

  /** Bearer token. */
  readonly token?: string | undefined;

  /** File with a bearer token that is renewed in place. It takes precedence over `token`. */
  readonly tokenFile?: string | undefined;

  /** User name and password. */
  readonly basic?: { readonly username: string; readonly password: string } | undefined;

  /** Credential plugin. */
  readonly exec?: ExecAccess | undefined;

  /** User to impersonate. */
  readonly impersonate?: Impersonation | undefined;
}

/** User to impersonate. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string | undefined;
  readonly groups: readonly string[];
  readonly extra: { readonly [key: string]: readonly string[] };
}

/** Versions of the API of credential plugins, as the kubeconfig and the plugin write them. Kubernetes 1.24 removed v1alpha1. */
const PLUGIN_VERSIONS: readonly string[] = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];

const INTERACTIVE_MODES = ['Never', 'IfAvailable', 'Always'] as const;

/** Whether a credential plugin reads the terminal. */
export type InteractiveMode = typeof INTERACTIVE_MODES[number];

/** Credential plugin. */
export interface ExecAccess {
  /** Version of the API, which the plugin must answer in. */
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: { readonly [name: string]: string };

  /** Whether to pass the cluster to the plugin. */
  readonly provideClusterInfo: boolean;

  /** @default IfAvailable */
  readonly interactiveMode?: InteractiveMode | undefined;

  /** Instructions for installing the plugin. */
  readonly installHint?: string | undefined;
}

/** Name of the extension of a cluster with the configuration of its credential plugin. */
const PLUGIN_EXTENSION = 'client.authentication.k8s.io/exec';

/** Reads a file that a kubeconfig refers to. */
export type ReadFile = (path: string) => string;

/**
 * Returns the cluster access of one context of a kubeconfig.
 *
 * @param config the parsed kubeconfig
 * @param context name of the context, or undefined for the current one
 * @param readFile reads the files that the kubeconfig refers to
 * @throws ClientError if there is no such context, or it is incomplete; the message contains no secrets
 */
export function clusterAccess(config: unknown, context: string | undefined, readFile: ReadFile): ClusterAccess {
  const name = selectedContext(config, context);
  const names = namesOf(config, 'contexts');
  if (name === '' && names.length === 0) {
    throw new ClientError('the kubeconfig has no contexts; specify another one');
  }
  if (name === '') {
    throw new ClientError(`the kubeconfig has no current context; specify one of ${suggestNames(name, names)}`);
  }
  const selected = named(config, 'contexts', name)
    ?? fail(`the kubeconfig has no context '${name}'; it has ${suggestNames(name, names)}`);
  const inContext = mapField(selected, 'context');
  const cluster = mapField(entryOf(config, 'clusters', nonEmpty(inContext, 'cluster'), name), 'cluster');
  const server = serverAddress(nonEmpty(cluster, 'server'), name);
  // As in kubectl, no credentials are sent without encryption.
  const user = server.startsWith('http://') ? undefined : nonEmpty(inContext, 'user');
  return {
    server,
    certificateAuthority: pem(cluster, 'certificate-authority', readFile),
    tlsServerName: nonEmpty(cluster, 'tls-server-name'),
    insecure: field(cluster, 'insecure-skip-tls-verify') === true,
    proxyUrl: proxyAddress(nonEmpty(cluster, 'proxy-url'), name),
    pluginConfig: field(mapListField(cluster, 'extensions').find((each) => stringField(each, 'name') === PLUGIN_EXTENSION), 'extension'),
    namespace: nonEmpty(inContext, 'namespace'),
    user: user === undefined ? {} : userAccess(mapField(entryOf(config, 'users', user, name), 'user'), user, readFile),
  };
}

/** Returns the name of the given context, or of the current one of a kubeconfig. */
export function selectedContext(config: unknown, context: string | undefined): string {
  return context === undefined || context === '' ? stringField(config, 'current-context') ?? '' : context;
}

/** Returns the URL of the server without a trailing slash. An invalid one is not quoted: it may contain a password. */
function serverAddress(server: string | undefined, context: string): string {
  const url = URL.canParse(server ?? '') ? new URL(server!) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new ClientError(`the cluster of context '${context}' has no server address that begins with https:// or http://; correct \`server\` in the kubeconfig`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ClientError(`the server address of context '${context}' has a user, a query or a fragment in it; leave only ${url.protocol}//host:port/path, and `
      + 'put credentials into the users of the kubeconfig');
  }
  return server!.replace(/(?<!\/)\/+$/, '');
}

/** Protocols of proxies that are supported. */
export const PROXY_PROTOCOLS = ['http:', 'https:'] as const;

/** Returns the URL of the proxy. Only HTTP proxies with CONNECT are supported, not SOCKS. */
function proxyAddress(proxy: string | undefined, context: string): string | undefined {
  if (proxy === undefined) {
    return undefined;
  }
  const problem = proxyUrlProblem(proxy, PROXY_PROTOCOLS);
  if (problem !== undefined) {
    throw new ClientError(`proxy-url of context '${context}' ${describeProxyProblem(proxy, problem, PROXY_PROTOCOLS)}`);
  }
  return proxy;
}

function userAccess(user: JsonMap, name: string, readFile: ReadFile): UserAccess {
  if (field(user, 'auth-provider') !== undefined) {
    throw new ClientError(`user '${name}' of the kubeconfig uses an auth-provider, which Kubernetes has removed; use an exec plugin instead`);
  }
  const username = nonEmpty(user, 'username');
  const exec = field(user, 'exec');
  const [certificate, key] = [pem(user, 'client-certificate', readFile), pem(user, 'client-key', readFile)];
  if ((certificate === undefined) !== (key === undefined)) {
    const [present, missing] = key === undefined ? ['certificate', 'key'] : ['key', 'certificate'];
    throw new ClientError(`user '${name}' of the kubeconfig has a client-${present} but no client-${missing}; add it`);
  }
  return {
    certificate,
    key,
    token: nonEmpty(user, 'token'),
    tokenFile: nonEmpty(user, 'tokenFile'),
    basic: username === undefined ? undefined : { username, password: stringField(user, 'password') ?? '' },
    exec: isMap(exec) ? execAccess(exec, name) : undefined,
    impersonate: impersonation(user, name),
  };
}

function impersonation(user: JsonMap, name: string): Impersonation | undefined {
  const as = nonEmpty(user, 'as');
  const [uid, groups, extra] = [nonEmpty(user, 'as-uid'), stringListField(user, 'as-groups'), mapField(user, 'as-user-extra')];
  if (as === undefined) {
    if (uid !== undefined || groups.length > 0 || Object.keys(extra).length > 0) {
      throw new ClientError(`user '${name}' of the kubeconfig has as-uid, as-groups or as-user-extra without \`as\`; set \`as\` to the user to impersonate`);
    }
    return undefined;
  }
  return { user: as, uid, groups, extra: Object.fromEntries(Object.keys(extra).map((key) => [key, stringListField(extra, key)])) };
}

function execAccess(exec: JsonMap, user: string): ExecAccess {
  const command = nonEmpty(exec, 'command');
  if (command === undefined) {
    throw new ClientError(`the exec entry of user '${user}' of the kubeconfig has no command; set \`command\``);
  }
  return {
    apiVersion: pluginVersion(nonEmpty(exec, 'apiVersion'), user),
    command,
    args: stringListField(exec, 'args'),
    env: Object.fromEntries(mapListField(exec, 'env').map((entry) => [stringField(entry, 'name') ?? '', stringField(entry, 'value') ?? ''])),
    provideClusterInfo: field(exec, 'provideClusterInfo') === true,
    interactiveMode: interactiveMode(nonEmpty(exec, 'interactiveMode'), user),
    installHint: nonEmpty(exec, 'installHint'),
  };
}

function pluginVersion(version: string | undefined, user: string): string {
  if (version === undefined || !PLUGIN_VERSIONS.includes(version)) {
    throw new ClientError(`the apiVersion of the exec entry of user '${user}' of the kubeconfig is ${version === undefined ? 'missing' : 'unknown'}; set it to the one `
      + `that the plugin supports, ${PLUGIN_VERSIONS.join(' or ')}`);
  }
  return version;
}

function interactiveMode(mode: string | undefined, user: string): InteractiveMode {
  const found = mode === undefined ? 'IfAvailable' : INTERACTIVE_MODES.find((known) => known === mode);
  return found ?? fail(`the interactiveMode of the exec entry of user '${user}' of the kubeconfig is unknown; set it to one of ${INTERACTIVE_MODES.join(', ')}`);
}

/** Returns a certificate or key, from base64 in the kubeconfig or from a file. */
function pem(entry: JsonMap, key: string, readFile: ReadFile): string | undefined {
  const data = nonEmpty(entry, `${key}-data`);
  const path = nonEmpty(entry, key);
  if (data === undefined && path === undefined) {
    return undefined;
  }
  const found = data === undefined ? contents(path!, key, readFile) : goText(Buffer.from(data, 'base64'));
  if (!found.includes('-----BEGIN ')) {
    throw new ClientError(data === undefined
      ? `the file '${path!}' that the kubeconfig names as ${key} is not PEM; replace it`
      : `${key}-data of the kubeconfig is not base64-encoded PEM; replace it`);
  }
  return found;
}

function contents(path: string, key: string, readFile: ReadFile): string {
  try {
    return readFile(path);
  } catch {
    throw new ClientError(`the file '${path}' that the kubeconfig names as ${key} cannot be read; correct the path, or put its contents into ${key}-data`);
  }
}

/** Returns a string field, or undefined if it is empty, as in kubectl. */
export function nonEmpty(entry: JsonMap, key: string): string | undefined {
  const found = stringField(entry, key);
  return found === '' ? undefined : found;
}

/** Returns the entry that a context refers to. A name without an entry is not quoted: in a damaged kubeconfig it may be a secret. */
function entryOf(config: unknown, list: string, name: string | undefined, context: string): JsonMap {
  const available = suggestNames(name ?? '', namesOf(config, list));
  return named(config, list, name ?? '') ?? fail(`context '${context}' of the kubeconfig refers to an entry that is not in its ${list} (${available})`);
}

function named(config: unknown, list: string, name: string): JsonMap | undefined {
  return mapListField(config, list).find((entry) => stringField(entry, 'name') === name);
}

function namesOf(config: unknown, list: string): string[] {
  return mapListField(config, list).map((entry) => stringField(entry, 'name') ?? '');
}

function fail(message: string): never {
  throw new ClientError(message);
}

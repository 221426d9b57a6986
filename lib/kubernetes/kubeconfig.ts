import { field, isMap, mapField, mapsField, textField, textsField } from '../../../bundle/json-value';
import type { JsonMap } from '../../../bundle/json-value';
import { ClientError } from './client-error';
import { offeredNames } from '../../../bundle/offered-names';

/** How to reach an API server and who one is there: one context of a kubeconfig. It holds secrets, so it is never printed. */
export interface ClusterAccess {
  /** The address of the API server, without a slash at the end. */
  readonly server: string;

  /** The certificate authority as PEM; those that Node trusts where there is none. */
  readonly certificateAuthority?: string | undefined;

  /** The name that the server's certificate must have, where it is another one than the address's. */
  readonly tlsServerName?: string | undefined;

  /** Whether any certificate of the server will do. */
  readonly insecure: boolean;

  /** The address of the proxy that the server is reached through. */
  readonly proxyUrl?: string | undefined;

  /** Who one is. */
  readonly user: UserAccess;
}

/** Who one is, to an API server; what is not there does not count. */
export interface UserAccess {
  /** A client certificate as PEM. */
  readonly certificate?: string | undefined;

  /** The key of the client certificate as PEM. */
  readonly key?: string | undefined;

  /** A bearer token. */
  readonly token?: string | undefined;

  /** A file with a bearer token, which something else renews. It counts before `token`. */
  readonly tokenFile?: string | undefined;

  /** Name and password. */
  readonly basic?: { readonly username: string; readonly password: string } | undefined;

  /** A program that gives credentials. */
  readonly exec?: ExecAccess | undefined;

  /** As whom one acts, where that is somebody else. */
  readonly impersonate?: Impersonation | undefined;
}

/** Somebody whom one may act as. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string | undefined;
  readonly groups: readonly string[];
  readonly extra: { readonly [key: string]: readonly string[] };
}

/** A program that gives credentials. */
export interface ExecAccess {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: { readonly [name: string]: string };

  /** Whether it wants to be told of the cluster. */
  readonly provideClusterInfo: boolean;

  /** What to do when it is not there. */
  readonly installHint?: string | undefined;
}

/** Reads a file that a kubeconfig names. */
export type ReadFile = (path: string) => string;

/**
 * Takes one context out of a kubeconfig.
 *
 * @param config the parsed kubeconfig
 * @param context the name of the context; its current one when undefined
 * @param readFile reads the files that it names, relative to where it stands
 * @throws ClientError when there is no such context, or something in it is missing; secrets are not in the message
 */
export function clusterAccess(config: unknown, context: string | undefined, readFile: ReadFile): ClusterAccess {
  const name = context === undefined || context === '' ? textField(config, 'current-context') ?? '' : context;
  const names = namesOf(config, 'contexts');
  if (name === '' && names.length === 0) {
    throw new ClientError('the kubeconfig has no contexts; give the text or the path of another one');
  }
  if (name === '') {
    throw new ClientError(`the kubeconfig has no current context; give \`context\`, one of ${offeredNames(name, names)}`);
  }
  const chosen = named(config, 'contexts', name)
    ?? fail(`the kubeconfig has no context '${name}'; it has ${offeredNames(name, names)}`);
  const inside = mapField(chosen, 'context');
  const cluster = mapField(entryOf(config, 'clusters', text(inside, 'cluster'), name), 'cluster');
  const user = text(inside, 'user');
  return {
    server: serverAddress(text(cluster, 'server'), name),
    certificateAuthority: pem(cluster, 'certificate-authority', readFile),
    tlsServerName: text(cluster, 'tls-server-name'),
    insecure: field(cluster, 'insecure-skip-tls-verify') === true,
    proxyUrl: proxyAddress(text(cluster, 'proxy-url'), name),
    user: user === undefined ? {} : userAccess(mapField(entryOf(config, 'users', user, name), 'user'), user, readFile),
  };
}

/** @returns the address without a slash at the end. One that is wrong is not quoted: it may hold a password. */
function serverAddress(server: string | undefined, context: string): string {
  const url = URL.canParse(server ?? '') ? new URL(server!) : undefined;
  if (url?.protocol !== 'https:') {
    throw new ClientError(`the cluster of context '${context}' has no server address that begins with https://; correct \`server\` in the kubeconfig`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ClientError(`the server address of context '${context}' has a user, a query or a fragment in it; leave only https://host:port/path, and `
      + 'put credentials into the users of the kubeconfig');
  }
  return server!.replace(/\/+$/, '');
}

/** A proxy is spoken to with CONNECT; SOCKS is not among what is supported. */
function proxyAddress(proxy: string | undefined, context: string): string | undefined {
  if (proxy === undefined) {
    return undefined;
  }
  const url = URL.canParse(proxy) ? new URL(proxy) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || !isEncoded(url.username) || !isEncoded(url.password)) {
    throw new ClientError(`proxy-url of context '${context}' is ${url === undefined ? 'no address' : `one of ${url.protocol}//`}, which is not supported; `
      + 'use http://host:port or https://host:port, with user and password percent-encoded');
  }
  return proxy;
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function userAccess(user: JsonMap, name: string, readFile: ReadFile): UserAccess {
  if (field(user, 'auth-provider') !== undefined) {
    throw new ClientError(`user '${name}' of the kubeconfig has an auth-provider, which Kubernetes itself gave up; use an exec plugin instead`);
  }
  const username = text(user, 'username');
  const exec = field(user, 'exec');
  const [certificate, key] = [pem(user, 'client-certificate', readFile), pem(user, 'client-key', readFile)];
  if ((certificate === undefined) !== (key === undefined)) {
    const [there, missing] = key === undefined ? ['certificate', 'key'] : ['key', 'certificate'];
    throw new ClientError(`user '${name}' of the kubeconfig has a client-${there} and no client-${missing}; add it`);
  }
  return {
    certificate,
    key,
    token: text(user, 'token'),
    tokenFile: text(user, 'tokenFile'),
    basic: username === undefined ? undefined : { username, password: textField(user, 'password') ?? '' },
    exec: isMap(exec) ? execAccess(exec, name) : undefined,
    impersonate: impersonation(user, name),
  };
}

function impersonation(user: JsonMap, name: string): Impersonation | undefined {
  const as = text(user, 'as');
  const [uid, groups, extra] = [text(user, 'as-uid'), textsField(user, 'as-groups'), mapField(user, 'as-user-extra')];
  if (as === undefined) {
    if (uid !== undefined || groups.length > 0 || Object.keys(extra).length > 0) {
      throw new ClientError(`user '${name}' of the kubeconfig has as-uid, as-groups or as-user-extra without \`as\`; name the user to act as`);
    }
    return undefined;
  }
  return { user: as, uid, groups, extra: Object.fromEntries(Object.keys(extra).map((key) => [key, textsField(extra, key)])) };
}

function execAccess(exec: JsonMap, user: string): ExecAccess {
  const command = text(exec, 'command');
  if (command === undefined) {
    throw new ClientError(`the exec entry of user '${user}' of the kubeconfig names no command; add \`command\``);
  }
  if (textField(exec, 'interactiveMode') === 'Always') {
    throw new ClientError(`'${command}', which gives the credentials of the kubeconfig, wants to ask its user (interactiveMode: Always), and nobody `
      + 'is there to answer; use credentials that need no answer');
  }
  return {
    apiVersion: text(exec, 'apiVersion') ?? 'client.authentication.k8s.io/v1',
    command,
    args: textsField(exec, 'args'),
    env: Object.fromEntries(mapsField(exec, 'env').map((entry) => [textField(entry, 'name') ?? '', textField(entry, 'value') ?? ''])),
    provideClusterInfo: field(exec, 'provideClusterInfo') === true,
    installHint: text(exec, 'installHint'),
  };
}

/** A certificate or key, which stands in the kubeconfig in base64 or in a file. */
function pem(entry: JsonMap, key: string, readFile: ReadFile): string | undefined {
  const data = text(entry, `${key}-data`);
  const path = text(entry, key);
  if (data === undefined && path === undefined) {
    return undefined;
  }
  const found = data === undefined ? contents(path!, key, readFile) : Buffer.from(data, 'base64').toString('utf8');
  if (!found.includes('-----BEGIN ')) {
    throw new ClientError(data === undefined
      ? `the file '${path!}' that the kubeconfig names as ${key} is not PEM; have it written anew`
      : `${key}-data of the kubeconfig is not PEM in base64; have it written anew`);
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

/** A field that says something. An empty one counts as not there, as for kubectl. */
function text(entry: JsonMap, key: string): string | undefined {
  const found = textField(entry, key);
  return found === '' ? undefined : found;
}

/** What a context names and nothing bears is not repeated: in a kubeconfig that lost a part it may be a secret that came to stand there. */
function entryOf(config: unknown, list: string, name: string | undefined, context: string): JsonMap {
  const offered = offeredNames(name ?? '', namesOf(config, list));
  return named(config, list, name ?? '') ?? fail(`context '${context}' of the kubeconfig names something that is not among its ${list} (${offered})`);
}

function named(config: unknown, list: string, name: string): JsonMap | undefined {
  return mapsField(config, list).find((entry) => textField(entry, 'name') === name);
}

function namesOf(config: unknown, list: string): string[] {
  return mapsField(config, list).map((entry) => textField(entry, 'name') ?? '');
}

function fail(message: string): never {
  throw new ClientError(message);
}

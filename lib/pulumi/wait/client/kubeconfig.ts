import { field, isMap, mapField, mapsField, textField, textsField } from '../../../bundle/json-value';
import type { JsonMap } from '../../../bundle/json-value';
import { ClientError } from './client-error';

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
  const name = context ?? textField(config, 'current-context') ?? '';
  const names = mapsField(config, 'contexts').map((entry) => textField(entry, 'name') ?? '');
  if (name === '') {
    throw new ClientError(`the kubeconfig has no current context; give \`context\`, one of ${listed(names)}`);
  }
  const chosen = named(config, 'contexts', name)
    ?? fail(`the kubeconfig has no context '${name}'; it has ${listed(names)}`);
  const inside = mapField(chosen, 'context');
  const cluster = mapField(entryOf(config, 'clusters', textField(inside, 'cluster'), name), 'cluster');
  const server = textField(cluster, 'server') ?? '';
  if (!/^https:\/\//.test(server)) {
    throw new ClientError(`the cluster of context '${name}' has no server address that begins with https://`);
  }
  return {
    server: server.replace(/\/+$/, ''),
    certificateAuthority: pem(cluster, 'certificate-authority', readFile),
    tlsServerName: textField(cluster, 'tls-server-name'),
    insecure: field(cluster, 'insecure-skip-tls-verify') === true,
    proxyUrl: textField(cluster, 'proxy-url'),
    user: userAccess(mapField(textField(inside, 'user') === undefined ? {} : entryOf(config, 'users', textField(inside, 'user'), name), 'user'), readFile),
  };
}

function userAccess(user: JsonMap, readFile: ReadFile): UserAccess {
  const username = textField(user, 'username');
  const exec = field(user, 'exec');
  return {
    certificate: pem(user, 'client-certificate', readFile),
    key: pem(user, 'client-key', readFile),
    token: textField(user, 'token'),
    tokenFile: textField(user, 'tokenFile'),
    basic: username === undefined ? undefined : { username, password: textField(user, 'password') ?? '' },
    exec: isMap(exec) ? execAccess(exec) : undefined,
  };
}

function execAccess(exec: JsonMap): ExecAccess {
  return {
    apiVersion: textField(exec, 'apiVersion') ?? 'client.authentication.k8s.io/v1',
    command: textField(exec, 'command') ?? fail('the exec entry of the kubeconfig\'s user names no command'),
    args: textsField(exec, 'args'),
    env: Object.fromEntries(mapsField(exec, 'env').map((entry) => [textField(entry, 'name') ?? '', textField(entry, 'value') ?? ''])),
    provideClusterInfo: field(exec, 'provideClusterInfo') === true,
    installHint: textField(exec, 'installHint'),
  };
}

/** A certificate or key, which stands in the kubeconfig in base64 or in a file. */
function pem(entry: JsonMap, key: string, readFile: ReadFile): string | undefined {
  const data = textField(entry, `${key}-data`);
  if (data !== undefined && data !== '') {
    return Buffer.from(data, 'base64').toString('utf8');
  }
  const path = textField(entry, key);
  if (path === undefined || path === '') {
    return undefined;
  }
  try {
    return readFile(path);
  } catch {
    throw new ClientError(`the file '${path}' that the kubeconfig names as ${key} cannot be read`);
  }
}

function entryOf(config: unknown, list: string, name: string | undefined, context: string): JsonMap {
  return named(config, list, name ?? '') ?? fail(`context '${context}' of the kubeconfig names '${name ?? ''}', which is not among its ${list}`);
}

function named(config: unknown, list: string, name: string): JsonMap | undefined {
  return mapsField(config, list).find((entry) => textField(entry, 'name') === name);
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.map((name) => `'${name}'`).join(', ');
}

function fail(message: string): never {
  throw new ClientError(message);
}

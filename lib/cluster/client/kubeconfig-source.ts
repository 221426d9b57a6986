import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { isMap, mapListField, stringField } from '../../formats/json/json-value';
import { readYaml } from '../../formats/yaml/read-yaml';
import { ClientError } from './client-error';
import { type ClusterAccess, clusterAccess } from './kubeconfig';

/** Folder in which Kubernetes mounts the credentials of a pod's service account. */
const POD_FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Maximum length of a path. A longer value is something else, and may be a secret. */
const MAX_PATH_LENGTH = 1024;

const LIMITS = { maxDepth: 64, maxNodes: 200_000, target: 'any' } as const;

/** Cluster selection, as the user specified it. */
export interface ClusterChoice {
  /** Content of a kubeconfig, or the path of its file. If undefined, the one that kubectl would use, or the pod's own cluster. */
  readonly kubeconfig?: string | undefined;

  /** Context in it, or undefined for its current context. */
  readonly context?: string | undefined;

  /** Command-line option for a kubeconfig, for messages. @default - a property called `kubeconfig` */
  readonly option?: string | undefined;
}

/**
 * Finds the cluster: from the given kubeconfig, otherwise from the files in the variable KUBECONFIG, otherwise from ~/.kube/config, otherwise the
 * cluster that this process runs in.
 *
 * @param environment environment variables
 * @param podFolder folder of a pod's credentials
 * @throws ClientError if there is none, or it is incomplete; the message contains no secrets
 */
export function findCluster(choice: ClusterChoice, environment: NodeJS.ProcessEnv, podFolder = POD_FOLDER): ClusterAccess {
  const home = environment['HOME'] ?? homedir();
  const given = (choice.kubeconfig ?? '').trim();
  if (given !== '') {
    return isContent(given)
      ? clusterAccess(parse(given, 'the kubeconfig'), choice.context, (path) => readFileSync(path, 'utf8'))
      : fromFiles([pathOf(given, home)], choice.context);
  }
  const listed = (environment['KUBECONFIG'] ?? '').split(delimiter).filter((path) => path !== '');
  const files = (listed.length > 0 ? listed : [join(home, '.kube', 'config')]).filter((path) => existsSync(path));
  if (files.length > 0) {
    return fromFiles(files, choice.context);
  }
  const inPod = inCluster(environment, podFolder, choice) ?? fail(listed, choice);
  if (choice.context !== undefined && choice.context !== '') {
    // The context most likely refers to another cluster than that of the pod.
    throw new ClientError(`context '${choice.context}' is set, but no kubeconfig was found; specify one${by(choice)}, or omit the context to use `
      + 'the cluster of this pod');
  }
  return inPod;
}

/** Whether a kubeconfig is specified by its content: a path is one line, a kubeconfig is JSON or has several lines. */
function isContent(kubeconfig: string): boolean {
  return kubeconfig.includes('\n') || kubeconfig.startsWith('{');
}

/** Returns the path of the file. A value that is not a path is not quoted: it may be a kubeconfig in some other form. */
function pathOf(given: string, home: string): string {
  if (/^[A-Za-z0-9+/_-]{24,}=*$/.test(given) && /apiVersion|clusters|contexts/.test(Buffer.from(given, 'base64').toString('latin1'))) {
    throw new ClientError('the kubeconfig is base64-encoded; decode it first');
  }
  if (given.length > MAX_PATH_LENGTH || /: /.test(given)) {
    throw new ClientError('the kubeconfig is neither a path nor the content of a kubeconfig file; set one of them');
  }
  return given.replace(/^~(?=\/)/, home);
}

/** Reads kubeconfig files. As in kubectl, several files are merged, and the first file that sets a value wins. */
function fromFiles(files: readonly string[], context: string | undefined): ClusterAccess {
  const configs = files.map((file) => withPaths(parse(readConfig(file), `the kubeconfig '${file}'`), dirname(resolve(file))));
  const merged = {
    'current-context': configs.map((config) => stringField(config, 'current-context')).find((name) => name !== undefined && name !== ''),
    ...Object.fromEntries(['clusters', 'contexts', 'users'].map((list) => [list, configs.flatMap((config) => mapListField(config, list))])),
  };
  return clusterAccess(merged, context, (path) => readFileSync(path, 'utf8'));
}

/** Resolves the paths in a kubeconfig, which are relative to its folder. */
function withPaths(config: unknown, folder: string): unknown {
  if (Array.isArray(config)) {
    return config.map((item) => withPaths(item, folder));
  }
  if (!isMap(config)) {
    return config;
  }
  return Object.fromEntries(Object.entries(config).map(([key, value]) => {
    if (typeof value === 'string' && value !== '' && ['certificate-authority', 'client-certificate', 'client-key', 'tokenFile'].includes(key)) {
      return [key, resolve(folder, value)];
    }
    // A command without a slash is searched for in the PATH.
    if (key === 'command' && typeof value === 'string' && value.includes('/')) {
      return [key, resolve(folder, value)];
    }
    return [key, withPaths(value, folder)];
  }));
}

function inCluster(environment: NodeJS.ProcessEnv, folder: string, { option = '`kubeconfig`' }: ClusterChoice): ClusterAccess | undefined {
  const host = environment['KUBERNETES_SERVICE_HOST'];
  const tokenFile = join(folder, 'token');
  if (host === undefined || host === '' || !existsSync(tokenFile)) {
    return undefined;
  }
  const authority = join(folder, 'ca.crt');
  if (!existsSync(authority)) {
    throw new ClientError(`the file '${authority}' with the certificate authority of this pod's cluster is missing; mount it, or set ${option}`);
  }
  return {
    server: `https://${host.includes(':') ? `[${host}]` : host}:${environment['KUBERNETES_SERVICE_PORT'] ?? '443'}`,
    certificateAuthority: readFileSync(authority, 'utf8'),
    insecure: false,
    user: { tokenFile },
  };
}

function readConfig(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ClientError(`the kubeconfig '${file}' cannot be read; correct the path, or specify another kubeconfig`);
  }
}

/** Parses a kubeconfig. The parser's message is omitted, because it quotes the content, which contains secrets. */
function parse(content: string, source: string): unknown {
  try {
    return readYaml(content, LIMITS).value;
  } catch {
    throw new ClientError(`${source} is neither YAML nor JSON; regenerate it, for example with kubectl config view --raw`);
  }
}

/** Returns the part of a message that mentions the command-line option for a kubeconfig. */
function by({ option }: ClusterChoice): string {
  return option === undefined ? '' : ` with ${option}`;
}

function fail(listed: readonly string[], choice: ClusterChoice): never {
  throw new ClientError(`no kubeconfig was found: ${listed.length > 0 ? `no file of KUBECONFIG=${listed.join(delimiter)} exists` : 'KUBECONFIG is not set and '
    + '~/.kube/config does not exist'}, and this process does not run in a pod; specify a kubeconfig${by(choice)}`);
}

import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { isMap, type JsonMap, mapListField, stringField } from '../../formats/json/json-value';
import { EncodingError, textOf, goText } from '../../formats/json/utf8-text';
import { readYaml } from '../../formats/yaml/read-yaml';
import { YamlSyntaxError } from '../../formats/yaml/source-text';
import { describeProxyProblem, environmentProxy, proxyUrlProblem } from '../../net/proxy';
import { ClientError } from './client-error';
import { type ClusterAccess, clusterAccess, PROXY_PROTOCOLS, selectedContext } from './kubeconfig';
import { hasOverrides, type KubeconfigOverrides, withOverrides } from './kubeconfig-overrides';

/** Folder in which Kubernetes mounts the credentials of a pod's service account. */
const POD_FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Maximum length of a path. A longer value is something else, and may be a secret. */
const MAX_PATH_LENGTH = 1024;

const LIMITS = { maxDepth: 64, maxNodes: 200_000, target: 'any' } as const;

/** Cluster selection, as the user specified it. */
export interface ClusterChoice {
  /** Content of a kubeconfig, or the path of its file. If undefined, but not if empty, the one that kubectl would use, or the pod's own cluster. */
  readonly kubeconfig?: string | undefined;

  /** Context in it, or undefined for its current context. */
  readonly context?: string | undefined;

  /** Values that replace those of the kubeconfig. @default - none */
  readonly overrides?: KubeconfigOverrides | undefined;

  /** Command-line option for a kubeconfig, for messages. @default - a property called `kubeconfig` */
  readonly option?: string | undefined;
}

/** A cluster, and where its address and credentials come from. */
export interface FoundCluster {
  readonly access: ClusterAccess;

  /** Whether nothing was given, so that it is the cluster of the environment. */
  readonly isAmbient: boolean;

  /** Source in words, such as `the kubeconfig '/home/me/.kube/config'`. */
  readonly source: string;

  /** Name of the context, or undefined for the cluster of a pod. */
  readonly context?: string | undefined;
}

/** Returns how to connect to the cluster that `locateCluster` finds. */
export function findCluster(choice: ClusterChoice, environment: NodeJS.ProcessEnv, podFolder = POD_FOLDER): ClusterAccess {
  return locateCluster(choice, environment, podFolder).access;
}

/**
 * Finds the cluster: from the given kubeconfig; if none is given, from the files in the variable KUBECONFIG, otherwise from ~/.kube/config, otherwise
 * the cluster that this process runs in.
 *
 * Unless the kubeconfig sets a proxy, it is that of the environment, as in kubectl.
 *
 * @param environment environment variables
 * @param podFolder folder of a pod's credentials
 * @throws ClientError if there is none, it is incomplete, the given kubeconfig is empty, or the proxy is not supported; the message contains no
 * secrets
 */
export function locateCluster(choice: ClusterChoice, environment: NodeJS.ProcessEnv, podFolder = POD_FOLDER): FoundCluster {
  const found = searchCluster(choice, environment, podFolder);
  return { ...found, access: withEnvironmentProxy(found.access, environment) };
}

function withEnvironmentProxy(access: ClusterAccess, environment: NodeJS.ProcessEnv): ClusterAccess {
  const proxy = access.proxyUrl === undefined ? environmentProxy(new URL(access.server), environment) : undefined;
  if (proxy === undefined) {
    return access;
  }
  const problem = proxyUrlProblem(proxy.address, PROXY_PROTOCOLS);
  if (problem !== undefined) {
    throw new ClientError(`the environment variable ${proxy.variable} ${describeProxyProblem(proxy.address, problem, PROXY_PROTOCOLS)}, or add `
      + `${new URL(access.server).hostname} to NO_PROXY`);
  }
  return { ...access, environmentProxy: proxy };
}

function searchCluster(choice: ClusterChoice, environment: NodeJS.ProcessEnv, podFolder: string): FoundCluster {
  const home = environment['HOME'] ?? homedir();
  if (choice.kubeconfig !== undefined) {
    return givenCluster(choice.kubeconfig.trim(), choice, home);
  }
  const listed = (environment['KUBECONFIG'] ?? '').split(delimiter).filter((path) => path !== '');
  const files = (listed.length > 0 ? listed : [join(home, '.kube', 'config')]).filter((path) => existsSync(path));
  if (files.length > 0) {
    return { ...inConfig(readFiles(files), choice), isAmbient: true, source: `the kubeconfig ${files.map((file) => `'${file}'`).join(', ')}` };
  }
  const inPod = inCluster(environment, podFolder, choice) ?? fail(listed, choice);
  if (choice.context !== undefined && choice.context !== '') {
    // The context most likely refers to another cluster than that of the pod.
    throw new ClientError(`context '${choice.context}' is set, but no kubeconfig was found; specify one${by(choice)}, or omit the context to use `
      + 'the cluster of this pod');
  }
  if (hasOverrides(choice.overrides)) {
    throw new ClientError(`options replace values of a kubeconfig, but no kubeconfig was found; specify one${by(choice)}, or omit them to use the cluster and the `
      + 'account of this pod');
  }
  return { access: inPod, isAmbient: true, source: 'the cluster of this pod' };
}

/**
 * Returns the names of the contexts of the kubeconfig that `locateCluster` reads.
 *
 * @throws ClientError if it cannot be read
 */
export function contextNames({ kubeconfig }: ClusterChoice, environment: NodeJS.ProcessEnv): string[] {
  const home = environment['HOME'] ?? homedir();
  const listed = (environment['KUBECONFIG'] ?? '').split(delimiter).filter((path) => path !== '');
  const files = kubeconfig === undefined ? (listed.length > 0 ? listed : [join(home, '.kube', 'config')]).filter((path) => existsSync(path)) : [pathOf(kubeconfig, home)];
  return mapListField(readFiles(files), 'contexts').flatMap((context) => stringField(context, 'name') ?? []);
}

/** Returns the cluster of a kubeconfig that the user gave. Nothing in it must not select the cluster of the environment. */
function givenCluster(given: string, choice: ClusterChoice, home: string): FoundCluster {
  const { option = '`kubeconfig`' } = choice;
  if (given === '') {
    throw new ClientError(`${option} is empty; set it to ${option.startsWith('-') ? 'the path of a kubeconfig' : 'the content or the path of a kubeconfig'}, or `
      + 'omit it to use the kubeconfig of kubectl');
  }
  const config = isContent(given) ? parse(given, 'the kubeconfig') : readFiles([pathOf(given, home)]);
  return { ...inConfig(config, choice), isAmbient: false, source: 'the given kubeconfig' };
}

function inConfig(given: unknown, choice: ClusterChoice): Pick<FoundCluster, 'access' | 'context'> {
  const { config, context } = withOverrides(given, choice.context, choice.overrides);
  return { access: clusterAccess(config, context, (path) => goText(readFileSync(path))), context: selectedContext(config, context) };
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
function readFiles(files: readonly string[]): JsonMap {
  const configs = files.map((file) => withPaths(parse(readConfig(file), `the kubeconfig '${file}'`), dirname(resolve(file))));
  return {
    'current-context': configs.map((config) => stringField(config, 'current-context')).find((name) => name !== undefined && name !== ''),
    ...Object.fromEntries(['clusters', 'contexts', 'users'].map((list) => [list, configs.flatMap((config) => mapListField(config, list))])),
  };
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
    // Extensions belong to other programs.
    return [key, key === 'extensions' ? value : withPaths(value, folder)];
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
    certificateAuthority: goText(readFileSync(authority)),
    insecure: false,
    user: { tokenFile },
  };
}

function readConfig(file: string): string {
  try {
    return textOf(readFileSync(file), file);
  } catch (error) {
    if (error instanceof EncodingError) {
      throw new ClientError(`the kubeconfig ${error.message}`);
    }
    throw new ClientError(`the kubeconfig '${file}' cannot be read; correct the path, or specify another kubeconfig`);
  }
}

/** Parses a kubeconfig. The parser's message is omitted, because it quotes the content, which contains secrets. */
function parse(content: string, source: string): unknown {
  try {
    return readYaml(content, LIMITS).value;
  } catch (error) {
    if (error instanceof YamlSyntaxError && error.limit) {
      throw new ClientError(`${source} is too large: it may have ${LIMITS.maxNodes} values, nested ${LIMITS.maxDepth} deep; remove clusters and users that are not needed`);
    }
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

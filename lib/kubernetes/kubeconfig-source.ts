import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { clusterAccess } from './kubeconfig';
import type { ClusterAccess } from './kubeconfig';
import { ClientError } from './client-error';
import { isMap, mapsField, textField } from '../../../bundle/json-value';
import { readYaml } from '../../../bundle/yaml/read-yaml';

/** Where Kubernetes puts what a pod needs to reach its own API server. */
const POD_FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Longer than paths are. What is longer is something else, and may be a secret. */
const LONGEST_PATH = 1024;

const LIMITS = { maxDepth: 64, maxNodes: 200_000, target: 'any' } as const;

/** Which cluster is meant; all of it as the user gave it. */
export interface ClusterChoice {
  /** A kubeconfig: its text, or the path of its file. Undefined for the one that kubectl would take, or the pod's own cluster. */
  readonly kubeconfig?: string | undefined;

  /** The context in it; its current one when undefined. */
  readonly context?: string | undefined;
}

/**
 * The cluster that a user means: by the kubeconfig that is given, else by the files that the variable KUBECONFIG lists, else by
 * ~/.kube/config, else the one that this process runs in.
 *
 * @param environment the variables of the process
 * @param podFolder where a pod finds its own credentials
 * @throws ClientError when there is none, or it lacks something; secrets are not in the message
 */
export function findCluster(choice: ClusterChoice, environment: NodeJS.ProcessEnv, podFolder = POD_FOLDER): ClusterAccess {
  const home = environment['HOME'] ?? homedir();
  const given = (choice.kubeconfig ?? '').trim();
  if (given !== '') {
    return isText(given)
      ? clusterAccess(parse(given, 'the kubeconfig'), choice.context, (path) => readFileSync(path, 'utf8'))
      : fromFiles([pathOf(given, home)], choice.context);
  }
  const listed = (environment['KUBECONFIG'] ?? '').split(delimiter).filter((path) => path !== '');
  const files = (listed.length > 0 ? listed : [join(home, '.kube', 'config')]).filter((path) => existsSync(path));
  if (files.length > 0) {
    return fromFiles(files, choice.context);
  }
  const own = inCluster(environment, podFolder) ?? fail(listed);
  if (choice.context !== undefined && choice.context !== '') {
    // The cluster that this runs in is hardly the one that was named.
    throw new ClientError(`there is no kubeconfig that context '${choice.context}' could be in; give \`kubeconfig\`, or leave out the context to use `
      + 'the cluster that this runs in');
  }
  return own;
}

/** A path is one line; a kubeconfig is JSON or has several. */
function isText(kubeconfig: string): boolean {
  return kubeconfig.includes('\n') || kubeconfig.startsWith('{');
}

/** What is no path is not quoted: it may be a kubeconfig in some other form. */
function pathOf(given: string, home: string): string {
  if (/^[A-Za-z0-9+/_-]{24,}=*$/.test(given) && /apiVersion|clusters|contexts/.test(Buffer.from(given, 'base64').toString('latin1'))) {
    throw new ClientError('the kubeconfig is in base64; decode it first');
  }
  if (given.length > LONGEST_PATH || /: /.test(given)) {
    throw new ClientError('the kubeconfig is neither a path nor the text of one, which has a line for each entry; give one of them');
  }
  return given.replace(/^~(?=\/)/, home);
}

/** Several files count as one, in which the first to name something has the say, as for kubectl. */
function fromFiles(files: readonly string[], context: string | undefined): ClusterAccess {
  const configs = files.map((file) => withPaths(parse(readText(file), `the kubeconfig '${file}'`), dirname(resolve(file))));
  const merged = {
    'current-context': configs.map((config) => textField(config, 'current-context')).find((name) => name !== undefined && name !== ''),
    ...Object.fromEntries(['clusters', 'contexts', 'users'].map((list) => [list, configs.flatMap((config) => mapsField(config, list))])),
  };
  return clusterAccess(merged, context, (path) => readFileSync(path, 'utf8'));
}

/** The files that a kubeconfig names stand relative to it. */
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
    // A command without a slash is looked for on the path.
    if (key === 'command' && typeof value === 'string' && value.includes('/')) {
      return [key, resolve(folder, value)];
    }
    return [key, withPaths(value, folder)];
  }));
}

function inCluster(environment: NodeJS.ProcessEnv, folder: string): ClusterAccess | undefined {
  const host = environment['KUBERNETES_SERVICE_HOST'];
  const tokenFile = join(folder, 'token');
  if (host === undefined || host === '' || !existsSync(tokenFile)) {
    return undefined;
  }
  const authority = join(folder, 'ca.crt');
  if (!existsSync(authority)) {
    throw new ClientError(`the file '${authority}' with the certificate authority of this pod's cluster is missing; mount it, or give \`kubeconfig\``);
  }
  return {
    server: `https://${host.includes(':') ? `[${host}]` : host}:${environment['KUBERNETES_SERVICE_PORT'] ?? '443'}`,
    certificateAuthority: readFileSync(authority, 'utf8'),
    insecure: false,
    user: { tokenFile },
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ClientError(`the kubeconfig '${file}' cannot be read; correct the path, or give the text of a kubeconfig`);
  }
}

/** The reader's message would quote the text, which holds secrets. */
function parse(text: string, source: string): unknown {
  try {
    return readYaml(text, LIMITS).value;
  } catch {
    throw new ClientError(`${source} is neither YAML nor JSON; write it anew, for instance with kubectl config view --raw`);
  }
}

function fail(listed: readonly string[]): never {
  throw new ClientError(`there is no kubeconfig: ${listed.length > 0 ? `no file of KUBECONFIG=${listed.join(delimiter)} exists` : 'KUBECONFIG is not set and '
    + '~/.kube/config does not exist'}, and this is no pod; give \`kubeconfig\``);
}

import { clientFor } from '../../cluster/client/clients';
import { contextNames, findCluster } from '../../cluster/client/kubeconfig-source';
import { SUBJECT_KINDS, type SubjectKind } from '../../cluster/inspection/judgement/subject-kind';
import { NAMESPACES, requestPath } from '../../cluster/waiting/view/api-resource';
import { field, mapListField, stringField } from '../../formats/json/json-value';
import { thrownMessage } from '../../text/printable';
import type { CommandContext } from './context';

/** What the values of an option or an operand are in a cluster. */
export type ClusterValue = 'context' | 'namespace' | 'explainable' | 'removable';

/** Kinds that `remove` takes. */
const REMOVABLE = ['Subscription', 'ClusterServiceVersion', 'CatalogSource', 'ClusterExtension', 'ClusterCatalog'];

/** Maximum time for the completion of a word, in milliseconds: a user waits for it. */
const TIMEOUT = 1500;

/** Maximum number of objects that are listed. */
const MAX_OBJECTS = 500;

/** The cluster that a command line selects, as far as it is written. */
export interface WrittenCluster {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly namespace?: string;
}

/** What completion uses of the context of a command. */
export type CompletionContext = Pick<CommandContext, 'env' | 'signal' | 'debug'>;

/** Returns the values in a cluster or its kubeconfig, or an empty list if it cannot be read within a short time: completion prints no errors. */
export async function clusterCandidates(
  value: ClusterValue, current: string, cluster: WrittenCluster, context: CompletionContext,
): Promise<readonly string[]> {
  try {
    return await candidates(value, current, cluster, context);
  } catch (error) {
    context.debug(thrownMessage(error));
    return [];
  }
}

async function candidates(
  value: ClusterValue, current: string, cluster: WrittenCluster, { env, signal }: CompletionContext,
): Promise<readonly string[]> {
  const choice = { kubeconfig: cluster.kubeconfig, context: cluster.context, option: '--kubeconfig' };
  if (value === 'context') {
    return contextNames(choice, env);
  }
  const [written = '', name] = current.split('/');
  const kinds = SUBJECT_KINDS.filter(({ resource }) => value !== 'removable' || REMOVABLE.includes(resource.kind));
  if (value !== 'namespace' && name === undefined) {
    return [...kinds.map(({ names }) => `${names[0]!}/`), ...(value === 'explainable' ? ['olm'] : [])];
  }
  const kind = kinds.find(({ names }) => names.includes(written.toLowerCase()));
  const access = findCluster(choice, env);
  const list = async ({ resource }: Pick<SubjectKind, 'resource'>): Promise<string[]> => {
    const path = requestPath(resource, resource.namespaced ? cluster.namespace ?? access.namespace ?? 'default' : undefined);
    const found = await inTime((limit) => clientFor(access, env).request({ method: 'GET', path: `${path}?limit=${MAX_OBJECTS}` }, limit), signal);
    return mapListField(found, 'items').flatMap((object) => stringField(field(object, 'metadata'), 'name') ?? []);
  };
  return value === 'namespace' ? list({ resource: NAMESPACES }) : kind === undefined ? [] : (await list(kind)).map((one) => `${written}/${one}`);
}

/** Ends a request after the maximum time, even one that does not end at its signal. */
async function inTime<Result>(request: (signal: AbortSignal) => Promise<Result>, signal: AbortSignal): Promise<Result> {
  const ending = new AbortController();
  const end = (): void => ending.abort(new Error('the cluster did not answer in time'));
  signal.addEventListener('abort', end, { once: true });
  const timer = setTimeout(end, TIMEOUT);
  const ended = new Promise<never>((_, reject) => ending.signal.addEventListener('abort', () => reject(ending.signal.reason as Error), { once: true }));
  try {
    return await Promise.race([request(ending.signal), ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

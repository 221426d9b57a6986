import { Construct } from 'constructs';
import { ArgoCdApplicationOptions } from './application-options';
import { ArgoCdIgnoredDifference } from './ignored-difference';
import { OLM_DIFFERENCES } from './olm-differences';
import { ConstructError } from '../../constructs/model/construct-error';
import { checkKeys } from '../../constructs/model/prop-checks';
import { KnownKeys } from '../../formats/json/known-keys';

/** API version of Argo CD's own kinds. */
export const ARGO_CD_API = 'argoproj.io/v1alpha1';

/** API server of the cluster in which Argo CD runs. */
const OWN_CLUSTER = 'https://kubernetes.default.svc';

const DEFAULT_SYNC_OPTIONS = ['ServerSideApply=true', 'RespectIgnoreDifferences=true'];

export const APPLICATION_KEYS: KnownKeys<ArgoCdApplicationOptions> = {
  source: true, destination: true, project: true, automated: true, prune: true, selfHeal: true, retryLimit: true, syncOptions: true,
  ignoreOlmDifferences: true, ignoreDifferences: true, cascadeDelete: true,
};

const DIFFERENCE_KEYS: KnownKeys<ArgoCdIgnoredDifference> = {
  group: true, kind: true, name: true, namespace: true, jsonPointers: true, jqPathExpressions: true, managedFieldsManagers: true,
};

/**
 * Checks the options of an Application.
 *
 * @throws ConstructError when one is unknown or invalid, or contradicts another one
 */
export function checkApplication(scope: Construct, options: ArgoCdApplicationOptions): void {
  const { source, destination = {}, retryLimit = 10, automated = true, ignoreDifferences = [] } = options;
  checkKeys(scope, 'source', source, { repoUrl: true, path: true, targetRevision: true, chart: true, recurse: true });
  checkKeys(scope, 'destination', destination, { server: true, name: true, namespace: true });
  if (source.repoUrl === '') {
    throw new ConstructError(scope, 'repoUrl of the source is empty; set it to the URL of a repository');
  }
  if (source.chart !== undefined && (source.path !== undefined || source.recurse !== undefined)) {
    throw new ConstructError(scope, 'the source has a chart and a folder; omit either chart, or path and recurse');
  }
  if (destination.server !== undefined && destination.name !== undefined) {
    throw new ConstructError(scope, 'the destination has a server and a name; omit one of the two');
  }
  if (!Number.isInteger(retryLimit)) {
    throw new ConstructError(scope, `retryLimit must be a whole number, got ${retryLimit}; set it to -1 for no limit`);
  }
  if (!automated && (options.prune !== undefined || options.selfHeal !== undefined)) {
    throw new ConstructError(scope, 'prune and selfHeal have no effect with automated: false; remove them');
  }
  for (const difference of ignoreDifferences) {
    checkKeys(scope, 'ignoreDifferences', difference, DIFFERENCE_KEYS);
    const { jsonPointers = [], jqPathExpressions = [], managedFieldsManagers = [] } = difference;
    if (jsonPointers.length + jqPathExpressions.length + managedFieldsManagers.length === 0) {
      throw new ConstructError(scope, `ignoreDifferences names no field of ${difference.kind}; set jsonPointers, jqPathExpressions or managedFieldsManagers`);
    }
    const invalid = jsonPointers.find(pointer => !pointer.startsWith('/'));
    if (invalid !== undefined) {
      throw new ConstructError(scope, `'${invalid}' in ignoreDifferences is no JSON pointer; write one such as '/spec/replicas'`);
    }
  }
}

/** Returns the spec of an Application. */
export function applicationSpec(options: ArgoCdApplicationOptions): { [field: string]: unknown } {
  const {
    source, destination = {}, project = 'default', automated = true, prune = true, selfHeal = true, retryLimit = 10, syncOptions = DEFAULT_SYNC_OPTIONS,
    ignoreOlmDifferences = true, ignoreDifferences = [],
  } = options;
  const { repoUrl, targetRevision = 'HEAD', path, chart, recurse } = source;
  const ignored = [...(ignoreOlmDifferences ? OLM_DIFFERENCES : []), ...ignoreDifferences];
  return {
    project,
    source: {
      repoURL: repoUrl,
      targetRevision,
      ...(chart === undefined ? { path: path ?? '.' } : { chart }),
      ...(recurse === undefined ? {} : { directory: { recurse } }),
    },
    destination: { ...(destination.server === undefined && destination.name === undefined ? { server: OWN_CLUSTER } : {}), ...destination },
    syncPolicy: {
      ...(automated ? { automated: { prune, selfHeal } } : {}),
      ...(syncOptions.length === 0 ? {} : { syncOptions }),
      retry: { limit: retryLimit, backoff: { duration: '5s', factor: 2, maxDuration: '3m' } },
    },
    ...(ignored.length === 0 ? {} : { ignoreDifferences: ignored }),
  };
}

/** Returns the finalizers of an Application: with one, Argo CD deletes the objects of the Application with it. */
export function applicationFinalizers({ cascadeDelete = false }: ArgoCdApplicationOptions): string[] {
  return cascadeDelete ? ['resources-finalizer.argocd.argoproj.io/foreground'] : [];
}

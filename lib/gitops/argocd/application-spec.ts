import { Construct } from 'constructs';
import { ConstructError } from '../../constructs/model/construct-error';
import { OLM_GROUP } from '../../formats/schema/api-groups';

/**
 * Fields in which an object may differ from git.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/user-guide/diffing/
 */
export interface ArgoCdIgnoredDifference {
  /**
   * API group of the objects.
   *
   * @default - the core group
   */
  readonly group?: string;

  /** Kind of the objects, or `*`. */
  readonly kind: string;

  /**
   * Name of the object.
   *
   * @default - all objects of the kind
   */
  readonly name?: string;

  /**
   * Namespace of the objects.
   *
   * @default - all namespaces
   */
  readonly namespace?: string;

  /**
   * JSON pointers of the fields (RFC 6901), such as `/spec/replicas`.
   *
   * @default - none
   */
  readonly jsonPointers?: string[];

  /**
   * Paths of the fields as jq expressions.
   *
   * @default - none
   */
  readonly jqPathExpressions?: string[];

  /**
   * Field managers whose fields are ignored.
   *
   * @default - none
   */
  readonly managedFieldsManagers?: string[];
}

/** Source of the manifests of an Application. */
export interface ArgoCdSource {
  /** URL of the git repository, or of the Helm repository. */
  readonly repoUrl: string;

  /**
   * Folder in the repository.
   *
   * @default - the root, or none with `chart`
   */
  readonly path?: string;

  /**
   * Branch, tag or commit, or version of the chart.
   *
   * @default 'HEAD'
   */
  readonly targetRevision?: string;

  /**
   * Name of the Helm chart.
   *
   * @default - none: the source is a folder
   */
  readonly chart?: string;

  /**
   * Whether to read subfolders.
   *
   * @default false
   */
  readonly recurse?: boolean;
}

/** Destination of an Application. */
export interface ArgoCdDestination {
  /**
   * URL of the API server.
   *
   * @default - the cluster of Argo CD, unless `name` is set
   */
  readonly server?: string;

  /**
   * Name of the cluster in Argo CD.
   *
   * @default - none
   */
  readonly name?: string;

  /**
   * Namespace for objects that have none.
   *
   * @default - none
   */
  readonly namespace?: string;
}

/** Common options of Applications and the template of an ApplicationSet. */
export interface ArgoCdApplicationOptions {
  /** Source of the manifests. */
  readonly source: ArgoCdSource;

  /**
   * Destination of the manifests.
   *
   * @default - the cluster of Argo CD
   */
  readonly destination?: ArgoCdDestination;

  /**
   * Name of the AppProject.
   *
   * @default 'default'
   */
  readonly project?: string;

  /**
   * Whether Argo CD applies each commit automatically.
   *
   * @default true
   */
  readonly automated?: boolean;

  /**
   * Whether Argo CD deletes objects that are no longer in git, if it syncs automatically. CRDs of `ArgoCd.prepare` are kept.
   *
   * @default true
   */
  readonly prune?: boolean;

  /**
   * Whether Argo CD reverts changes made in the cluster, if it syncs automatically.
   *
   * @default true
   */
  readonly selfHeal?: boolean;

  /**
   * Maximum number of retries of a failed sync, after 5 s, 10 s and so on up to 3 min. A catalog that does not respond yet can fail a sync.
   *
   * @default 10
   */
  readonly retryLimit?: number;

  /**
   * Sync options of the Application.
   *
   * @default ['ServerSideApply=true', 'RespectIgnoreDifferences=true']
   */
  readonly syncOptions?: string[];

  /**
   * Whether to ignore differences in fields that OLM writes.
   *
   * @default true
   */
  readonly ignoreOlmDifferences?: boolean;

  /**
   * Other differences to ignore.
   *
   * @default - none
   */
  readonly ignoreDifferences?: ArgoCdIgnoredDifference[];

  /**
   * Whether the objects are deleted with the Application.
   *
   * @default false
   */
  readonly cascadeDelete?: boolean;
}

/** API version of Argo CD's own kinds. @internal */
export const ARGO_CD_API = 'argoproj.io/v1alpha1';

/** API server of the cluster in which Argo CD runs. */
const OWN_CLUSTER = 'https://kubernetes.default.svc';

const DEFAULT_SYNC_OPTIONS = ['ServerSideApply=true', 'RespectIgnoreDifferences=true'];

/**
 * Checks the options of an Application.
 *
 * @throws ConstructError when one is unknown or invalid, or contradicts another one
 * @internal
 */
export function checkApplication(scope: Construct, options: ArgoCdApplicationOptions): void {
  const { source, destination = {}, retryLimit = 10, automated = true, ignoreDifferences = [] } = options;
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

/** Returns the spec of an Application. @internal */
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

/** Returns the finalizers of an Application: with one, Argo CD deletes the objects of the Application with it. @internal */
export function applicationFinalizers({ cascadeDelete = false }: ArgoCdApplicationOptions): string[] {
  return cascadeDelete ? ['resources-finalizer.argocd.argoproj.io/foreground'] : [];
}

/** Returns a jq expression for the labels or annotations with one of several prefixes. */
const withPrefix = (field: 'labels' | 'annotations', ...prefixes: string[]): string => (
  `.metadata.${field} | select(. != null) | .[keys[] | select(${prefixes.map(prefix => `startswith("${prefix}")`).join(' or ')})]`
);

/** Label of the components of an operator. */
const COMPONENT = 'operators.coreos.com/';

/** Annotations and labels of objects whose CA cert-manager, OpenShift or OLM writes. In other objects, the user owns the CA. */
const CA_WRITERS = ['cert-manager.io/inject-', 'service.beta.openshift.io/inject-cabundle', 'olm.'];

/** Returns a jq expression for the CA at a path, if another program writes it. */
const writtenCa = (path: string): string => (
  `select([.metadata.annotations, .metadata.labels | select(. != null) | keys[]] | any(${CA_WRITERS.map(mark => `startswith("${mark}")`).join(' or ')})) | ${path}`
);

/**
 * Fields that OLM writes into objects that are in git, and the CA that other programs write for webhooks. Argo CD compares only the fields in git, so
 * these matter for objects that were copied from a cluster or written by hand. Fields that users set are not included: with
 * `RespectIgnoreDifferences`, Argo CD would not apply its changes either.
 *
 * Determined from recordings of OLM 0.46 and its code: https://github.com/operator-framework/operator-lifecycle-manager/tree/v0.46.0/pkg/controller
 */
const OLM_DIFFERENCES: readonly ArgoCdIgnoredDifference[] = [
  {
    group: OLM_GROUP, kind: 'OperatorGroup',
    // With static APIs, the user owns the annotation.
    jqPathExpressions: ['select(.spec.staticProvidedAPIs != true) | .metadata.annotations["olm.providedAPIs"]', '.spec.targetNamespaces | select(. == [])'],
  },
  { group: OLM_GROUP, kind: 'Subscription', jqPathExpressions: [withPrefix('labels', COMPONENT)] },
  { group: OLM_GROUP, kind: 'CatalogSource', jqPathExpressions: [withPrefix('labels', COMPONENT)] },
  { group: OLM_GROUP, kind: 'Operator', jsonPointers: ['/spec'] },
  {
    group: OLM_GROUP, kind: 'ClusterServiceVersion',
    jsonPointers: ['olm.operatorGroup', 'olm.operatorNamespace', 'olm.targetNamespaces'].map(key => `/metadata/annotations/${key}`),
    jqPathExpressions: [withPrefix('labels', COMPONENT, 'olm.managed', 'olm.copiedFrom', 'olm.api.')],
  },
  { kind: 'Namespace', jqPathExpressions: [withPrefix('labels', 'olm.operatorgroup.uid/')] },
  {
    group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition',
    jqPathExpressions: [
      writtenCa('.spec.conversion.webhook.clientConfig.caBundle'), withPrefix('labels', COMPONENT, 'olm.managed'),
      withPrefix('annotations', 'operatorframework.io/installed-alongside'),
    ],
  },
  {
    group: 'apiregistration.k8s.io', kind: 'APIService',
    jqPathExpressions: [writtenCa('.spec.caBundle'), withPrefix('labels', COMPONENT, 'olm.')],
  },
  ...['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'].map(kind => ({
    group: 'admissionregistration.k8s.io', kind, jqPathExpressions: [writtenCa('.webhooks[]?.clientConfig.caBundle')],
  })),
];

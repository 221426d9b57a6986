import { ArgoCdIgnoredDifference } from './ignored-difference';

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

import { ArgoCdIgnoredDifference } from './ignored-difference';

/** Where the manifests of an Application are. */
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
   * Whether to read folders in the folder.
   *
   * @default false
   */
  readonly recurse?: boolean;
}

/** Where an Application is installed. */
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

/** What Applications and the template of an ApplicationSet have in common. */
export interface ArgoCdApplicationOptions {
  /** Where the manifests are. */
  readonly source: ArgoCdSource;

  /**
   * Where they are installed.
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
   * Whether Argo CD applies each commit by itself.
   *
   * @default true
   */
  readonly automated?: boolean;

  /**
   * Whether it deletes objects that are no longer in git, if it applies commits by itself. CRDs of `ArgoCd.prepare` stay.
   *
   * @default true
   */
  readonly prune?: boolean;

  /**
   * Whether it undoes changes in the cluster, if it applies commits by itself.
   *
   * @default true
   */
  readonly selfHeal?: boolean;

  /**
   * How often a failed sync is tried again, after 5 s, 10 s and so on up to 3 min. A catalog that does not answer yet can fail a sync.
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

import { checkKnownKeys } from '../../formats/json/known-keys';

/** Options of `ArgoCdGenerator.clusters`. */
export interface ArgoCdClusterGeneratorOptions {
  /**
   * Labels of the clusters in Argo CD.
   *
   * @default - all clusters
   */
  readonly labels?: { [key: string]: string };

  /**
   * Values for the template, as `{{.values.<name>}}`.
   *
   * @default - none
   */
  readonly values?: { [name: string]: string };
}

/** Options of `ArgoCdGenerator.gitDirectories`. */
export interface ArgoCdGitGeneratorOptions {
  /** URL of the git repository. */
  readonly repoUrl: string;

  /** Folders in the repository, such as `clusters/*`. */
  readonly paths: string[];

  /**
   * Folders to exclude.
   *
   * @default - none
   */
  readonly exclude?: string[];

  /**
   * Branch, tag or commit.
   *
   * @default 'HEAD'
   */
  readonly revision?: string;
}

/**
 * Generator of an ApplicationSet: what it creates Applications for.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Generators/
 */
export class ArgoCdGenerator {
  /**
   * Returns a generator of one Application per cluster of Argo CD. The template has `{{.name}}`, `{{.server}}` and `{{.metadata.labels}}` of the
   * cluster.
   *
   * @param options options
   * @throws Error for an unknown option
   */
  public static clusters(options: ArgoCdClusterGeneratorOptions = {}): ArgoCdGenerator {
    checkKnownKeys('options of ArgoCdGenerator.clusters', options, { labels: true, values: true });
    const { labels, values } = options;
    return new ArgoCdGenerator({
      clusters: { ...(labels === undefined ? {} : { selector: { matchLabels: labels } }), ...(values === undefined ? {} : { values }) },
    });
  }

  /**
   * Returns a generator of one Application per folder of a repository. The template has `{{.path.path}}` and its last segment, `{{.path.basename}}`.
   *
   * @param options options
   * @throws Error for an unknown option
   */
  public static gitDirectories(options: ArgoCdGitGeneratorOptions): ArgoCdGenerator {
    checkKnownKeys('options of ArgoCdGenerator.gitDirectories', options, { repoUrl: true, paths: true, exclude: true, revision: true });
    const { repoUrl, paths, exclude = [], revision = 'HEAD' } = options;
    const directories = [...paths.map(path => ({ path })), ...exclude.map(path => ({ path, exclude: true }))];
    return new ArgoCdGenerator({ git: { repoURL: repoUrl, revision, directories } });
  }

  /**
   * Returns a generator of one Application per element of a list. The template has the values of the element, such as `{{.cluster}}`.
   *
   * @param elements elements
   */
  public static list(elements: { [name: string]: string }[]): ArgoCdGenerator {
    return new ArgoCdGenerator({ list: { elements } });
  }

  /**
   * Value in the spec of the ApplicationSet.
   *
   * @internal
   */
  public readonly _spec: { readonly [generator: string]: object };

  private constructor(spec: { readonly [generator: string]: object }) {
    this._spec = spec;
  }
}

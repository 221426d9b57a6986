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
   * Folders that are left out.
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
 * What an ApplicationSet creates Applications for.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Generators/
 */
export class ArgoCdGenerator {
  /**
   * One for each cluster that Argo CD knows. The template has `{{.name}}`, `{{.server}}` and `{{.metadata.labels}}` of the cluster.
   *
   * @param options options
   */
  public static clusters(options: ArgoCdClusterGeneratorOptions = {}): ArgoCdGenerator {
    const { labels, values } = options;
    return new ArgoCdGenerator({
      clusters: { ...(labels === undefined ? {} : { selector: { matchLabels: labels } }), ...(values === undefined ? {} : { values }) },
    });
  }

  /**
   * One for each folder of a repository. The template has `{{.path.path}}`, and `{{.path.basename}}` with the last part of it.
   *
   * @param options options
   */
  public static gitDirectories(options: ArgoCdGitGeneratorOptions): ArgoCdGenerator {
    const { repoUrl, paths, exclude = [], revision = 'HEAD' } = options;
    const directories = [...paths.map(path => ({ path })), ...exclude.map(path => ({ path, exclude: true }))];
    return new ArgoCdGenerator({ git: { repoURL: repoUrl, revision, directories } });
  }

  /**
   * One for each element of a list. The template has the values of the element, such as `{{.cluster}}`.
   *
   * @param elements elements
   */
  public static list(elements: { [name: string]: string }[]): ArgoCdGenerator {
    return new ArgoCdGenerator({ list: { elements } });
  }

  /**
   * What the ApplicationSet contains.
   *
   * @internal
   */
  public readonly _spec: { readonly [generator: string]: object };

  private constructor(spec: { readonly [generator: string]: object }) {
    this._spec = spec;
  }
}

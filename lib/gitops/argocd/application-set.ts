import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { anyCopy } from '../../constructs/model/any-copy';
import { ConstructError } from '../../constructs/model/construct-error';
import { checkProps } from '../../constructs/model/prop-checks';
import { defined } from '../../formats/json/defined';
import { checkOptions } from '../../formats/options/check-options';
import { applicationFinalizers, applicationSpec, ArgoCdApplicationOptions, checkApplication } from './application-spec';
import { argoCdObject, ArgoCdObjectProps } from './argocd-object';

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
    checkOptions('options of ArgoCdGenerator.clusters', 'ArgoCdClusterGeneratorOptions', options);
    const { labels, values } = options;
    return new ArgoCdGenerator({
      clusters: { ...(labels === undefined ? {} : { selector: { matchLabels: labels } }), ...defined({ values }) },
    });
  }

  /**
   * Returns a generator of one Application per folder of a repository. The template has `{{.path.path}}` and its last segment, `{{.path.basename}}`.
   *
   * @param options options
   * @throws Error for an unknown option
   */
  public static gitDirectories(options: ArgoCdGitGeneratorOptions): ArgoCdGenerator {
    checkOptions('options of ArgoCdGenerator.gitDirectories', 'ArgoCdGitGeneratorOptions', options);
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

/** Properties of an `ArgoCdApplicationSet`. The options of the Applications may contain Go templates, such as `{{.path.path}}`. */
export interface ArgoCdApplicationSetProps extends ArgoCdApplicationOptions, ArgoCdObjectProps {
  /** Generator of the Applications. */
  readonly generators: ArgoCdGenerator[];

  /** Name of each Application, a Go template such as `operators-{{.name}}`. */
  readonly applicationName: string;

  /**
   * Labels of each Application.
   *
   * @default - none
   */
  readonly applicationLabels?: { [key: string]: string };

  /**
   * Whether the objects of the Applications are kept when the ApplicationSet is deleted.
   *
   * @default true
   */
  readonly preserveResourcesOnDeletion?: boolean;
}

/**
 * An ApplicationSet of Argo CD: it creates an Application for each cluster, folder or element of a list. Fields without a prop can be set with
 * `resource.addJsonPatch`.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/
 */
export class ArgoCdApplicationSet extends Construct {
  /** Name of the ApplicationSet. */
  public readonly name: string;

  /** The ApplicationSet. */
  public readonly resource: ApiObject;

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when a prop is unknown or invalid, or contradicts another one
   */
  public constructor(scope: Construct, id: string, props: ArgoCdApplicationSetProps) {
    super(anyCopy(scope), id);
    checkProps(this, 'ArgoCdApplicationSetProps', props, new.target !== ArgoCdApplicationSet);
    checkApplication(this, props);
    const { generators, applicationName, applicationLabels, preserveResourcesOnDeletion = true } = props;
    if (generators.length === 0) {
      throw new ConstructError(this, 'generators is empty; add one such as ArgoCdGenerator.clusters()');
    }
    if (!applicationName.includes('{{')) {
      throw new ConstructError(this, `applicationName '${applicationName}' is the same for all Applications; add a value such as '{{.name}}' to it`);
    }
    const finalizers = applicationFinalizers(props);
    this.resource = argoCdObject(this, 'ApplicationSet', props, {
      goTemplate: true,
      // A value that no generator provides is an error, not an empty string.
      goTemplateOptions: ['missingkey=error'],
      generators: generators.map(({ _spec }) => _spec),
      syncPolicy: { preserveResourcesOnDeletion },
      template: {
        metadata: {
          name: applicationName,
          ...defined({ labels: applicationLabels }),
          ...(finalizers.length === 0 ? {} : { finalizers }),
        },
        spec: applicationSpec(props),
      },
    });
    this.name = this.resource.name;
  }
}

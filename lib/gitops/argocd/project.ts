import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { anyCopy } from '../../constructs/model/any-copy';
import { checkProps } from '../../constructs/model/prop-checks';
import { defined } from '../../formats/json/defined';
import { OLM_GROUP, RBAC_GROUP } from '../../formats/schema/api-groups';
import { ArgoCdDestination } from './application-spec';
import { argoCdObject, ArgoCdObjectProps } from './argocd-object';

/** Group and kind of objects. */
export interface ArgoCdResourceKind {
  /** API group, `*`, or an empty string for the core group. */
  readonly group: string;

  /** Kind, or `*`. */
  readonly kind: string;
}

/** Properties of an `ArgoCdProject`. */
export interface ArgoCdProjectProps extends ArgoCdObjectProps {
  /**
   * Description of the project.
   *
   * @default - none
   */
  readonly description?: string;

  /**
   * Repositories that Applications may come from.
   *
   * @default ['*']
   */
  readonly sourceRepos?: string[];

  /**
   * Destinations that Applications may be installed to.
   *
   * @default - all namespaces of all clusters
   */
  readonly destinations?: ArgoCdDestination[];

  /**
   * Cluster-scoped kinds that Applications may contain.
   *
   * @default - all
   */
  readonly clusterResources?: ArgoCdResourceKind[];

  /**
   * Whether to warn about objects in the namespaces of Applications that belong to no Application. Objects that OLM creates are exempt.
   *
   * @default false
   */
  readonly warnOfOrphans?: boolean;
}

/** Namespaced objects that OLM creates in addition to those in git, including those of the operators that it installs. */
const CREATED_BY_OLM: readonly (ArgoCdResourceKind & { readonly name?: string })[] = [
  { group: OLM_GROUP, kind: '*' },
  { group: RBAC_GROUP, kind: '*' },
  { group: 'apps', kind: 'Deployment' },
  { group: 'batch', kind: 'Job' },
  { group: '', kind: 'ServiceAccount' },
  { group: '', kind: 'Service' },
  { group: '', kind: 'Secret' },
  { group: '', kind: 'ConfigMap' },
];

/**
 * An AppProject of Argo CD: it limits what Applications may contain, and where they are installed. Fields without a prop can be set with
 * `resource.addJsonPatch`.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/operator-manual/project-specification/
 */
export class ArgoCdProject extends Construct {
  /** Name of the AppProject. */
  public readonly name: string;

  /** The AppProject. */
  public readonly resource: ApiObject;

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when a prop is unknown or invalid
   */
  public constructor(scope: Construct, id: string, props: ArgoCdProjectProps = {}) {
    super(anyCopy(scope), id);
    checkProps(this, 'ArgoCdProjectProps', props, new.target !== ArgoCdProject);
    const { description, sourceRepos = ['*'], destinations = [{}], clusterResources = [{ group: '*', kind: '*' }], warnOfOrphans = false } = props;
    this.resource = argoCdObject(this, 'AppProject', props, {
      ...defined({ description }),
      sourceRepos,
      destinations: destinations.map(({ server, name, namespace = '*' }) => (
        { ...(name === undefined ? { server: server ?? '*' } : { name }), namespace }
      )),
      clusterResourceWhitelist: clusterResources,
      ...(warnOfOrphans ? { orphanedResources: { warn: true, ignore: CREATED_BY_OLM } } : {}),
    });
    this.name = this.resource.name;
  }
}

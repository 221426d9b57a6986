import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { ArgoCdApplicationOptions } from './application-options';
import { APPLICATION_KEYS, applicationFinalizers, applicationSpec, checkApplication } from './application-spec';
import { argoCdObject, OBJECT_KEYS } from './argocd-object';
import { ArgoCdObjectProps } from './argocd-object-props';
import { ArgoCdGenerator } from './generator';
import { ConstructError } from '../../constructs/model/construct-error';
import { checkKeys } from '../../constructs/model/prop-checks';
import { KnownKeys } from '../../formats/json/known-keys';

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
  /** @internal */
  public static readonly _props: KnownKeys<ArgoCdApplicationSetProps> = {
    ...APPLICATION_KEYS, ...OBJECT_KEYS, generators: true, applicationName: true, applicationLabels: true, preserveResourcesOnDeletion: true,
  };

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
    super(scope, id);
    if (new.target === ArgoCdApplicationSet) {
      checkKeys(this, 'props of ArgoCdApplicationSet', props, ArgoCdApplicationSet._props);
    }
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
          ...(applicationLabels === undefined ? {} : { labels: applicationLabels }),
          ...(finalizers.length === 0 ? {} : { finalizers }),
        },
        spec: applicationSpec(props),
      },
    });
    this.name = this.resource.name;
  }
}

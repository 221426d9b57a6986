import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { anyCopy } from '../../constructs/model/any-copy';
import { checkProps } from '../../constructs/model/prop-checks';
import { applicationFinalizers, applicationSpec, ArgoCdApplicationOptions, checkApplication } from './application-spec';
import { argoCdObject, ArgoCdObjectProps } from './argocd-object';

/** Properties of an `ArgoCdApplication`. */
export interface ArgoCdApplicationProps extends ArgoCdApplicationOptions, ArgoCdObjectProps {}

/**
 * An Application of Argo CD: it keeps a cluster in sync with the manifests in git. Fields without a prop can be set with `resource.addJsonPatch`.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/operator-manual/application.yaml
 */
export class ArgoCdApplication extends Construct {
  /** Name of the Application. */
  public readonly name: string;

  /** The Application. */
  public readonly resource: ApiObject;

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when a prop is unknown or invalid, or contradicts another one
   */
  public constructor(scope: Construct, id: string, props: ArgoCdApplicationProps) {
    super(anyCopy(scope), id);
    checkProps(this, 'ArgoCdApplicationProps', props, new.target !== ArgoCdApplication);
    checkApplication(this, props);
    this.resource = argoCdObject(this, 'Application', props, applicationSpec(props), { finalizers: applicationFinalizers(props) });
    this.name = this.resource.name;
  }
}

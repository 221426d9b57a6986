import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { RukpakVersion } from '../../olm/rukpak/rukpak-version';
import { markedMetadata } from '../model/manifest-object';
import { checkProps, scopeOf } from '../model/prop-checks';
import { deploymentSpec as rukpakDeploymentSpec } from './bundle-deployment-spec';
import { ProvisionerClass, requireRelease } from './provisioner-class';
import { bindTo, installationName, rukpakObject, RukpakProps } from './rukpak-object';
import { RukpakSource } from './rukpak-source';

/** Properties of a `RukpakBundleDeployment`. */
export interface RukpakBundleDeploymentProps extends RukpakProps {
  /** Provisioner that handles the format of the bundle. */
  readonly provisionerClass: ProvisionerClass;

  /** Source of the content of the bundle. */
  readonly source: RukpakSource;

  /**
   * Provisioner that installs the bundle, if it is a different one. RukPak 0.6.0 to 0.16.0 only.
   *
   * @default - `provisionerClass`; for ProvisionerClass.REGISTRY, ProvisionerClass.PLAIN, which installs what the registry provisioner converts
   */
  readonly installerClass?: ProvisionerClass;

  /**
   * Existing namespace in which the bundle is installed. Required since RukPak 0.20.0, and an error before.
   *
   * @default - none: before 0.20.0, RukPak itself creates the namespace that a bundle of OLM suggests, or one named after its package
   */
  readonly installNamespace?: string;

  /**
   * Namespaces that an operator from a bundle of OLM watches; an empty string means all of them. RukPak 0.17.0 to 0.19.0 only.
   *
   * @default - all namespaces, or the operator's own if it does not support that
   */
  readonly watchNamespaces?: string[];

  /**
   * Configuration for the provisioner. Since RukPak 0.9.0. For ProvisionerClass.HELM, use `helmValues`.
   *
   * @default - none
   */
  readonly config?: { [key: string]: unknown };

  /**
   * Values for the Helm chart, which become the string `values` of `config`. For ProvisionerClass.HELM only.
   *
   * @default - the values of the chart
   */
  readonly helmValues?: { [key: string]: unknown };

  /**
   * Whether an upgrade is refused if it changes a CRD in a way that breaks stored objects. Since RukPak 0.22.0.
   *
   * @default true - earlier releases check only CRDs with an annotation
   */
  readonly crdUpgradeSafety?: boolean;
}

const RUKPAK_BUNDLE_DEPLOYMENT = Symbol.for('olm-constructs.RukpakBundleDeployment');

/**
 * A BundleDeployment of RukPak: a bundle that RukPak installs and keeps installed. RukPak 0.6.0 and later have BundleDeployments.
 *
 * RukPak is archived: its last release is 0.24.0. OLM v1 replaces it, and `PlainManifests` renders the same objects without a controller. Write
 * access to BundleDeployments is equivalent to cluster-admin, because RukPak applies whatever a bundle contains.
 *
 * @see https://github.com/operator-framework/rukpak
 */
export class RukpakBundleDeployment extends Construct {
  /**
   * Whether a value is a `RukpakBundleDeployment`, from any copy of this library.
   *
   * @param x the value
   */
  public static isRukpakBundleDeployment(x: unknown): x is RukpakBundleDeployment {
    return typeof x === 'object' && x !== null && RUKPAK_BUNDLE_DEPLOYMENT in x;
  }

  /** Name of the BundleDeployment. */
  public readonly name: string;

  /** Release of RukPak that the BundleDeployment is for. */
  public readonly version: RukpakVersion;

  /** The BundleDeployment. */
  public readonly resource: ApiObject;

  /** ConfigMaps that were created for the content, if any. */
  public readonly configMaps: ApiObject[];

  readonly #spec: { [field: string]: unknown };

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when a prop is unknown or invalid, or the release does not support it
   */
  public constructor(scope: Construct, id: string, props: RukpakBundleDeploymentProps) {
    super(scopeOf('new RukpakBundleDeployment', scope, id), id);
    Object.defineProperty(this, RUKPAK_BUNDLE_DEPLOYMENT, { value: true });
    checkProps(this, 'RukpakBundleDeploymentProps', props, new.target !== RukpakBundleDeployment);
    const { source, provisionerClass, version = RukpakVersion.DEFAULT } = props;
    requireRelease(this, 'BundleDeployment', version, { since: '0.6.0' }, 'use RukpakBundleInstance');
    this.version = version;
    this.name = installationName(this, props.name);
    const own = markedMetadata(this, props, 'BundleDeployment', this.name);
    const bound = bindTo(this, source, props, { version, prefix: this.name, provisionerClass }, own);
    this.configMaps = bound.configMaps;
    this.#spec = rukpakDeploymentSpec(this, version, props, bound);
    this.resource = rukpakObject(this, 'BundleDeployment', version, this.name, own, () => this.bundleDeploymentSpec());
    this.resource.addDependency(...this.configMaps);
  }

  /** Spec of the BundleDeployment, produced at synthesis. Override it to change it. */
  protected bundleDeploymentSpec(): { [field: string]: unknown } {
    return this.#spec;
  }
}

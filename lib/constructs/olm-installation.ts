import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { checkSoleOwner } from './app-checks';
import { CatalogRef } from './catalog-ref';
import { ExistingOlmProps, ImportedOlm, OPENSHIFT_OLM } from './existing-olm';
import { IOlmInstallation } from './i-olm-installation';
import { checkAllPlaced, installationContent } from './installation-content';
import { manifestObject } from './manifest-object';
import { OlmInstallationProps } from './olm-installation-props';
import { provideOlm } from './olm-order';
import { KubernetesManifest } from '../olm/kubernetes-manifest';
import { OlmVersion } from '../olm/olm-version';

/**
 * The Operator Lifecycle Manager: its CRDs, controllers, permissions, namespaces and default catalog, as a release of
 * OLM has them.
 *
 * The packageserver stands in it as a ClusterServiceVersion: OLM installs it itself, and makes its Deployment, Service
 * and APIService in the cluster.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager
 */
export class OlmInstallation extends Construct implements IOlmInstallation {
  /**
   * An OLM that is in the cluster already. Nothing is made for it; the constructs of the app take its namespaces from it.
   *
   * @param scope where it stands
   * @param id its name in the scope
   * @param props its namespaces
   * @throws ConstructError when the app has an OLM already
   */
  public static fromExisting(scope: Construct, id: string, props: ExistingOlmProps = {}): IOlmInstallation {
    return new ImportedOlm(scope, id, props);
  }

  /**
   * The OLM that is part of OpenShift, in `openshift-operator-lifecycle-manager`, with the catalogs of `openshift-marketplace`
   * and operators for all namespaces in `openshift-operators`.
   *
   * @param scope where it stands
   * @param id its name in the scope
   * @throws ConstructError when the app has an OLM already
   */
  public static fromOpenShift(scope: Construct, id: string): IOlmInstallation {
    return new ImportedOlm(scope, id, OPENSHIFT_OLM);
  }

  /** The release that is installed; undefined for one that the library does not know. */
  public readonly version?: OlmVersion;

  /** The number of the release that is installed, without a leading `v`. */
  public readonly releaseVersion: string;

  /** The namespace that OLM's own pods run in. */
  public readonly namespace: string;

  /** The namespace for operators that watch all namespaces. */
  public readonly operatorNamespace: string;

  /** The namespace whose catalogs every namespace sees. */
  public readonly catalogNamespace: string;

  /** OLM's CustomResourceDefinitions, ordered by name. */
  public readonly crds: ApiObject[];

  /** The namespaces that are made, OLM's own first. */
  public readonly namespaces: ApiObject[];

  /** The NetworkPolicies around OLM's pods. */
  public readonly networkPolicies: ApiObject[];

  /** The ServiceAccount of OLM's controllers. */
  public readonly serviceAccount: ApiObject;

  /** What OLM's controllers may do. */
  public readonly clusterRole: ApiObject;

  /** Gives the ClusterRole to the ServiceAccount. */
  public readonly clusterRoleBinding: ApiObject;

  /** The roles that give OLM's kinds to the cluster's own `edit` and `view` roles. */
  public readonly aggregatedRoles: ApiObject[];

  /** OLM's cluster-wide settings, in the releases that have them. */
  public readonly olmConfig?: ApiObject;

  /** What asks cert-manager for the controllers' certificate, where they have one. */
  public readonly servingCertificates: ApiObject[];

  /** The Deployment of olm-operator, which installs ClusterServiceVersions. */
  public readonly olmOperator: ApiObject;

  /** The Deployment of catalog-operator, which resolves Subscriptions. */
  public readonly catalogOperator: ApiObject;

  /** The OperatorGroups of the namespaces that are made. */
  public readonly operatorGroups: ApiObject[];

  /** The ClusterServiceVersion of packageserver, which answers for packagemanifests. */
  public readonly packageserver: ApiObject;

  /** The CatalogSource of the default catalog, unless it is left out. */
  public readonly defaultCatalog?: ApiObject;

  /** The CatalogSource of the default catalog by name, for subscriptions; undefined when it is left out. */
  public readonly defaultCatalogRef?: CatalogRef;

  /** What lets Prometheus read the controllers' metrics, where it was asked for. */
  public readonly monitoring: ApiObject[];

  /** What a release that the library does not know has beside all of these. The controllers come after it. */
  public readonly otherObjects: ApiObject[];

  private readonly props: OlmInstallationProps;

  /**
   * @param scope where the installation stands
   * @param id its name in the scope
   * @param props which OLM, and where
   * @throws ConstructError when the app has an OLM already, a prop is malformed, or the release cannot do what it asks for
   */
  public constructor(scope: Construct, id: string, props: OlmInstallationProps = {}) {
    super(scope, id);
    this.props = props;
    const { installed, release, namespaces } = installationContent(this, props);
    if (installed._known !== undefined) {
      this.version = installed._known;
    }
    this.releaseVersion = installed.version;
    this.namespace = namespaces.namespace;
    this.operatorNamespace = namespaces.operatorNamespace;
    this.catalogNamespace = namespaces.catalogNamespace;

    const crdScope = props.crdScope ?? this;
    this.crds = release.crds.map(crd => this.makeIn(crdScope, crd));
    this.namespaces = this.make(release.namespaces, this.crds);
    this.networkPolicies = this.make(release.networkPolicies, this.namespaces);
    this.serviceAccount = this.makeOne(release.serviceAccount, this.namespaces);
    this.clusterRole = this.makeOne(release.clusterRole, []);
    this.clusterRoleBinding = this.makeOne(release.clusterRoleBinding, [this.serviceAccount, this.clusterRole]);
    if (release.olmConfig !== undefined) {
      this.olmConfig = this.makeOne(release.olmConfig, this.crds);
    }
    this.servingCertificates = this.make(release.servingCertificates, this.namespaces);
    this.otherObjects = this.make(release.others, [...this.crds, ...this.namespaces]);
    const before = [
      this.clusterRoleBinding, ...this.servingCertificates, ...(this.olmConfig === undefined ? [] : [this.olmConfig]), ...this.otherObjects,
    ];
    this.olmOperator = this.makeOne(release.olmOperator, before);
    this.catalogOperator = this.makeOne(release.catalogOperator, before);
    this.aggregatedRoles = this.make(release.aggregatedRoles, []);
    this.operatorGroups = this.make(release.operatorGroups, this.namespaces);
    this.packageserver = this.makeOne(release.packageserver, this.operatorGroups);
    if (release.defaultCatalog !== undefined) {
      this.defaultCatalog = this.makeOne(release.defaultCatalog, this.namespaces);
      this.defaultCatalogRef = CatalogRef.named(this.defaultCatalog.name, this.catalogNamespace);
    }

    this.monitoring = this.make(release.monitoring, this.namespaces);

    provideOlm(this, [...this.crds, ...this.namespaces]);
    checkSoleOwner(this, 'let OLM make it: leave it out there, for example with `createNamespace: false`');
    if (props.allowUnplaced !== true) {
      checkAllPlaced(this, installed);
    }
  }

  /**
   * A hook for subclasses: changes an object of the release before it is made. It is called from the constructor of the
   * base class, so a subclass decides by what it is given, not by fields of its own.
   *
   * @param manifest the object as the release has it
   * @returns the object to make; kind and name stay as they are
   */
  protected customize(manifest: { [field: string]: unknown }): { [field: string]: unknown } {
    return manifest;
  }

  private make(manifests: readonly KubernetesManifest[], after: readonly ApiObject[]): ApiObject[] {
    return manifests.map(manifest => this.makeOne(manifest, after));
  }

  private makeOne(manifest: KubernetesManifest, after: readonly ApiObject[]): ApiObject {
    const object = this.makeIn(this, manifest);
    object.addDependency(...after);
    return object;
  }

  private makeIn(scope: Construct, manifest: KubernetesManifest): ApiObject {
    return manifestObject(scope, idIn(scope, manifest), this.customize({ ...manifest }) as KubernetesManifest, this.props);
  }
}

/**
 * Kind and name tell the objects of a release apart; both are part of the release, so the path stays what it is. A release that
 * the library does not know may have the same in two namespaces.
 */
function idIn(scope: Construct, { kind, metadata: { name, namespace } }: KubernetesManifest): string {
  const id = `${kind}-${name}`;
  return namespace === undefined || scope.node.tryFindChild(id) === undefined ? id : `${id}-${namespace}`;
}

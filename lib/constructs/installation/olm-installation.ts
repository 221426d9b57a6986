import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { KubernetesManifest } from '../../formats/schema/kubernetes-manifest';
import { OlmVersion } from '../../olm/v0/model/olm-version';
import { OlmRelease } from '../../olm/v0/olm-release';
import { OlmSettings } from '../../olm/v0/settings/olm-settings';
import { OlmPlannedRemoval, OlmUpgradePlan } from '../../olm/v0/upgrade/upgrade-plan';
import { anyCopy } from '../model/any-copy';
import { CatalogRef } from '../model/catalog-ref';
import { requireBefore } from '../model/chart-order';
import { checkSoleOwner } from '../model/cluster-objects';
import { manifestObject } from '../model/manifest-object';
import { checkProps } from '../model/prop-checks';
import { ExistingOlmProps, ImportedOlm, OPENSHIFT_OLM } from './existing-olm';
import { checkSettingsApplied, installationContent, planFrom } from './installation-content';
import { IOlmInstallation, olmOfCluster, provideOlm } from './olm-of-cluster';

/** Properties of an `OlmInstallation`. */
export interface OlmInstallationProps extends OlmSettings {
  /**
   * Release with its own settings, for one that is not part of the library: `OlmRelease.fromManifests` or `OlmRelease.fromDirectory`. Its
   * namespaces are those of its own settings, regardless of the chart's namespace. No other setting is allowed with it.
   *
   * @default - the release of `version`, with the settings given here
   */
  readonly release?: OlmRelease;

  /**
   * Whether `release` is installed even if some of its settings could not be applied, see `OlmRelease.unappliedSettings`. Otherwise that is an
   * error at synthesis.
   *
   * @default false
   */
  readonly allowUnappliedSettings?: boolean;

  /**
   * Release to upgrade, which is in the cluster. A change that would lose objects is then an error: a downgrade to a release without a version
   * of a CRD in which objects are stored, and an upgrade that skips the release that would migrate them. `upgradePlan` has the changes.
   *
   * @default - not checked
   */
  readonly upgradeFrom?: OlmVersion;

  /**
   * Scope that owns the CRDs. With plain `kubectl apply`, the CRDs must be in the cluster before objects of their kinds: use a separate chart
   * here, and apply its file first.
   *
   * @default - the installation itself
   */
  readonly crdScope?: Construct;

  /**
   * Labels for every object.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations for every object.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

const OLM_INSTALLATION = Symbol.for('olm-constructs.OlmInstallation');

/**
 * The Operator Lifecycle Manager: CRDs, controllers, permissions, namespaces and default catalog of a release of OLM.
 *
 * Its packageserver is a ClusterServiceVersion: OLM installs it itself, and creates its Deployment, Service and APIService in the cluster.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager
 */
export class OlmInstallation extends Construct implements IOlmInstallation {
  /**
   * Whether a value is an `OlmInstallation`, from any copy of this library.
   *
   * @param x the value
   */
  public static isOlmInstallation(x: unknown): x is OlmInstallation {
    return typeof x === 'object' && x !== null && OLM_INSTALLATION in x;
  }

  /**
   * Returns the OLM that the app installs in the cluster of a construct, if any.
   *
   * @internal
   */
  public static _inClusterOf(construct: IConstruct): OlmInstallation | undefined {
    const olm = olmOfCluster(construct);
    return OlmInstallation.isOlmInstallation(olm) ? olm : undefined;
  }

  /**
   * Refers to an OLM that is in the cluster already. It creates nothing; the constructs of the cluster use its namespaces.
   *
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props its namespaces
   * @throws ConstructError when the cluster has an OLM already, or a prop is unknown or invalid
   */
  public static fromExisting(scope: Construct, id: string, props: ExistingOlmProps = {}): IOlmInstallation {
    return new ImportedOlm(scope, id, props);
  }

  /**
   * Refers to the OLM that is part of OpenShift, in `openshift-operator-lifecycle-manager`, with the catalogs of `openshift-marketplace` and
   * operators for all namespaces in `openshift-operators`.
   *
   * @param scope scope that owns this construct
   * @param id construct ID
   * @throws ConstructError when the cluster has an OLM already
   */
  public static fromOpenShift(scope: Construct, id: string): IOlmInstallation {
    return new ImportedOlm(scope, id, OPENSHIFT_OLM);
  }

  /** Release that is installed. */
  public readonly version: OlmVersion;

  /** Version of the release that is installed, without a leading `v`. */
  public readonly releaseVersion: string;

  /** Namespace of OLM's own pods. */
  public readonly namespace: string;

  /** Namespace for operators that watch all namespaces. */
  public readonly operatorNamespace: string;

  /** Namespace of global catalogs, which are visible in every namespace. */
  public readonly catalogNamespace: string;

  /** OLM's CustomResourceDefinitions, ordered by name. */
  public readonly crds: ApiObject[];

  /** Namespaces that the installation creates, OLM's own first. */
  public readonly namespaces: ApiObject[];

  /** NetworkPolicies of OLM's pods. */
  public readonly networkPolicies: ApiObject[];

  /** ServiceAccount of OLM's controllers. */
  public readonly serviceAccount: ApiObject;

  /** ClusterRole of OLM's controllers. */
  public readonly clusterRole: ApiObject;

  /** Binding of the ClusterRole to the ServiceAccount. */
  public readonly clusterRoleBinding: ApiObject;

  /** ClusterRoles that add OLM's kinds to the cluster's own roles `edit` and `view`. */
  public readonly aggregatedRoles: ApiObject[];

  /** OLM's cluster-wide configuration, in the releases that have it. */
  public readonly olmConfig?: ApiObject;

  /** Objects that request the controllers' certificate from cert-manager, if it issues one. */
  public readonly servingCertificates: ApiObject[];

  /** Deployment of olm-operator, which installs ClusterServiceVersions. */
  public readonly olmOperator: ApiObject;

  /** Deployment of catalog-operator, which resolves Subscriptions. */
  public readonly catalogOperator: ApiObject;

  /** OperatorGroups of the namespaces. */
  public readonly operatorGroups: ApiObject[];

  /** ClusterServiceVersion of packageserver, which serves PackageManifests. */
  public readonly packageserver: ApiObject;

  /** CatalogSource of the default catalog, if there is one. */
  public readonly defaultCatalog?: ApiObject;

  /** Reference to the default catalog, for Subscriptions, if there is one. */
  public readonly defaultCatalogRef?: CatalogRef;

  /** Objects that let Prometheus read the controllers' metrics, with `monitoring`. */
  public readonly monitoring: ApiObject[];

  /** Other objects of a release that is not part of the library. The controllers are applied after them. */
  public readonly otherObjects: ApiObject[];

  /** Changes from the release of `upgradeFrom`, or undefined without it. */
  public readonly upgradePlan?: OlmUpgradePlan;

  readonly #props: OlmInstallationProps;

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when the cluster has an OLM already, a prop is unknown or invalid, the release does not support it, or a change from
   * `upgradeFrom` would lose objects
   */
  public constructor(scope: Construct, id: string, props: OlmInstallationProps = {}) {
    super(anyCopy(scope), id);
    Object.defineProperty(this, OLM_INSTALLATION, { value: true });
    checkProps(this, 'OlmInstallationProps', props, new.target !== OlmInstallation);
    this.#props = props;
    const content = installationContent(this, props);
    const { installed, release, namespaces } = content;
    this.version = installed._olmVersion;
    this.releaseVersion = installed.version;
    this.namespace = namespaces.namespace;
    this.operatorNamespace = namespaces.operatorNamespace;
    this.catalogNamespace = namespaces.catalogNamespace;

    if (props.upgradeFrom !== undefined) {
      this.upgradePlan = planFrom(this, props.upgradeFrom, props, content);
    }

    const crdScope = props.crdScope ?? this;
    this.crds = release.crds.map(crd => this.#createIn(crdScope, crd));
    this.namespaces = this.#create(release.namespaces, this.crds);
    this.networkPolicies = this.#create(release.networkPolicies, this.namespaces);
    this.serviceAccount = this.#createOne(release.serviceAccount, this.namespaces);
    this.clusterRole = this.#createOne(release.clusterRole, []);
    this.clusterRoleBinding = this.#createOne(release.clusterRoleBinding, [this.serviceAccount, this.clusterRole]);
    if (release.olmConfig !== undefined) {
      this.olmConfig = this.#createOne(release.olmConfig, this.crds);
    }
    this.servingCertificates = this.#create(release.servingCertificates, this.namespaces);
    this.otherObjects = this.#create(release.others, [...this.crds, ...this.namespaces]);
    const before = [
      this.clusterRoleBinding, ...this.servingCertificates, ...(this.olmConfig === undefined ? [] : [this.olmConfig]), ...this.otherObjects,
    ];
    this.olmOperator = this.#createOne(release.olmOperator, before);
    this.catalogOperator = this.#createOne(release.catalogOperator, before);
    this.aggregatedRoles = this.#create(release.aggregatedRoles, []);
    this.operatorGroups = this.#create(release.operatorGroups, this.namespaces);
    this.packageserver = this.#createOne(release.packageserver, this.operatorGroups);
    if (release.defaultCatalog !== undefined) {
      this.defaultCatalog = this.#createOne(release.defaultCatalog, this.namespaces);
      this.defaultCatalogRef = CatalogRef.fromObject(this.defaultCatalog);
    }

    this.monitoring = this.#create(release.monitoring, this.namespaces);

    provideOlm(this, this.crds, this.namespaces);
    checkSoleOwner(this, 'let OLM create it, and omit it there, for example with `createNamespace: false`');
    if (props.allowUnappliedSettings !== true) {
      checkSettingsApplied(this, installed);
    }
  }

  /**
   * Objects of the release of `upgradeFrom` that this one does not have, except for CRDs and Namespaces: applying this release leaves them in the
   * cluster. `upgradePlan.toDeleteCommands()` returns the commands that delete them. An empty list without `upgradeFrom`.
   */
  public get removedObjects(): OlmPlannedRemoval[] {
    return this.upgradePlan?.content.removed.filter(({ prune }) => prune) ?? [];
  }

  /**
   * Changes an object of the release. Override it to customize objects that no prop covers; it is called when the app is synthesized, perhaps
   * more than once for an object. Patches by `ApiObject.addJsonPatch` apply to its result.
   *
   * @param manifest the object, with the labels and annotations of this construct
   * @returns the object to write; apiVersion, kind, name and namespace must not change
   */
  protected customize(manifest: { [field: string]: unknown }): { [field: string]: unknown } {
    return manifest;
  }

  #create(manifests: readonly KubernetesManifest[], after: readonly ApiObject[]): ApiObject[] {
    return manifests.map(manifest => this.#createOne(manifest, after));
  }

  #createOne(manifest: KubernetesManifest, after: readonly ApiObject[]): ApiObject {
    const object = this.#createIn(this, manifest);
    requireBefore(object, ...after);
    return object;
  }

  #createIn(scope: Construct, manifest: KubernetesManifest): ApiObject {
    return manifestObject(scope, idIn(scope, manifest), manifest, this.#props, changed => this.customize(changed));
  }
}

/**
 * Returns the construct ID of an object: kind and name, which identify it and are stable from release to release. A release that is not part
 * of the library may have the same in two namespaces.
 */
function idIn(scope: Construct, { kind, metadata: { name, namespace } }: KubernetesManifest): string {
  const id = `${kind}-${name}`;
  return namespace === undefined || scope.node.tryFindChild(id) === undefined ? id : `${id}-${namespace}`;
}

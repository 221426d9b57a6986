import { ApiObject, Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import * as olmv1 from '../../../imports/olm.operatorframework.io';
import type { Bundle } from '../../bundle/bundle';
import { KnownKeys } from '../../formats/json/known-keys';
import { olmV1CustomResourceDefinition } from '../../olm/v1/crds/custom-resource-definitions';
import { OLM_V1_GROUP } from '../../olm/v1/model/olm-v1-names';
import { OlmV1Version } from '../../olm/v1/model/olm-v1-version';
import { validateAtSynthesis } from '../model/checked-object';
import { manifestObject } from '../model/manifest-object';
import { checkKeys, checkObjectName } from '../model/prop-checks';
import { checkSoleOwner } from '../model/sole-owner';
import { warnAtSynthesis } from '../model/warnings';
import { createScopedAccount } from '../rights/install-roles';
import { ClusterExtensionProps } from './cluster-extension-props';
import { clusterExtensionSpec } from './cluster-extension-spec';
import { chooseExtensionAccount } from './extension-account';
import { chooseExtension, ExtensionChoice } from './extension-choice';

const CLUSTER_EXTENSION = Symbol.for('olm-constructs.ClusterExtension');

/**
 * An operator that OLM v1 installs and upgrades from a ClusterCatalog.
 *
 * It consists of the Namespace, which OLM v1 requires to exist, and the ClusterExtension; up to OLM v1 1.10 also of a ServiceAccount with exactly the
 * rights to install `bundles`.
 *
 * @see https://operator-framework.github.io/operator-controller/tutorials/install-extension/
 */
export class ClusterExtension extends Construct {
  /** @internal */
  public static readonly _props: KnownKeys<ClusterExtensionProps> = {
    packageName: true, catalogs: true, catalogSelector: true, channels: true, version: true, upgradeConstraintPolicy: true, crdUpgradeSafety: true,
    progressDeadline: true, installMode: true, deploymentConfig: true, bundles: true, namespace: true, createNamespace: true, serviceAccount: true,
    name: true, labels: true, annotations: true, olmVersion: true, experimental: true,
  };

  /**
   * Whether a value is a `ClusterExtension`, from any copy of this library.
   *
   * @param x the value
   */
  public static isClusterExtension(x: unknown): x is ClusterExtension {
    return typeof x === 'object' && x !== null && CLUSTER_EXTENSION in x;
  }

  /** Name of the ClusterExtension. */
  public readonly name: string;

  /** Package that is installed. */
  public readonly packageName: string;

  /** Namespace of the operator. */
  public readonly namespace: string;

  /** Release of OLM v1 that the objects are written for. */
  public readonly olmVersion: OlmV1Version;

  /** Name of the ServiceAccount, or undefined from OLM v1 1.11 on, which ignores it. */
  public readonly serviceAccountName?: string;

  /** The ServiceAccount with its roles and bindings, if this construct creates it, or an empty list otherwise. */
  public readonly serviceAccountObjects: ApiObject[];

  /** The Namespace, if this construct creates it. */
  public readonly namespaceObject?: ApiObject;

  /** The ClusterExtension. */
  public readonly resource: ApiObject;

  /** What to know before applying the objects, as sentences that are also printed at synthesis. */
  public readonly warnings: string[];

  private readonly props: ClusterExtensionProps;
  private readonly choice: ExtensionChoice;

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when props are unknown, invalid or contradict each other, the release of OLM v1 lacks a feature that they need, or refuses
   * a bundle
   */
  public constructor(scope: Construct, id: string, props: ClusterExtensionProps) {
    super(scope, id);
    Object.defineProperty(this, CLUSTER_EXTENSION, { value: true });
    if (new.target === ClusterExtension) {
      checkKeys(this, 'props of ClusterExtension', props, ClusterExtension._props);
    }
    this.props = props;
    this.choice = chooseExtension(this, props);
    const { target: { version, experimental } } = this.choice;
    this.packageName = this.choice.package;
    this.namespace = this.choice.namespace;
    this.olmVersion = version;
    this.name = props.name ?? this.packageName;
    checkObjectName(this, 'name', this.name);
    const account = chooseExtensionAccount(this, this.name, this.choice, props);
    if (account.name !== undefined) {
      this.serviceAccountName = account.name;
    }
    if (props.createNamespace ?? true) {
      this.namespaceObject = manifestObject(this, 'Namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: this.namespace } }, props);
    }
    this.serviceAccountObjects = account.rules === undefined ? [] : createScopedAccount(this, account.name!, this.namespace, account.rules, props);
    this.resource = manifestObject(this, 'Resource', {
      apiVersion: `${OLM_V1_GROUP}/v1`,
      kind: 'ClusterExtension',
      metadata: { name: this.name },
      spec: Lazy.any({ produce: () => this.clusterExtensionSpec() }),
    }, props);
    this.addDependencies();

    this.warnings = [...account.warnings];
    warnAtSynthesis(this, this.warnings);
    validateAtSynthesis(this.resource, () => olmV1CustomResourceDefinition('ClusterExtension', version, experimental)!);
    checkSoleOwner(this, 'set another `name` or `namespace`, or `createNamespace: false`, for one of them');
  }

  /**
   * Bundles that may be installed, or an empty list if they are unknown.
   *
   * @internal
   */
  public get _bundles(): Bundle[] {
    return [...this.props.bundles ?? []];
  }

  /** Spec of the ClusterExtension, produced at synthesis. Override it to change it. */
  protected clusterExtensionSpec(): olmv1.ClusterExtensionSpec {
    return clusterExtensionSpec(this.choice, this.props, this.serviceAccountName);
  }

  private addDependencies(): void {
    const { namespaceObject, serviceAccountObjects, resource } = this;
    if (namespaceObject !== undefined) {
      serviceAccountObjects.forEach(object => object.addDependency(namespaceObject));
      resource.addDependency(namespaceObject);
    }
    resource.addDependency(...serviceAccountObjects);
    resource.addDependency(...this.props.catalogs ?? []);
  }
}

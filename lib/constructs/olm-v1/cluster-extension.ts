import { ApiObject, Duration } from 'cdk8s';
import { Construct } from 'constructs';
import * as olmv1 from '../../../imports/olm.operatorframework.io';
import { Bundle } from '../../bundle/bundle';
import { InstallMode } from '../../bundle/model/install-mode';
import { defined } from '../../formats/json/defined';
import { fieldAt } from '../../formats/json/json-value';
import { OLM_V1_GROUP } from '../../formats/schema/api-groups';
import { withWantedCsv } from '../../formats/schema/wanted-csv';
import { LabelSelector } from '../../olm/v0/settings/affinity';
import { olmV1CustomResourceDefinition } from '../../olm/v1/crds/custom-resource-definitions';
import { OlmV1Version } from '../../olm/v1/olm-v1-version';
import { preferBefore } from '../model/chart-order';
import { validateAtSynthesis } from '../model/checked-object';
import { checkSoleOwner } from '../model/cluster-objects';
import { answerImagesCommand } from '../model/images-command';
import { lateValue } from '../model/late-value';
import { manifestObject, markedMetadata } from '../model/manifest-object';
import { OperatorConfig } from '../model/operator-config';
import { checkObjectName, checkProps, scopeOf } from '../model/prop-checks';
import { warnAtSynthesis } from '../model/warnings';
import { createScopedAccount } from '../rights/install-roles';
import { OperatorServiceAccount } from '../rights/operator-service-account';
import { IClusterCatalog } from './cluster-catalog';
import { chooseExtension, chooseExtensionAccount, ExtensionChoice } from './extension-choice';

/** Version changes that OLM v1 makes by itself. */
export enum UpgradeConstraintPolicy {
  /** Upgrades along the upgrade graph of the channels, and no downgrades. */
  CATALOG_PROVIDED = 'CatalogProvided',

  /** Any version change, including downgrades, regardless of what the author of the package allows. Data can be lost. */
  SELF_CERTIFIED = 'SelfCertified',
}

/**
 * What OLM v1 does when a new version of a CRD is not safe for existing objects.
 *
 * @see https://operator-framework.github.io/operator-controller/concepts/crd-upgrade-safety/
 */
export enum CrdUpgradeSafety {
  /** The upgrade is refused. */
  STRICT = 'Strict',

  /** Nothing is checked. An upgrade can lose data. */
  NONE = 'None',
}

/** Properties of a `ClusterExtension`. */
export interface ClusterExtensionProps {
  /**
   * Package to install.
   *
   * @default - the package of `bundles`; required without `bundles`
   */
  readonly packageName?: string;

  /**
   * Catalogs to take the package from. If there are several, they must be `ClusterCatalog`s, or references by name.
   *
   * @default - all ClusterCatalogs of the cluster
   */
  readonly catalogs?: IClusterCatalog[];

  /**
   * Label selector for the ClusterCatalogs, instead of `catalogs`.
   *
   * @default - that of `catalogs`
   */
  readonly catalogSelector?: LabelSelector;

  /**
   * Channels to take versions and upgrades from; at most 256.
   *
   * @default - all channels of the package
   */
  readonly channels?: string[];

  /**
   * Version to install, such as `1.2.3`, or a range of versions, such as `>=1.2.0, <2.0.0`, `1.2.x`, `~1.2.3` or `^1.2.3`; at most 64 characters. OLM
   * upgrades within the range by itself.
   *
   * @default - the newest version
   * @see https://operator-framework.github.io/operator-controller/concepts/version-ranges/
   */
  readonly version?: string;

  /**
   * Version changes that OLM makes.
   *
   * @default UpgradeConstraintPolicy.CATALOG_PROVIDED
   */
  readonly upgradeConstraintPolicy?: UpgradeConstraintPolicy;

  /**
   * What OLM does when a new version of a CRD is not safe for existing objects.
   *
   * @default CrdUpgradeSafety.STRICT
   */
  readonly crdUpgradeSafety?: CrdUpgradeSafety;

  /**
   * Time after which a rollout that does not complete has failed: whole minutes, from 10 minutes to 12 hours. Requires the experimental CRDs of
   * OLM v1 1.8.0 or later.
   *
   * @default - none
   */
  readonly progressDeadline?: Duration;

  /**
   * Namespaces that the operator watches: all, its own, or a single one. Any but all requires the experimental CRDs of OLM v1 1.5.0 or later,
   * or OLM v1 1.8.0.
   *
   * @default - all namespaces; required if one of `bundles` does not support that
   */
  readonly installMode?: InstallMode;

  /**
   * Changes to the Deployments of the operator: environment, volumes, resources, node selector, tolerations, affinity, annotations. Its field
   * `selector` is an error. Requires the experimental CRDs of OLM v1 1.9.0 or later.
   *
   * @default - none
   */
  readonly deploymentConfig?: OperatorConfig;

  /**
   * Bundles of the package that may be installed. They are checked against what OLM v1 supports, and the rights of a `serviceAccount` are derived
   * from them. A bundle whose version does not match `version` is an error.
   *
   * @default - unknown: not checked
   */
  readonly bundles?: Bundle[];

  /**
   * Namespace of the operator.
   *
   * @default - the namespace of the chart, or the name of the package
   */
  readonly namespace?: string;

  /**
   * Whether to create the namespace, since OLM v1 does not. Set it to `false` if the namespace exists, or if something else creates it.
   *
   * @default true
   */
  readonly createNamespace?: boolean;

  /**
   * ServiceAccount with whose rights OLM installs the operator. Up to OLM v1 1.10, every ClusterExtension has one. Later releases ignore it: it is
   * not written, and a warning is printed.
   *
   * @default - up to OLM v1 1.10, OperatorServiceAccount.create() if `bundles` is set, and required otherwise; none for later releases
   */
  readonly serviceAccount?: OperatorServiceAccount;

  /**
   * Name of the ClusterExtension.
   *
   * @default - the name of the package
   */
  readonly name?: string;

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

  /**
   * Release of OLM v1.
   *
   * @default - that of the `Cluster`, or OlmV1Version.DEFAULT
   */
  readonly olmVersion?: OlmV1Version;

  /**
   * Whether the experimental CRDs of the release are installed.
   *
   * @default - that of the `Cluster`, or false
   */
  readonly experimental?: boolean;
}

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

  readonly #props: ClusterExtensionProps;
  readonly #choice: ExtensionChoice;

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when props are unknown, invalid or contradict each other, the release of OLM v1 lacks a feature that they need, or refuses
   * a bundle
   */
  public constructor(scope: Construct, id: string, props: ClusterExtensionProps) {
    super(scopeOf('new ClusterExtension', scope, id), id);
    Object.defineProperty(this, CLUSTER_EXTENSION, { value: true });
    checkProps(this, 'ClusterExtensionProps', props, new.target !== ClusterExtension);
    this.#props = props;
    this.#choice = chooseExtension(this, props);
    const { target: { version, experimental } } = this.#choice;
    this.packageName = this.#choice.package;
    this.namespace = this.#choice.namespace;
    this.olmVersion = version;
    this.name = props.name ?? this.packageName;
    checkObjectName(this, 'name', this.name);
    const [bundle] = this._bundles.slice(-1);
    if (bundle !== undefined) {
      answerImagesCommand(this, () => ({ bundles: new Map([[`ClusterExtension//${this.name}`, [bundle]]]) }));
    }
    const account = chooseExtensionAccount(this, this.name, this.#choice, props);
    if (account.name !== undefined) {
      this.serviceAccountName = account.name;
    }
    if (props.createNamespace ?? true) {
      this.namespaceObject = manifestObject(this, 'Namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: this.namespace } }, props);
    }
    const own = markedMetadata(this, props, 'ClusterExtension', this.name);
    this.serviceAccountObjects = account.rules === undefined ? [] : createScopedAccount(this, account.name!, this.namespace, account.rules, own);
    this.resource = manifestObject(this, 'Resource', {
      apiVersion: `${OLM_V1_GROUP}/v1`,
      kind: 'ClusterExtension',
      metadata: { name: this.name },
      spec: lateValue(() => this.clusterExtensionSpec()),
    }, own, manifest => ({ ...manifest, metadata: withWantedCsv(manifest['metadata'] as object, this.#wantedBundle(manifest)) }));
    this.#addDependencies();

    this.warnings = [...account.warnings];
    warnAtSynthesis(this, () => this.warnings);
    validateAtSynthesis(this.resource, () => olmV1CustomResourceDefinition('ClusterExtension', version, experimental)!);
    checkSoleOwner(this, 'set another `name` or `namespace`, or `createNamespace: false`, for one of them');
  }

  /**
   * Bundles that may be installed, or an empty list if they are unknown.
   *
   * @internal
   */
  public get _bundles(): Bundle[] {
    return [...this.#props.bundles ?? []];
  }

  /** Spec of the ClusterExtension, produced at synthesis. Override it to change it. */
  protected clusterExtensionSpec(): olmv1.ClusterExtensionSpec {
    return clusterExtensionSpec(this.#choice, this.#props, this.serviceAccountName);
  }

  /** Returns the name of the bundle with the version in a manifest, or undefined if OLM v1 chooses the version or the bundle is unknown. */
  #wantedBundle(manifest: object): string | undefined {
    const version = fieldAt(manifest, 'spec', 'source', 'catalog', 'version');
    return this._bundles.find((bundle) => bundle.version === version)?.name;
  }

  #addDependencies(): void {
    const { namespaceObject, serviceAccountObjects, resource } = this;
    if (namespaceObject !== undefined) {
      serviceAccountObjects.forEach(object => object.addDependency(namespaceObject));
      resource.addDependency(namespaceObject);
    }
    resource.addDependency(...serviceAccountObjects);
    preferBefore(resource, ...this.#props.catalogs ?? []);
  }
}

const POLICIES: { readonly [policy in UpgradeConstraintPolicy]: olmv1.ClusterExtensionSpecSourceCatalogUpgradeConstraintPolicy } = {
  [UpgradeConstraintPolicy.CATALOG_PROVIDED]: olmv1.ClusterExtensionSpecSourceCatalogUpgradeConstraintPolicy.CATALOG_PROVIDED,
  [UpgradeConstraintPolicy.SELF_CERTIFIED]: olmv1.ClusterExtensionSpecSourceCatalogUpgradeConstraintPolicy.SELF_CERTIFIED,
};

const ENFORCEMENTS: { readonly [safety in CrdUpgradeSafety]: olmv1.ClusterExtensionSpecInstallPreflightCrdUpgradeSafetyEnforcement } = {
  [CrdUpgradeSafety.STRICT]: olmv1.ClusterExtensionSpecInstallPreflightCrdUpgradeSafetyEnforcement.STRICT,
  [CrdUpgradeSafety.NONE]: olmv1.ClusterExtensionSpecInstallPreflightCrdUpgradeSafetyEnforcement.NONE,
};

/** Returns the spec of a ClusterExtension. Unset fields are omitted, so that the defaults of the CRD apply. */
function clusterExtensionSpec(
  choice: ExtensionChoice, props: ClusterExtensionProps, serviceAccount: string | undefined,
): olmv1.ClusterExtensionSpec {
  const { channels, version, upgradeConstraintPolicy, crdUpgradeSafety } = props;
  const { selector, config, progressDeadlineMinutes } = choice;
  return {
    namespace: choice.namespace,
    ...(serviceAccount === undefined ? {} : { serviceAccount: { name: serviceAccount } }),
    source: {
      sourceType: olmv1.ClusterExtensionSpecSourceSourceType.CATALOG,
      catalog: {
        packageName: choice.package,
        ...defined({ selector }),
        ...(channels === undefined ? {} : { channels: [...channels] }),
        ...defined({ version }),
        ...(upgradeConstraintPolicy === undefined ? {} : { upgradeConstraintPolicy: POLICIES[upgradeConstraintPolicy] }),
      },
    },
    ...(crdUpgradeSafety === undefined ? {} : { install: { preflight: { crdUpgradeSafety: { enforcement: ENFORCEMENTS[crdUpgradeSafety] } } } }),
    ...(config === undefined ? {} : { config: { configType: olmv1.ClusterExtensionSpecConfigConfigType.INLINE, inline: config } }),
    ...defined({ progressDeadlineMinutes }),
  };
}

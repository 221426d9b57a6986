import { ApiObject, Chart, Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import * as olm from '../../../imports/operators.coreos.com';
import { InstallMode } from '../../bundle/model/install-mode';
import { KnownKeys } from '../../formats/json/known-keys';
import type { OperatorUpgradePlan } from '../../resolve/operator-upgrade-plan';
import { ImageCatalog } from '../catalogs/image-catalog';
import { OlmV1Result, packageEngineOf, PackageEngineResult } from '../catalogs/package-engine';
import { useOlm } from '../installation/olm-of-cluster';
import { CatalogRef, ICatalog } from '../model/catalog-ref';
import { checkSoleOwner, ClusterObjects } from '../model/cluster-objects';
import { ConstructError } from '../model/construct-error';
import { lockOf } from '../model/lock-of-cluster';
import { commonMetadata, manifestObject } from '../model/manifest-object';
import { checkDeploymentConfig, checkKeys, checkNamespace, checkObjectName } from '../model/prop-checks';
import { warnAtSynthesis } from '../model/warnings';
import { createScopedAccount } from '../rights/install-roles';
import { operatorGroupAnnotations, targetNamespacesFor } from './operator-group';
import { InstallPlanApproval, OperatorSubscriptionProps, OperatorUpgradeStrategy } from './operator-subscription-props';
import { packageRequest, unlockedVersion, withoutRange } from './package-request';
import { chooseServiceAccount, namedServiceAccount } from './service-account-choice';
import { type CheckedSubscription, recordBundle, subscriptionProblems } from './subscription-checks';
import { chooseInstallMode, chooseSubscription, deprecationWarnings, SubscriptionChoice, upgradePath } from './subscription-choice';
import { checkUpgradePlan, createLockedDependencies, type LockedNamespace, type SubscriptionLock, subscriptionLock } from './subscription-lock';

const OPERATOR_SUBSCRIPTION = Symbol.for('olm-constructs.OperatorSubscription');

/**
 * An operator that OLM installs and upgrades in a namespace.
 *
 * It consists of the Namespace, the OperatorGroup with the namespaces that the operator watches, and the Subscription to a channel of a
 * package in a catalog. From these OLM resolves an InstallPlan, which installs the operator.
 *
 * @see https://olm.operatorframework.io/docs/concepts/crds/subscription/
 */
export class OperatorSubscription extends Construct {
  /** @internal */
  public static readonly _props: KnownKeys<OperatorSubscriptionProps> = {
    catalog: true, packageName: true, channel: true, version: true, versionRange: true, startingCsv: true, approval: true, installMode: true,
    namespace: true, createNamespace: true, operatorGroup: true, serviceAccount: true, unpackTimeout: true, unpackRetryInterval: true,
    upgradeStrategy: true, excludeGlobalCatalogs: true, config: true, engine: true, lock: true, upgradePlan: true,
    name: true, labels: true, annotations: true,
  };

  /**
   * Whether a value is an `OperatorSubscription`, from any copy of this library.
   *
   * @param x the value
   */
  public static isOperatorSubscription(x: unknown): x is OperatorSubscription {
    return typeof x === 'object' && x !== null && OPERATOR_SUBSCRIPTION in x;
  }

  /** Name of the Subscription. */
  public readonly name: string;

  /** Namespace of the operator. */
  public readonly namespace: string;

  /** Package that is installed. */
  public readonly packageName: string;

  /** Channel that is followed, or undefined if OLM uses the default channel of a catalog outside this app. */
  public readonly channel?: string;

  /** Name of the CSV that OLM v0 starts from, if specified. */
  public readonly startingCsv?: string;

  /** Exact version that is installed and kept, or undefined if the channel is followed. */
  public readonly version?: string;

  /** Approval strategy for InstallPlans. OLM v1 has none, and installs without approval. */
  public readonly approval: InstallPlanApproval;

  /** Namespaces that the operator watches. */
  public readonly installMode: InstallMode;

  /** Catalog that the package comes from. */
  public readonly catalog: ICatalog;

  /** The Namespace, if it is created here. */
  public readonly namespaceObject?: ApiObject;

  /** OperatorGroup that is created here or was passed as an object, or undefined if it was only named or the engine is not that of OLM v0. */
  public readonly operatorGroup?: ApiObject;

  /** Name of the OperatorGroup. OLM v1 has none. */
  public readonly operatorGroupName: string;

  /** Name of the ServiceAccount with which OLM v0 installs the operator, if specified. */
  public readonly serviceAccountName?: string;

  /** Dependencies of this operator in the lock, unless another operator created them, or an empty list without a lock. */
  public readonly dependencies: OperatorSubscription[];

  /**
   * Content of the lock for the namespace, or undefined if no lock chose the version.
   *
   * @internal
   */
  public readonly _locked?: LockedNamespace;

  /**
   * Plan by which the operator is upgraded.
   *
   * @internal
   */
  public readonly _upgradePlan?: OperatorUpgradePlan;

  /**
   * Input of the checks at synthesis, or undefined if the engine is not that of OLM v0.
   *
   * @internal
   */
  public readonly _checked?: CheckedSubscription;

  /** ServiceAccount with which OLM v0 installs the operator, with its roles and bindings, or an empty list if they are not created here. */
  public readonly serviceAccountObjects: ApiObject[];

  /**
   * Result of an engine other than that of OLM v0.
   *
   * @internal
   */
  public readonly _result?: PackageEngineResult;

  /**
   * Warnings as sentences: deprecations, with the message of the catalog, and objects that a created ServiceAccount cannot install. They are also
   * printed on stderr at synthesis. The list is empty if the content of the catalog is unknown.
   */
  public readonly warnings: string[];

  /**
   * Package and version that are installed.
   *
   * @internal
   */
  public readonly _choice: SubscriptionChoice;

  /** @internal */
  public readonly _subscriptionProps: OperatorSubscriptionProps;

  private readonly subscriptionObject?: olm.Subscription;

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when props are unknown, invalid or contradict each other, or the registry does not have what they name
   */
  public constructor(scope: Construct, id: string, props: OperatorSubscriptionProps) {
    super(scope, id);
    Object.defineProperty(this, OPERATOR_SUBSCRIPTION, { value: true });
    this._subscriptionProps = props;
    if (new.target === OperatorSubscription) {
      checkKeys(this, 'props of OperatorSubscription', props, OperatorSubscription._props);
    }
    if (props.config !== undefined) {
      checkDeploymentConfig(this, 'config', props.config);
    }
    const engine = packageEngineOf(this, props);
    const { locked, isUndecided, upgradePlan, props: chosen }: SubscriptionLock = engine === undefined
      ? subscriptionLock(this, props) : { props: withoutRange(props), isUndecided: false };
    this._choice = chooseSubscription(this, chosen);
    this.catalog = this._choice.catalog;
    this.packageName = this._choice.package;
    this.approval = engine === undefined ? this._choice.approval : InstallPlanApproval.AUTOMATIC;
    if (this._choice.channel !== undefined) {
      this.channel = this._choice.channel;
    }
    if (engine === undefined && this._choice.startingCsv !== undefined) {
      this.startingCsv = this._choice.startingCsv;
    }
    if (this._choice.version !== undefined) {
      this.version = this._choice.version;
    }
    this.name = props.name ?? this.packageName;
    this.namespace = props.namespace ?? Chart.of(this).namespace ?? this.packageName;
    this.operatorGroupName = props.operatorGroup?.name ?? this.name;
    checkNamespace(this, 'namespace', this.namespace);
    checkObjectName(this, 'name', this.name);
    checkObjectName(this, 'operatorGroup', this.operatorGroupName);
    const bundle = isUndecided ? undefined : this._choice.bundle;
    this.installMode = engine === undefined
      ? chooseInstallMode(this, props, this.namespace, bundle) : props.installMode ?? InstallMode.allNamespaces();
    this.installMode.targetNamespaces.forEach(namespace => checkNamespace(this, 'target namespace', namespace));
    if (engine !== undefined) {
      this._result = engine.installPackage(this, packageRequest(this, props, this._choice));
      this.serviceAccountObjects = [];
      this.dependencies = [];
      this.warnings = deprecationWarnings(this._choice);
      warnAtSynthesis(this, this.warnings);
      const { owner } = lockOf(this);
      const problem = owner === undefined ? undefined : unlockedVersion(owner, props, this._choice);
      if (problem !== undefined) {
        this.node.addValidation({ validate: () => [problem] });
      }
      return;
    }
    const groupAnnotations = operatorGroupAnnotations(this, props, this.namespace, this.catalog.catalogNamespace);
    if (props.createNamespace ?? true) {
      this.namespaceObject = manifestObject(this, 'Namespace', {
        apiVersion: 'v1', kind: 'Namespace', metadata: { name: this.namespace },
      }, props);
    }
    const account = props.serviceAccount === undefined ? undefined
      : isUndecided ? namedServiceAccount(this, props.serviceAccount, this.name)
      : chooseServiceAccount(this, props.serviceAccount, this._choice, this.name, targetNamespacesFor(this.installMode, this.namespace));
    if (account !== undefined) {
      this.serviceAccountName = account.name;
    }
    this.serviceAccountObjects = account?.rules === undefined ? [] : createScopedAccount(this, account.name, this.namespace, account.rules, props);
    const operatorGroup = props.operatorGroup === undefined ? this.createOperatorGroup(groupAnnotations) : props.operatorGroup.object;
    if (operatorGroup !== undefined) {
      this.operatorGroup = operatorGroup;
    }
    const subscription = new olm.Subscription(this, 'Resource', {
      metadata: commonMetadata({ name: this.name, namespace: this.namespace }, props),
      spec: Lazy.any({ produce: () => this.subscriptionSpec() }) as olm.SubscriptionSpec,
    });
    this.subscriptionObject = subscription;
    orderObjects(this);
    if (upgradePlan !== undefined) {
      this._upgradePlan = upgradePlan;
      checkUpgradePlan(this, upgradePlan);
    }
    if (locked !== undefined) {
      const operators = locked.file.operators.filter(other => other.namespace === this.namespace);
      this._locked = { operators, otherCsvs: operators.map(({ csv }) => csv).filter(csv => csv !== this.startingCsv) };
    }
    this.dependencies = locked === undefined ? [] : createLockedDependencies(
      this, locked.file, locked.operator, (id, dependency) => new OperatorSubscription(this, id, dependency),
    );
    subscription.addDependency(...this.dependencies.map(dependency => dependency.subscription));

    this.warnings = [...deprecationWarnings(this._choice), ...account?.warnings ?? []];
    warnAtSynthesis(this, this.warnings);
    useOlm(this, this.namespace, ['operatorgroups', 'subscriptions']);
    checkSoleOwner(this, 'set another namespace, `createNamespace: false` or `operatorGroup` for one of them');
    recordBundle(subscription, bundle);
    const checked: CheckedSubscription = {
      construct: this,
      subscription,
      namespace: this.namespace,
      approval: this.approval,
      catalog: this.catalog,
      isCatalogOfApp: this._choice.registry !== undefined || ImageCatalog.isImageCatalog(this.catalog),
      bundle,
      installMode: this.installMode,
      isInstallModeGiven: props.installMode !== undefined,
      namespaceObject: this.namespaceObject,
      operatorGroupName: this.operatorGroupName,
      operatorGroup: this.operatorGroup,
      isOperatorGroupGiven: props.operatorGroup !== undefined,
      props,
    };
    this._checked = checked;
    ClusterObjects.addCheck(this, objects => subscriptionProblems(checked, objects));
  }

  /**
   * The Subscription.
   *
   * @throws ConstructError when the engine is not that of OLM v0
   */
  public get subscription(): olm.Subscription {
    if (this.subscriptionObject === undefined) {
      throw new ConstructError(this, '`subscription` has no value: the package is installed by OLM v1; use `olmV1`, or set \'engine\' to new OlmV0Engine()');
    }
    return this.subscriptionObject;
  }

  /**
   * The constructs of OLM v1.
   *
   * @throws ConstructError when the engine is not that of OLM v1
   */
  public get olmV1(): OlmV1Result {
    if (this._result?.olmV1 === undefined) {
      throw new ConstructError(this, '`olmV1` has no value: the package is installed by OLM v0; use `subscription`, or set \'engine\' to new OlmV1Engine()');
    }
    return this._result.olmV1;
  }

  /**
   * Returns the CSVs that OLM installs one after the other to upgrade from an installed one, each in an InstallPlan of its own: what to
   * approve, and in which order, if the approval is manual. The path ends at `version` if one is pinned, else at the head of the channel.
   *
   * @param csv name or version of the installed CSV. One that the catalog does not have is found by its name if another one replaces or
   * skips it, and by its version if it is in the skip range of another one
   * @throws ConstructError when the app does not know the content of the catalog, or it has no path from there
   */
  public upgradePath(csv: string): string[] {
    return upgradePath(this, this._choice, this.version, csv);
  }

  /** Spec of the Subscription, produced at synthesis. Override it to change it. */
  protected subscriptionSpec(): olm.SubscriptionSpec {
    return {
      name: this.packageName,
      source: this.catalog.catalogName,
      sourceNamespace: this.catalog.catalogNamespace,
      installPlanApproval: this.approval,
      ...(this.channel === undefined ? {} : { channel: this.channel }),
      ...(this.startingCsv === undefined ? {} : { startingCsv: this.startingCsv }),
      ...(this._subscriptionProps.config === undefined ? {} : { config: this._subscriptionProps.config }),
    };
  }

  /**
   * Spec of the OperatorGroup, produced at synthesis. It contains what OLM would add, and omits what OLM would remove, so that GitOps tools
   * see no difference afterwards.
   */
  protected operatorGroupSpec(): olm.OperatorGroupSpec {
    const targets = targetNamespacesFor(this.installMode, this.namespace);
    return {
      ...(targets.length === 0 ? {} : { targetNamespaces: targets }),
      ...(this.serviceAccountName === undefined ? {} : { serviceAccountName: this.serviceAccountName }),
      upgradeStrategy: (this._subscriptionProps.upgradeStrategy ?? OperatorUpgradeStrategy.DEFAULT) as string as olm.OperatorGroupSpecUpgradeStrategy,
    };
  }

  private createOperatorGroup(annotations: { [key: string]: string }): ApiObject {
    return new olm.OperatorGroup(this, 'OperatorGroup', {
      metadata: commonMetadata({ name: this.operatorGroupName, namespace: this.namespace, annotations }, this._subscriptionProps),
      spec: Lazy.any({ produce: () => this.operatorGroupSpec() }) as olm.OperatorGroupSpec,
    });
  }
}

/** Makes the objects of an operator depend on each other in the order in which they must be applied: the Subscription comes last. */
export function orderObjects(operator: OperatorSubscription): void {
  const { subscription, namespaceObject, operatorGroup, serviceAccountObjects, catalog } = operator;
  subscription.addDependency(...serviceAccountObjects);
  if (namespaceObject !== undefined) {
    serviceAccountObjects.forEach(object => object.addDependency(namespaceObject));
  }
  if (operatorGroup !== undefined) {
    subscription.addDependency(operatorGroup);
  }
  if (namespaceObject !== undefined) {
    subscription.addDependency(namespaceObject);
    // This chart depends on that of the OperatorGroup: if they differ, the opposite would be a cycle, and is an error of its own.
    if (operatorGroup !== undefined && Chart.of(operatorGroup) === Chart.of(operator)) {
      operatorGroup.addDependency(namespaceObject);
    }
  }
  const source = operator._choice.registry?.catalogSource ?? (CatalogRef.isCatalogRef(catalog) ? catalog.object : catalog);
  if (Construct.isConstruct(source)) {
    subscription.addDependency(source);
  }
}

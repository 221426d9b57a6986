import { ApiObject, Chart, Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import { CatalogRef, ICatalog } from './catalog-ref';
import { ClusterObjects } from './model/cluster-objects';
import { ImageCatalog } from './image-catalog';
import { recordBundle } from './dependency-check';
import { deprecationWarnings } from './deprecation-warnings';
import { InstallPlanApproval } from './install-plan-approval';
import { chooseServiceAccount, createScopedAccount, upgradePath } from './load';
import { commonMetadata, manifestObject } from './model/manifest-object';
import { useOlm } from './olm-of-cluster';
import { operatorGroupAnnotations } from './operator-group-settings';
import { OperatorSubscriptionProps } from './operator-subscription-props';
import { checkKeys, checkNamespace, checkObjectName } from './model/prop-checks';
import { checkSoleOwner } from './model/sole-owner';
import { subscriptionProblems } from './subscription-checks';
import { chooseInstallMode, chooseSubscription, SubscriptionChoice } from './subscription-choice';
import { targetNamespacesFor } from './target-namespaces';
import { warnAtSynthesis } from './model/warnings';
import { OperatorUpgradeStrategy } from './operator-upgrade-strategy';
import * as olm from '../../imports/operators.coreos.com';
import { InstallMode } from '../bundle/model/install-mode';
import { KnownKeys } from '../json/known-keys';

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
    catalog: true, package: true, channel: true, version: true, versionRange: true, startingCsv: true, approval: true, installMode: true,
    namespace: true, createNamespace: true, operatorGroup: true, serviceAccount: true, unpackTimeout: true, unpackRetryInterval: true,
    upgradeStrategy: true, excludeGlobalCatalogs: true, config: true, name: true, labels: true, annotations: true,
  };

  /**
   * Whether a value is an `OperatorSubscription`, of any copy of this library.
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
  public readonly package: string;

  /** Channel that is followed; undefined if OLM takes the default one of a catalog outside this app. */
  public readonly channel?: string;

  /** Name of the CSV that OLM starts from, if specified. */
  public readonly startingCsv?: string;

  /** Exact version that is installed and stayed on; undefined if the channel is followed. */
  public readonly version?: string;

  /** Approval strategy for InstallPlans. */
  public readonly approval: InstallPlanApproval;

  /** Namespaces that the operator watches. */
  public readonly installMode: InstallMode;

  /** Catalog that the package comes from. */
  public readonly catalog: ICatalog;

  /** The Namespace, if it is created here. */
  public readonly namespaceObject?: ApiObject;

  /** OperatorGroup that is created here or was passed as an object; undefined if it was only named. */
  public readonly operatorGroup?: ApiObject;

  /** Name of the OperatorGroup. */
  public readonly operatorGroupName: string;

  /** Name of the ServiceAccount with which OLM installs the operator, if specified. */
  public readonly serviceAccountName?: string;

  /** The ServiceAccount with which OLM installs the operator, and its roles and bindings; empty if they are not created here. */
  public readonly serviceAccountObjects: ApiObject[];

  /** The Subscription. */
  public readonly subscription: olm.Subscription;

  /**
   * Warnings, in sentences: what is deprecated, with the message of the catalog, and what a created ServiceAccount cannot install. They are printed
   * on stderr at synthesis, too. Empty if there are none, or the app does not know the content of the catalog.
   */
  public readonly warnings: string[];

  private readonly props: OperatorSubscriptionProps;
  private readonly choice: SubscriptionChoice;

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when props are unknown, invalid or contradict each other, or the registry does not have what they name
   */
  public constructor(scope: Construct, id: string, props: OperatorSubscriptionProps) {
    super(scope, id);
    Object.defineProperty(this, OPERATOR_SUBSCRIPTION, { value: true });
    this.props = props;
    if (new.target === OperatorSubscription) {
      checkKeys(this, 'props of OperatorSubscription', props, OperatorSubscription._props);
    }
    this.choice = chooseSubscription(this, props);
    this.catalog = this.choice.catalog;
    this.package = this.choice.package;
    this.approval = this.choice.approval;
    if (this.choice.channel !== undefined) {
      this.channel = this.choice.channel;
    }
    if (this.choice.startingCsv !== undefined) {
      this.startingCsv = this.choice.startingCsv;
    }
    if (this.choice.version !== undefined) {
      this.version = this.choice.version;
    }
    this.name = props.name ?? this.package;
    this.namespace = props.namespace ?? Chart.of(this).namespace ?? this.package;
    this.operatorGroupName = props.operatorGroup?.name ?? this.name;
    checkNamespace(this, 'namespace', this.namespace);
    checkObjectName(this, 'name', this.name);
    checkObjectName(this, 'operatorGroup', this.operatorGroupName);
    this.installMode = chooseInstallMode(this, props, this.namespace, this.choice.bundle);
    this.installMode.targetNamespaces.forEach(namespace => checkNamespace(this, 'target namespace', namespace));
    const groupAnnotations = operatorGroupAnnotations(this, props, this.namespace, this.catalog.catalogNamespace);
    if (props.createNamespace ?? true) {
      this.namespaceObject = manifestObject(this, 'Namespace', {
        apiVersion: 'v1', kind: 'Namespace', metadata: { name: this.namespace },
      }, props);
    }
    const account = props.serviceAccount === undefined ? undefined
      : chooseServiceAccount(this, props.serviceAccount, this.choice, this.name, targetNamespacesFor(this.installMode, this.namespace));
    if (account !== undefined) {
      this.serviceAccountName = account.name;
    }
    this.serviceAccountObjects = account?.rules === undefined ? [] : createScopedAccount(this, account.name, this.namespace, account.rules, props);
    const operatorGroup = props.operatorGroup === undefined ? this.createOperatorGroup(groupAnnotations) : props.operatorGroup.object;
    if (operatorGroup !== undefined) {
      this.operatorGroup = operatorGroup;
    }
    this.subscription = new olm.Subscription(this, 'Resource', {
      metadata: commonMetadata({ name: this.name, namespace: this.namespace }, props),
      spec: Lazy.any({ produce: () => this.subscriptionSpec() }) as olm.SubscriptionSpec,
    });
    this.addDependencies();

    this.warnings = [...deprecationWarnings(this.choice), ...account?.warnings ?? []];
    warnAtSynthesis(this, this.warnings);
    useOlm(this, this.namespace, ['operatorgroups', 'subscriptions']);
    checkSoleOwner(this, 'set another namespace, `createNamespace: false` or `operatorGroup` for one of them');
    recordBundle(this.subscription, this.choice.bundle);
    ClusterObjects.addCheck(this, objects => subscriptionProblems({
      construct: this,
      subscription: this.subscription,
      namespace: this.namespace,
      approval: this.approval,
      catalog: this.catalog,
      isCatalogOfApp: this.choice.registry !== undefined || ImageCatalog.isImageCatalog(this.catalog),
      bundle: this.choice.bundle,
      installMode: this.installMode,
      isInstallModeGiven: props.installMode !== undefined,
      namespaceObject: this.namespaceObject,
      operatorGroupName: this.operatorGroupName,
      operatorGroup: this.operatorGroup,
      isOperatorGroupGiven: props.operatorGroup !== undefined,
      props,
    }, objects));
  }

  /**
   * Returns the CSVs that OLM installs one after the other to upgrade from an installed one, each in an InstallPlan of its own: what to
   * approve, and in which order, if the approval is manual. The path ends at `version` if one is pinned, else at the head of the channel.
   *
   * @param from name or version of the installed CSV. One that the catalog does not have is found by its name if another one replaces or
   * skips it, and by its version if it is in the skip range of another one
   * @throws ConstructError when the app does not know the content of the catalog, or it has no path from there
   */
  public upgradePath(from: string): string[] {
    return upgradePath(this, this.choice, this.version, from);
  }

  /** Spec of the Subscription, produced at synthesis. Override it to change it. */
  protected subscriptionSpec(): olm.SubscriptionSpec {
    return {
      name: this.package,
      source: this.catalog.catalogName,
      sourceNamespace: this.catalog.catalogNamespace,
      installPlanApproval: this.approval,
      ...(this.channel === undefined ? {} : { channel: this.channel }),
      ...(this.startingCsv === undefined ? {} : { startingCsv: this.startingCsv }),
      ...(this.props.config === undefined ? {} : { config: this.props.config }),
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
      upgradeStrategy: (this.props.upgradeStrategy ?? OperatorUpgradeStrategy.DEFAULT) as string as olm.OperatorGroupSpecUpgradeStrategy,
    };
  }

  private createOperatorGroup(annotations: { [key: string]: string }): ApiObject {
    return new olm.OperatorGroup(this, 'OperatorGroup', {
      metadata: commonMetadata({ name: this.operatorGroupName, namespace: this.namespace, annotations }, this.props),
      spec: Lazy.any({ produce: () => this.operatorGroupSpec() }) as olm.OperatorGroupSpec,
    });
  }

  private addDependencies(): void {
    const { namespaceObject, operatorGroup, serviceAccountObjects, subscription } = this;
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
      if (operatorGroup !== undefined && Chart.of(operatorGroup) === Chart.of(this)) {
        operatorGroup.addDependency(namespaceObject);
      }
    }
    const catalog = this.choice.registry?.catalogSource ?? (CatalogRef.isCatalogRef(this.catalog) ? this.catalog.object : this.catalog);
    if (Construct.isConstruct(catalog)) {
      subscription.addDependency(catalog);
    }
  }
}

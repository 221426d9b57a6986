import { ApiObject, Chart } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import * as olm from '../../../imports/operators.coreos.com';
import { InstallMode } from '../../bundle/model/install-mode';
import { defined } from '../../formats/json/defined';
import { wantedCsvIn } from '../../formats/schema/wanted-csv';
import { PREVIOUS_NAME } from '../../olm/names';
import { checkArguments } from '../../formats/options/check-arguments';
import type { OperatorUpgradePlan } from '../../resolve/operator-upgrade-plan';
import { OlmV1Result, packageEngineOf, PackageEngineResult } from '../catalogs/package-engine';
import { useOlm } from '../installation/olm-of-cluster';
import { CatalogRef, ICatalog } from '../model/catalog-ref';
import { preferBefore } from '../model/chart-order';
import { checkSoleOwner, ClusterObjects } from '../model/cluster-objects';
import { ConstructError } from '../model/construct-error';
import { answerImagesCommand } from '../model/images-command';
import { lateValue } from '../model/late-value';
import { lockOf } from '../model/lock-of-cluster';
import { commonMetadata, manifestObject, markedMetadata } from '../model/manifest-object';
import { checkOperatorConfig, OperatorConfig } from '../model/operator-config';
import { OperatorGroupRef } from '../model/operator-group-ref';
import { checkOptionsIn, checkProps, scopeOf } from '../model/prop-checks';
import { warnAtSynthesis } from '../model/warnings';
import { createScopedAccount } from '../rights/install-roles';
import { targetNamespacesFor } from './operator-group';
import { InstallPlanApproval, OperatorSubscriptionProps, OperatorUpgradeStrategy } from './operator-subscription-props';
import { recordBundle, subscriptionProblems } from './subscription-checks';
import { SubscriptionChoice, upgradePath } from './subscription-choice';
import { checkUpgradePlan, createLockedDependencies, type LockedNamespace, lockedNamespace } from './subscription-lock';
import { answerMigration } from './subscription-migration';
import { subscriptionObject } from './subscription-object';
import { type OlmV0Plan, planSubscription } from './subscription-plan';
import { wantedCsv } from './wanted-csv';
import { printableValidation } from '../model/printable-validation';

/** Objects of a Subscription of OLM v0. */
interface OlmV0Objects {
  readonly namespaceObject: ApiObject | undefined;
  readonly serviceAccountObjects: ApiObject[];
  readonly operatorGroup: ApiObject | undefined;
  readonly subscription: olm.Subscription;
}

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

  /** Name of the Subscription whose operator this one takes over, if specified. */
  public readonly previousName: string | undefined;

  /** Namespace of the operator. */
  public readonly namespace: string;

  /** Package that is installed. */
  public readonly packageName: string;

  /** Channel that is followed, or undefined if OLM follows all channels of the package in a catalog outside this app. */
  public readonly channel: string | undefined;

  /** Name of the CSV that OLM v0 starts from, if specified. */
  public readonly startingCsv: string | undefined;

  /** Exact version that is installed and kept, or undefined if the channel is followed. */
  public readonly version: string | undefined;

  /** Approval strategy for InstallPlans. OLM v1 has none, and installs without approval. */
  public readonly approval: InstallPlanApproval;

  /** Namespaces that the operator watches. */
  public readonly installMode: InstallMode;

  /** Catalog that the package comes from. */
  public readonly catalog: ICatalog;

  /** The Namespace, if it is created here. */
  public readonly namespaceObject: ApiObject | undefined;

  /** OperatorGroup that is created here or was passed as an object, or undefined if it was only named or the engine is not that of OLM v0. */
  public readonly operatorGroup: ApiObject | undefined;

  /** Name of the OperatorGroup, or undefined if the engine is not that of OLM v0. */
  public readonly operatorGroupName: string | undefined;

  /** Name of the ServiceAccount with which OLM v0 installs the operator, if specified. */
  public readonly serviceAccountName: string | undefined;

  /** Dependencies of this operator in the lock, unless another operator created them, or an empty list without a lock. */
  public readonly dependencies: OperatorSubscription[];

  /** ServiceAccount with which OLM v0 installs the operator, with its roles and bindings, or an empty list if they are not created here. */
  public readonly serviceAccountObjects: ApiObject[];

  /**
   * Warnings as sentences: deprecations, with the message of the catalog, and objects that a created ServiceAccount cannot install. They are also
   * printed on stderr at synthesis. The list is empty if the content of the catalog is unknown.
   */
  public readonly warnings: string[];

  /**
   * Content of the lock for the namespace, or undefined if no lock chose the version.
   *
   * @internal
   */
  public readonly _locked: LockedNamespace | undefined;

  /**
   * Plan by which the operator is upgraded.
   *
   * @internal
   */
  public readonly _upgradePlan: OperatorUpgradePlan | undefined;

  /**
   * Result of an engine other than that of OLM v0.
   *
   * @internal
   */
  public readonly _result: PackageEngineResult | undefined;

  /**
   * Package and version that are installed.
   *
   * @internal
   */
  public readonly _choice: SubscriptionChoice;

  /**
   * Whether something in the program hands over the operator of the previous Subscription, such as an `OperatorWaitJob`.
   *
   * @internal
   */
  public _isHandedOver = false;

  /** @internal */
  public readonly _subscriptionProps: OperatorSubscriptionProps;

  readonly #subscriptionObject: olm.Subscription | undefined;

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when props are unknown, invalid or contradict each other, or the registry does not have what they name
   */
  public constructor(scope: Construct, id: string, props: OperatorSubscriptionProps) {
    super(scopeOf('new OperatorSubscription', scope, id), id);
    Object.defineProperty(this, OPERATOR_SUBSCRIPTION, { value: true });
    checkProps(this, 'OperatorSubscriptionProps', props, new.target !== OperatorSubscription);
    const plan = planSubscription(this, props, packageEngineOf(this, props), lockOf(this));
    const { choice, problems } = plan;
    this._subscriptionProps = props;
    this._choice = choice;
    this.name = plan.name;
    this.previousName = props.previousName;
    this.namespace = plan.namespace;
    this.packageName = choice.package;
    this.channel = choice.channel;
    this.version = choice.version;
    this.approval = plan.approval;
    this.installMode = plan.installMode;
    this.catalog = choice.catalog;
    this.warnings = plan.warnings;
    this.node.addValidation(printableValidation(() => problems));

    const olmV0 = plan.engine === undefined ? plan : undefined;
    this.startingCsv = olmV0?.choice.startingCsv;
    this.operatorGroupName = olmV0?.operatorGroupName;
    this.serviceAccountName = olmV0?.account?.name;
    this._upgradePlan = olmV0?.upgradePlan;
    this._locked = olmV0?.locked === undefined ? undefined : lockedNamespace(olmV0.locked, this.namespace, this.startingCsv);

    const objects = olmV0 === undefined ? undefined : this.#createObjects(olmV0);
    this.namespaceObject = objects?.namespaceObject;
    this.serviceAccountObjects = objects?.serviceAccountObjects ?? [];
    this.operatorGroup = objects?.operatorGroup;
    this.#subscriptionObject = objects?.subscription;
    this._result = plan.engine?.installPackage(this, plan.request);
    this.dependencies = olmV0?.locked === undefined ? [] : createLockedDependencies(
      this, olmV0.locked, (dependencyId, dependency) => new OperatorSubscription(this, dependencyId, dependency),
    );
    warnAtSynthesis(this, () => [...this.warnings, ...this.#handOverWarnings()]);
    if (olmV0 !== undefined) {
      this.#registerInCluster(olmV0);
      const { catalogContent, catalogNamespace, catalogName } = this.catalog;
      if (catalogContent !== undefined) {
        answerImagesCommand(this, () => ({ contents: new Map([[`${catalogNamespace}/${catalogName}`, catalogContent]]) }));
      }
    }
  }

  /**
   * The Subscription.
   *
   * @throws ConstructError when the engine is not that of OLM v0
   */
  public get subscription(): olm.Subscription {
    if (this.#subscriptionObject === undefined) {
      throw new ConstructError(this, '`subscription` has no value: the package is installed by OLM v1; use `olmV1`, or set \'engine\' to new OlmV0Engine()');
    }
    return this.#subscriptionObject;
  }

  /**
   * Reference to the OperatorGroup of the namespace, for the other Subscriptions in it.
   *
   * @throws ConstructError when the engine is not that of OLM v0
   */
  public get operatorGroupRef(): OperatorGroupRef {
    const { operatorGroup: given } = this._subscriptionProps;
    if (given === undefined && this.operatorGroup === undefined) {
      throw new ConstructError(this, '`operatorGroupRef` has no value: the package is installed by OLM v1, which has no OperatorGroups; set \'engine\' to new OlmV0Engine()');
    }
    return given ?? OperatorGroupRef.fromObject(this.operatorGroup!);
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
   * Name of the ClusterServiceVersion that the manifest of the Subscription requests, or undefined if that is unknown or the engine is not that of
   * OLM v0.
   *
   * @internal
   */
  public get _wantedCsv(): string | undefined {
    return wantedCsvIn(this.#subscriptionObject?.toJson());
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
    checkArguments('OperatorSubscription#upgradePath', { csv });
    return upgradePath(this, this._choice, this.version, csv);
  }

  /** Spec of the Subscription except for its `config`, produced at synthesis. Override it to change it. */
  protected subscriptionSpec(): olm.SubscriptionSpec {
    return {
      name: this.packageName,
      source: this.catalog.catalogName,
      sourceNamespace: this.catalog.catalogNamespace,
      installPlanApproval: this.approval,
      ...defined({ channel: this.channel, startingCsv: this.startingCsv }),
    };
  }

  /** The `config` of the Subscription, produced at synthesis, unless `subscriptionSpec` has one. Override it to change it. */
  protected operatorConfig(): OperatorConfig | undefined {
    return this._subscriptionProps.config;
  }

  /**
   * Spec of the OperatorGroup, produced at synthesis. It contains what OLM would add, and omits what OLM would remove, so that GitOps tools
   * see no difference afterwards.
   */
  protected operatorGroupSpec(): olm.OperatorGroupSpec {
    const targets = targetNamespacesFor(this.installMode, this.namespace);
    return {
      ...(targets.length === 0 ? {} : { targetNamespaces: targets }),
      ...defined({ serviceAccountName: this.serviceAccountName }),
      upgradeStrategy: (this._subscriptionProps.upgradeStrategy ?? OperatorUpgradeStrategy.DEFAULT) as string as olm.OperatorGroupSpecUpgradeStrategy,
    };
  }

  #createObjects(plan: OlmV0Plan): OlmV0Objects {
    const { account } = plan;
    // The Namespace and the OperatorGroup belong to all operators of the namespace.
    const own = markedMetadata(this, this._subscriptionProps, 'Subscription', plan.name, plan.namespace);
    const objects: OlmV0Objects = {
      namespaceObject: plan.createsNamespace ? manifestObject(this, 'Namespace', {
        apiVersion: 'v1', kind: 'Namespace', metadata: { name: plan.namespace },
      }, this._subscriptionProps) : undefined,
      serviceAccountObjects: account?.rules === undefined ? []
        : createScopedAccount(this, account.name, plan.namespace, account.rules, own),
      operatorGroup: plan.operatorGroup === undefined ? this.#createOperatorGroup(plan) : plan.operatorGroup.object,
      subscription: subscriptionObject(
        this, commonMetadata(this, {
          name: plan.name, namespace: plan.namespace,
          ...(this.previousName === undefined ? {} : { annotations: { [PREVIOUS_NAME]: this.previousName } }),
        }, own),
        { spec: () => this.subscriptionSpec(), config: () => this.#checkedConfig(), wantedCsv: spec => wantedCsv(this, this._choice, spec) },
      ),
    };
    orderObjects(this, objects);
    return objects;
  }

  /** Returns the config, which a subclass may have changed. */
  #checkedConfig(): OperatorConfig | undefined {
    const config = this.operatorConfig();
    if (config !== undefined && config !== this._subscriptionProps.config) {
      checkOptionsIn(this, 'the result of operatorConfig', 'OperatorConfig', config);
      checkOperatorConfig(this, 'operatorConfig', config);
    }
    return config;
  }

  /** A manifest alone does not hand over an operator. */
  #handOverWarnings(): string[] {
    return this.previousName === undefined || this._isHandedOver ? [] : [
      `previousName is '${this.previousName}', and nothing in the app hands the operator over: OLM does not resolve the new Subscription; create an OperatorWaitJob with it in `
        + '`waitFor`, or run `olm-constructs wait --adopt` with the manifests after you apply them',
    ];
  }

  #createOperatorGroup({ operatorGroupName: name, namespace, operatorGroupAnnotations: annotations }: OlmV0Plan): ApiObject {
    return new olm.OperatorGroup(this, 'OperatorGroup', {
      metadata: commonMetadata(this, { name, namespace, annotations }, this._subscriptionProps),
      spec: lateValue(() => this.operatorGroupSpec()) as olm.OperatorGroupSpec,
    });
  }

  /** Orders the objects after OLM and after the dependencies, and checks them against the rest of the cluster at synthesis. */
  #registerInCluster({ bundle, upgradePlan }: OlmV0Plan): void {
    if (upgradePlan !== undefined) {
      checkUpgradePlan(this, upgradePlan);
    }
    preferBefore(this.subscription, ...this.dependencies.map(dependency => dependency.subscription));
    useOlm(this, this.namespace, ['operatorgroups', 'subscriptions']);
    checkSoleOwner(this, kind => `set another \`namespace\`, or ${REMEDIES[kind] ?? 'another `name`'}, for one of them`);
    recordBundle(this.subscription, bundle);
    ClusterObjects.addCheck(this, objects => subscriptionProblems(this, objects));
    answerMigration(this);
  }
}

/** How two Subscriptions share a namespace, by the kind of the object that only one of them may create. */
const REMEDIES: { readonly [kind: string]: string } = {
  Namespace: '`createNamespace: false`', OperatorGroup: '`operatorGroup`', ServiceAccount: '`serviceAccount`',
};

/** Records that something in the program hands over the operators of previous Subscriptions. */
export function markHandedOver(constructs: readonly IConstruct[]): void {
  constructs.filter(construct => OperatorSubscription.isOperatorSubscription(construct)).forEach(subscription => {
    subscription._isHandedOver = true;
  });
}

/** Makes the objects of an operator depend on each other in the order in which they must be applied: the Subscription comes last. */
function orderObjects(
  operator: OperatorSubscription, { subscription, namespaceObject, operatorGroup, serviceAccountObjects }: OlmV0Objects,
): void {
  const { catalog } = operator;
  subscription.addDependency(...serviceAccountObjects);
  if (namespaceObject !== undefined) {
    serviceAccountObjects.forEach(object => object.addDependency(namespaceObject));
  }
  if (operatorGroup !== undefined) {
    preferBefore(subscription, operatorGroup);
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
    preferBefore(subscription, source);
  }
}

import { ApiObject, Chart, Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import { checkSoleOwner, objectsOfApp } from './app-checks';
import { Approval } from './approval';
import { CatalogRef } from './catalog-ref';
import { manifestObject, markedMetadata } from './manifest-object';
import { olmOfApp, useOlm } from './olm-order';
import { OperatorSubscriptionProps } from './operator-subscription-props';
import { chooseInstallMode, chooseSubscription, SubscriptionChoice } from './subscription-choice';
import { upgradePath } from './upgrade-path';
import * as olm from '../../imports/operators.coreos.com';
import { InstallMode, InstallModeType } from '../bundle/install-mode';

/**
 * An operator that OLM installs and keeps up to date in a namespace.
 *
 * It makes the Namespace, the OperatorGroup that says which namespaces the operator watches, and the Subscription that
 * ties a package's channel to a catalog. From these OLM works out an InstallPlan, and from that the operator.
 *
 * @see https://olm.operatorframework.io/docs/concepts/crds/subscription/
 */
export class OperatorSubscription extends Construct {
  /** The name of the Subscription. */
  public readonly name: string;

  /** The namespace that the operator is installed in. */
  public readonly namespace: string;

  /** The package that is installed. */
  public readonly package: string;

  /** The channel that is followed; undefined where OLM takes the default one of a catalog outside this app. */
  public readonly channel?: string;

  /** The CSV that OLM starts from, when one is said. */
  public readonly startingCsv?: string;

  /** The exact version that is installed and stayed on; undefined when the channel is followed. */
  public readonly version?: string;

  /** Who lets InstallPlans run. */
  public readonly approval: Approval;

  /** Which namespaces the operator watches. */
  public readonly installMode: InstallMode;

  /** The catalog that the package comes from. */
  public readonly catalog: CatalogRef;

  /** The Namespace, when it is made here. */
  public readonly namespaceObject?: ApiObject;

  /** The OperatorGroup: the one made here, or the object that was given. Undefined when it was only named. */
  public readonly operatorGroup?: ApiObject;

  /** The name of the OperatorGroup. */
  public readonly operatorGroupName: string;

  /** The Subscription. */
  public readonly subscription: olm.Subscription;

  private readonly props: OperatorSubscriptionProps;
  private readonly choice: SubscriptionChoice;

  /**
   * @param scope where the subscription stands
   * @param id its name in the scope
   * @param props what it installs
   * @throws ConstructError when the props contradict each other, or name what the registry does not have
   */
  public constructor(scope: Construct, id: string, props: OperatorSubscriptionProps) {
    super(scope, id);
    this.props = props;
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
    if (props.version !== undefined) {
      this.version = props.version;
    }
    this.installMode = chooseInstallMode(this, props.installMode, this.choice.bundle);
    this.name = props.name ?? this.package;
    this.namespace = props.namespace ?? Chart.of(this).namespace ?? this.package;

    if (props.createNamespace ?? true) {
      this.namespaceObject = manifestObject(this, 'Namespace', {
        apiVersion: 'v1', kind: 'Namespace', metadata: { name: this.namespace },
      }, props);
    }
    this.operatorGroupName = props.operatorGroup?.name ?? this.name;
    const group = props.operatorGroup === undefined ? this.makeOperatorGroup() : props.operatorGroup.object;
    this.subscription = new olm.Subscription(this, 'Resource', {
      metadata: markedMetadata({ name: this.name, namespace: this.namespace }, props),
      spec: Lazy.any({ produce: () => this.subscriptionSpec() }) as olm.SubscriptionSpec,
    });
    if (group !== undefined) {
      this.operatorGroup = group;
      this.subscription.addDependency(group);
    }
    if (this.namespaceObject !== undefined) {
      this.subscription.addDependency(this.namespaceObject);
      (props.operatorGroup === undefined ? group : undefined)?.addDependency(this.namespaceObject);
    }
    if (props.registry !== undefined) {
      this.subscription.addDependency(props.registry.catalogSource);
    }

    useOlm(this);
    checkSoleOwner(this, 'give one of them another namespace, or say `createNamespace: false` or `operatorGroup` in one');
    this.node.addValidation({ validate: () => this.problems() });
  }

  /**
   * The CSVs that OLM installs one after the other on the way from one that is installed, each in an InstallPlan of its own: what to approve,
   * and in which order, where the approval is manual. It ends at `version` where one is pinned, else at the head of the channel.
   *
   * @param from the CSV that is installed, by name or version. One that the catalog does not have is found by its name where another one
   * replaces or skips it, and by its version where it is in the skip range of another one
   * @throws ConstructError when the catalog is not part of the app, or has no way from there
   */
  public upgradePath(from: string): string[] {
    return upgradePath(this, this.props, this.choice, from);
  }

  /** The spec of the Subscription, asked for when the app is synthesized. Override it to change what the base class says. */
  protected subscriptionSpec(): olm.SubscriptionSpec {
    return {
      name: this.package,
      source: this.catalog.name,
      sourceNamespace: this.catalog.namespace,
      installPlanApproval: this.approval,
      ...(this.channel === undefined ? {} : { channel: this.channel }),
      ...(this.startingCsv === undefined ? {} : { startingCsv: this.startingCsv }),
      ...(this.props.config === undefined ? {} : { config: this.props.config }),
    };
  }

  /**
   * The spec of the OperatorGroup, asked for when the app is synthesized. It spells out what OLM would fill in, and
   * leaves out what OLM would strip, so that GitOps tools see no difference afterwards.
   */
  protected operatorGroupSpec(): olm.OperatorGroupSpec {
    const targets = this.installMode.type === InstallModeType.OWN_NAMESPACE ? [this.namespace] : this.installMode.targetNamespaces;
    return {
      ...(targets.length === 0 ? {} : { targetNamespaces: targets }),
      upgradeStrategy: olm.OperatorGroupSpecUpgradeStrategy.DEFAULT,
    };
  }

  private makeOperatorGroup(): ApiObject {
    return new olm.OperatorGroup(this, 'OperatorGroup', {
      metadata: markedMetadata({ name: this.operatorGroupName, namespace: this.namespace }, this.props),
      spec: Lazy.any({ produce: () => this.operatorGroupSpec() }) as olm.OperatorGroupSpec,
    });
  }

  /** What can only be told once the whole app is known. */
  private problems(): string[] {
    return [...this.modeProblems(), ...this.groupProblems(), ...this.neighbourProblems(), ...this.visibilityProblems()];
  }

  private modeProblems(): string[] {
    const bundle = this.choice.bundle;
    if (bundle === undefined || bundle.supportsInstallMode(this.installMode.type)) {
      return [];
    }
    return [`bundle '${bundle.name}' does not support the install mode ${this.installMode.type}; it supports `
      + `${(bundle.installModes ?? []).join(', ')}: give one of these as \`installMode\``];
  }

  private groupProblems(): string[] {
    const others = objectsOfApp(this)
      .filter(object => object.kind === 'OperatorGroup' && object.metadata.namespace === this.namespace)
      .filter(object => object.name !== this.operatorGroupName);
    const installation = olmOfApp(this);
    // An OLM that is in the cluster already has its group there, where the app cannot see it.
    if (others.length === 0 && installation?.operatorNamespace === this.namespace && this.props.operatorGroup === undefined) {
      return [`namespace '${this.namespace}' has the OperatorGroup for all namespaces of the OLM at '${installation.node.path}', and OLM does `
        + "nothing in a namespace with two; give that one as `operatorGroup`, by the name 'global-operators', or this operator a namespace of its own"];
    }
    return others.map(object => `namespace '${this.namespace}' gets a second OperatorGroup from '${object.node.path}', and OLM does nothing in a `
      + 'namespace with two; give that one as `operatorGroup`, or this operator a namespace of its own');
  }

  private neighbourProblems(): string[] {
    return this.node.root.node.findAll()
      .filter((other): other is OperatorSubscription => other instanceof OperatorSubscription)
      .filter(other => other !== this && other.namespace === this.namespace && other.approval !== this.approval)
      .map(other => `approval is ${this.approval} here and ${other.approval} for '${other.node.path}' in the same namespace, where OLM `
        + 'then treats both as Manual; use one approval for both, or a namespace for each');
  }

  private visibilityProblems(): string[] {
    const global = olmOfApp(this)?.catalogNamespace;
    if (this.props.registry === undefined || this.catalog.namespace === this.namespace || global === undefined) {
      return [];
    }
    return this.catalog.namespace === global ? [] : [
      `the registry stands in namespace '${this.catalog.namespace}', which namespace '${this.namespace}' does not see; `
      + `put the registry into '${this.namespace}', or into OLM's global catalog namespace '${global}'`];
  }
}

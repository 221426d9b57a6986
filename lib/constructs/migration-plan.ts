import { IConstruct } from 'constructs';
import { Bundle } from '../bundle/bundle';
import { InstallMode } from '../bundle/model/install-mode';
import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import { OlmV1Version } from '../olm/v1/olm-v1-version';
import { CatalogKind, migrationText, OperatorMigration } from '../olm/v1/operator-migration';
import { migrationOf } from './olm-v1/migration-target';
import { OperatorSubscription } from './subscription/operator-subscription';
import { subscriptionMigration } from './subscription/subscription-migration';
import { printableJson } from '../formats/json/printable-json';

/** The OLM v1 that operators move to. */
export interface MigrationOptions {
  /**
   * Release of OLM v1.
   *
   * @default OlmV1Version.DEFAULT
   */
  readonly version?: OlmV1Version;

  /**
   * Whether OLM v1 is from the experimental channel.
   *
   * @default false
   */
  readonly experimental?: boolean;
}

/** An operator of OLM v0 outside of the app, and the OLM v1 that it moves to. */
export interface BundleMigrationOptions extends MigrationOptions {
  /**
   * Namespace of the operator.
   *
   * @default - the name of the package
   */
  readonly namespace?: string;

  /**
   * Name of the Subscription and, later, of the ClusterExtension.
   *
   * @default - the name of the package
   */
  readonly name?: string;
}

/**
 * How operators move from OLM v0 to OLM v1: what moves automatically, what has to be done by hand, in which order, and what is lost. Nothing is
 * changed.
 *
 * OLM v1 does not take over operators of OLM v0: each one is removed from OLM v0, without its APIs and their objects, and installed again.
 */
export class MigrationPlan {
  /**
   * Plans the move of an operator for all namespaces, with automatic approval and from a CatalogSource that something else created.
   *
   * @param bundle bundle that is installed
   * @param options names, and the OLM v1 that it moves to
   * @throws Error when an option is unknown
   */
  public static forBundle(bundle: Bundle, options: BundleMigrationOptions = {}): MigrationPlan {
    checkArguments('MigrationPlan.forBundle', { bundle });
    checkOptions('options of MigrationPlan.forBundle', 'BundleMigrationOptions', options);
    const { namespace = bundle.packageName, name = bundle.packageName, version = OlmV1Version.DEFAULT, experimental = false } = options;
    return new MigrationPlan([migrationOf({
      operator: bundle.name,
      bundle,
      namespace,
      subscription: name,
      operatorGroup: name,
      extension: name,
      catalog: CatalogKind.OTHER,
      channel: undefined,
      isApprovedByHand: false,
      hasConfig: false,
      hasServiceAccount: false,
    }, InstallMode.allNamespaces(), { version, experimental })]);
  }

  /**
   * Plans the move of the operators of an app, a cluster or a chart: of each `OperatorSubscription` and `BundleDeployment` that OLM v0 installs.
   *
   * @param scope the app, cluster or chart
   * @param options the OLM v1 that they move to
   * @throws Error when an option is unknown
   */
  public static forApp(scope: IConstruct, options: MigrationOptions = {}): MigrationPlan {
    checkArguments('MigrationPlan.forApp', { scope });
    checkOptions('options of MigrationPlan.forApp', 'MigrationOptions', options);
    const { version = OlmV1Version.DEFAULT, experimental = false } = options;
    return new MigrationPlan(scope.node.findAll()
      .filter(construct => OperatorSubscription.isOperatorSubscription(construct))
      .filter(({ _result }) => _result === undefined)
      .map(subscription => subscriptionMigration(subscription, { version, experimental })));
  }

  /** @internal */
  public static _of(operators: readonly OperatorMigration[]): MigrationPlan {
    return new MigrationPlan([...operators]);
  }

  /** The operators, in the order of the app, or of their namespaces and names in a cluster. */
  public readonly operators: OperatorMigration[];

  private constructor(operators: OperatorMigration[]) {
    this.operators = operators;
  }

  /** Whether OLM v1 can install all operators. */
  public get isPossible(): boolean {
    return this.operators.every(({ refusals }) => refusals.length === 0);
  }

  /** Returns the plan as JSON. */
  public toJson(): string {
    return `${printableJson({ isPossible: this.isPossible, operators: this.operators })}\n`;
  }

  /** Returns the plan as text: for each operator the numbered steps with their commands, and what is lost. */
  public toText(): string {
    return migrationText(this.operators);
  }
}

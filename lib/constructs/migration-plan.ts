import { App, Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import { Bundle } from '../bundle/bundle';
import { InstallModeType } from '../bundle/model/cluster-service-version-spec';
import { InstallMode } from '../bundle/model/install-mode';
import { defined } from '../formats/json/defined';
import { checkOptions } from '../formats/options/check-options';
import { OlmV1Version } from '../olm/v1/olm-v1-version';
import { CatalogKind, MigrationFacts, migrationText, OperatorMigration, planOperator } from '../olm/v1/operator-migration';
import { ImageCatalog } from './catalogs/image-catalog';
import { OperatorRegistry } from './catalogs/operator-registry';
import { ConstructError } from './model/construct-error';
import { chooseExtension } from './olm-v1/extension-choice';
import { OperatorSubscription } from './subscription/operator-subscription';
import { InstallPlanApproval } from './subscription/operator-subscription-props';

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
    checkOptions('options of MigrationPlan.forBundle', 'BundleMigrationOptions', options);
    const { namespace = bundle.packageName, name = bundle.packageName, version = OlmV1Version.DEFAULT, experimental = false } = options;
    const facts = {
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
      version,
      isExperimental: experimental,
    };
    return new MigrationPlan([planOperator({ ...facts, ...migrationTarget(facts, InstallMode.allNamespaces()) })]);
  }

  /**
   * Plans the move of the operators of an app, a cluster or a chart: of each `OperatorSubscription` and `BundleDeployment` that OLM v0 installs.
   *
   * @param scope the app, cluster or chart
   * @param options the OLM v1 that they move to
   * @throws Error when an option is unknown
   */
  public static forApp(scope: IConstruct, options: MigrationOptions = {}): MigrationPlan {
    checkOptions('options of MigrationPlan.forApp', 'MigrationOptions', options);
    const { version = OlmV1Version.DEFAULT, experimental = false } = options;
    const subscriptions = scope.node.findAll()
      .filter(construct => OperatorSubscription.isOperatorSubscription(construct))
      .filter(({ _result }) => _result === undefined);
    return new MigrationPlan(subscriptions.map(subscription => {
      const facts = migrationFacts(subscription, version, experimental);
      return typeof facts === 'string'
        ? { operator: subscription.node.path, bundle: '', refusals: [facts], steps: [], losses: [] }
        : planOperator(facts);
    }));
  }

  /** The operators, in the order of the app. */
  public readonly operators: OperatorMigration[];

  private constructor(operators: OperatorMigration[]) {
    this.operators = operators;
  }

  /** Whether OLM v1 can install all operators. */
  public get isPossible(): boolean {
    return this.operators.every(({ refusals }) => refusals.length === 0);
  }

  /** Returns the plan as text: for each operator the numbered steps with their commands, and what is lost. */
  public toText(): string {
    return migrationText(this.operators);
  }
}

/** What a ClusterExtension would do with a bundle of OLM v0. */
interface MigrationTarget {
  /** Reasons why OLM v1 would not install the bundle, as sentences, or an empty list if it would. */
  readonly refusals: readonly string[];

  /** Whether the operator will watch all namespaces, which it does not today. */
  readonly widens: boolean;
}

/** Returns what a ClusterExtension would do with a bundle: in its current install mode if OLM v1 supports that, otherwise for all namespaces. */
function migrationTarget(facts: Omit<MigrationFacts, 'refusals' | 'widens'>, installMode: InstallMode): MigrationTarget {
  const isGlobal = installMode.type === InstallModeType.ALL_NAMESPACES;
  const same = refusalOf(facts, isGlobal ? undefined : installMode);
  if (same === undefined || isGlobal) {
    return { refusals: same === undefined ? [] : [same], widens: false };
  }
  const global = refusalOf(facts, undefined);
  return global === undefined ? { refusals: [], widens: true } : { refusals: [global], widens: false };
}

/** Returns why a ClusterExtension of the bundle is refused, as a sentence, or undefined if it is accepted. */
function refusalOf(
  { bundle, namespace, version, isExperimental }: Omit<MigrationFacts, 'refusals' | 'widens'>, installMode: InstallMode | undefined,
): string | undefined {
  const scope = new Chart(new App(), 'migration');
  try {
    chooseExtension(scope, {
      bundles: [bundle], namespace, olmVersion: version, experimental: isExperimental, ...defined({ installMode }),
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof ConstructError)) {
      throw error;
    }
    const sentence = error.message.slice(`[${error.path}] `.length);
    return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
  }
}

/** Returns what determines how the operator of a Subscription moves to OLM v1, or the reason why it is unknown, as a sentence. */
function migrationFacts(subscription: OperatorSubscription, version: OlmV1Version, isExperimental: boolean): MigrationFacts | string {
  const { _choice: { bundle, catalog }, _subscriptionProps: props } = subscription;
  if (bundle?.content === undefined) {
    return bundle === undefined
      ? `The app does not know the content of catalog '${catalog.catalogName}': supply it as \`content\`, or use MigrationPlan.forBundle.`
      : `Catalog '${catalog.catalogName}' has bundle '${bundle.name}' without its manifests: read its image, and use MigrationPlan.forBundle.`;
  }
  const facts = {
    operator: subscription.node.path,
    bundle: bundle.content,
    namespace: subscription.namespace,
    subscription: subscription.name,
    operatorGroup: props.operatorGroup === undefined ? subscription.operatorGroupName : undefined,
    extension: subscription.name,
    catalog: catalogKind(subscription),
    channel: props.channel,
    isApprovedByHand: subscription.approval === InstallPlanApproval.MANUAL,
    hasConfig: props.config !== undefined,
    hasServiceAccount: props.serviceAccount !== undefined,
    version,
    isExperimental,
  };
  return { ...facts, ...migrationTarget(facts, subscription.installMode) };
}

function catalogKind({ catalog }: OperatorSubscription): CatalogKind {
  if (OperatorRegistry.isOperatorRegistry(catalog)) {
    return CatalogKind.CONFIG_MAPS;
  }
  return ImageCatalog.isImageCatalog(catalog) ? CatalogKind.IMAGE : CatalogKind.OTHER;
}

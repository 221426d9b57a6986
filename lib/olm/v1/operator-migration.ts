import type { Bundle } from '../../bundle/bundle';
import type { Manifest } from '../../bundle/model/manifest';
import { stringField } from '../../formats/json/json-value';
import { OlmV1Version } from './olm-v1-version';
import { shell } from '../../text/shell';
import { printable, printableMessage } from '../../text/printable';
import { type TextWidths, UNWRAPPED_PROSE, wrappedLine } from '../../text/text-table';
import { safeFileName } from '../../text/safe-file-name';

/** Actor of a step of a migration. */
export enum MigrationActor {
  /** The user, with the commands of the step. */
  BY_HAND = 'by hand',

  /** OLM, or the tool that applies the program's objects, once the previous steps are done. */
  BY_ITSELF = 'by itself',
}

/** A step of a migration. */
export interface MigrationStep {
  /** Actor of the step. */
  readonly actor: MigrationActor;

  /** What happens, as a sentence. */
  readonly description: string;

  /** Commands for the step, or an empty list if it needs none. */
  readonly commands: string[];
}

/** How an operator moves from OLM v0 to OLM v1. */
export interface OperatorMigration {
  /** Construct path of the operator in the app, namespace and name of its Subscription in a cluster, or the name of a bundle. */
  readonly operator: string;

  /** Name of the bundle, or an empty string if the content of the catalog is unknown. */
  readonly bundle: string;

  /** Reasons why OLM v1 would not install the bundle, as sentences, or an empty list if it would. If there are any, there are no steps. */
  readonly refusals: string[];

  /** Steps, in order. */
  readonly steps: MigrationStep[];

  /** What is lost or works differently afterwards, as sentences. */
  readonly losses: string[];

  /** What is not known, because it could not be read or a dump lacks it, as sentences. Steps and losses may depend on it. */
  readonly unknown: string[];
}

/** An operator that OLM v0 installed. */
export interface InstalledOperator {
  /** Construct path, namespace and name of the Subscription, or the name of the bundle. */
  readonly operator: string;

  /** Installed bundle. */
  readonly bundle: Bundle;

  /** Namespace of the operator. */
  readonly namespace: string;

  /** Name of the Subscription. */
  readonly subscription: string;

  /** Name of the OperatorGroup, or undefined if others also use it, so that it is kept. */
  readonly operatorGroup: string | undefined;

  /** Whether other operators may use the OperatorGroup that are not known. @default false */
  readonly mayShareOperatorGroup?: boolean;

  /** Name that the ClusterExtension will have. */
  readonly extension: string;

  /** Current catalog of the package. */
  readonly catalog: CatalogKind;

  /** Channel that the Subscription follows, or undefined if it follows the default one. */
  readonly channel: string | undefined;

  /** Whether InstallPlans are approved manually. */
  readonly isApprovedByHand: boolean;

  /** Whether the Subscription changes the Deployments of the operator. */
  readonly hasConfig: boolean;

  /** Whether OLM v0 installs the operator with an account with limited rights. */
  readonly hasServiceAccount: boolean;

  /** What is not known about it, as sentences. @default - everything is known */
  readonly unknown?: readonly string[];
}

/** What determines how an operator moves from OLM v0 to OLM v1. */
export interface MigrationFacts extends InstalledOperator {
  /** Release of OLM v1. */
  readonly version: OlmV1Version;

  /** Whether OLM v1 is from the experimental channel. */
  readonly isExperimental: boolean;

  /** Reasons why OLM v1 would not install the bundle, as sentences. */
  readonly refusals: readonly string[];

  /** Whether the operator will watch all namespaces, but does not do so today. */
  readonly widens: boolean;
}

/** Types of catalogs of OLM v0. */
export enum CatalogKind {
  /** ConfigMaps, such as those of an `OperatorRegistry`. */
  CONFIG_MAPS = 'config-maps',

  /** An image that OLM runs. */
  IMAGE = 'image',

  /** Any other CatalogSource. */
  OTHER = 'other',

  /** A CatalogSource that is not known. */
  UNKNOWN = 'unknown',
}

/**
 * Plans how an operator moves from OLM v0 to OLM v1 while keeping the objects of its APIs.
 *
 * OLM v1 applies a bundle as a Helm release, and Helm takes over an existing object only if it has the labels and annotations of the release. The
 * experimental channel of OLM v1 takes over no objects.
 *
 * @see https://github.com/operator-framework/operator-controller/blob/main/docs/concepts/single-owner-objects.md
 */
export function planOperator(facts: MigrationFacts): OperatorMigration {
  const { operator, bundle, refusals, unknown = [] } = facts;
  return {
    operator,
    bundle: bundle.name,
    refusals: [...refusals],
    steps: refusals.length > 0 ? [] : [
      ...catalogSteps(facts),
      ...backUp(facts),
      stopOlmV0(facts),
      ...handOver(facts),
      byItself(`Apply the program with \`engine: new OlmV1Engine(…)\`: OLM v1 installs '${bundle.name}' as ClusterExtension '${facts.extension}', `
        + 'and the operator runs again.'),
      ...removeLeftovers(facts),
    ],
    losses: refusals.length > 0 ? [] : lossesOf(facts),
    unknown: refusals.length > 0 ? [] : [...unknown],
  };
}

/** Returns the migration of an operator about which something required is unknown. */
export function unknownOperator(operator: string, reason: string): OperatorMigration {
  return { operator, bundle: '', refusals: [reason], steps: [], losses: [], unknown: [] };
}

function byHand(description: string, commands: string[] = []): MigrationStep {
  return { actor: MigrationActor.BY_HAND, description, commands };
}

function byItself(description: string): MigrationStep {
  return { actor: MigrationActor.BY_ITSELF, description, commands: [] };
}

function catalogSteps({ bundle, catalog }: MigrationFacts): MigrationStep[] {
  switch (catalog) {
    case CatalogKind.CONFIG_MAPS:
      return [byHand('Push the bundle and its catalog as images, since OLM v1 reads no ConfigMaps: write them with `Catalog.toImageLayout`, and set `catalogImage` of '
        + 'the engine.')];
    case CatalogKind.IMAGE:
      return [byItself(`The program creates a ClusterCatalog of the image that has package '${bundle.packageName}'.`)];
    case CatalogKind.OTHER:
      return [byHand(`Make sure that a ClusterCatalog has package '${bundle.packageName}', and set it as \`catalog\` of the engine.`)];
    case CatalogKind.UNKNOWN:
      return [byHand(`Provide package '${bundle.packageName}' to OLM v1, depending on its CatalogSource, which is not known: of an image, the program creates a `
        + 'ClusterCatalog; instead of ConfigMaps, push the bundle and its catalog as images, and set `catalogImage` of the engine; for anything else, make sure that a '
        + 'ClusterCatalog has the package, and set it as `catalog` of the engine.')];
    default:
      throw new Error(printableMessage(`unknown kind of catalog '${String(catalog)}'`));
  }
}

function backUp({ bundle }: MigrationFacts): MigrationStep[] {
  const resources = bundle.crds.map(({ name }) => name).join(',');
  return resources === '' ? [] : [byHand('Back up the objects of the APIs that the operator owns.', [
    shell`kubectl get ${resources} --all-namespaces --output yaml > ${safeFileName(bundle.name)}-objects.yaml`,
  ])];
}

function stopOlmV0({ bundle, namespace, subscription }: MigrationFacts): MigrationStep {
  return byHand('Remove the operator from OLM v0. From here it does not run; its APIs and their objects stay.', [
    shell`kubectl delete subscriptions.operators.coreos.com ${subscription} --namespace ${namespace}`,
    shell`kubectl delete clusterserviceversions.operators.coreos.com ${bundle.name} --namespace ${namespace}`,
  ]);
}

function handOver({ bundle, namespace, extension, isExperimental }: MigrationFacts): MigrationStep[] {
  const remaining = [...bundle.crds, ...bundle.otherManifests.filter(isClusterScoped)].map(({ kind, name }) => `${kind.toLowerCase()}/${name}`);
  if (remaining.length === 0) {
    return [];
  }
  if (isExperimental) {
    return [byHand('Delete what OLM v0 leaves: the experimental channel of OLM v1 does not take over objects that exist. With the CRDs, the objects '
      + 'of the APIs are deleted, too.', remaining.map((object) => shell`kubectl delete ${object}`))];
  }
  return [byHand('Hand over what OLM v0 leaves to the ClusterExtension.', remaining.flatMap((object) => [
    shell`kubectl label ${object} app.kubernetes.io/managed-by=Helm`,
    shell`kubectl annotate ${object} meta.helm.sh/release-name=${extension} meta.helm.sh/release-namespace=${namespace}`,
  ]))];
}

function removeLeftovers({ bundle, namespace, operatorGroup, mayShareOperatorGroup = false, isExperimental }: MigrationFacts): MigrationStep[] {
  const component = `${bundle.packageName}.${namespace}`;
  const ofGroup = operatorGroup === undefined ? [] : [shell`kubectl delete operatorgroups.operators.coreos.com ${operatorGroup} --namespace ${namespace}`];
  const rest = byHand('Remove what OLM v0 no longer needs.', [
    ...(mayShareOperatorGroup ? [] : ofGroup),
    ...(isExperimental ? [] : bundle.crds.map(({ name }) => shell`kubectl label customresourcedefinition/${name} operators.coreos.com/${component}-`)),
    shell`kubectl delete operators.operators.coreos.com ${component}`,
    ...(isExperimental && bundle.crds.length > 0 ? [shell`kubectl apply --filename ${safeFileName(bundle.name)}-objects.yaml`] : []),
  ]);
  return mayShareOperatorGroup && operatorGroup !== undefined
    ? [rest, byHand(`Remove the OperatorGroup, unless namespace '${namespace}' has another operator: the dump may lack it.`, ofGroup)] : [rest];
}

/** Kinds of bundle objects, other than CRDs, that have no namespace. OLM v0 does not delete them with the operator. */
const CLUSTER_SCOPED = new Set([
  'ClusterRole', 'ClusterRoleBinding', 'PriorityClass', 'ConsoleYAMLSample', 'ConsoleQuickStart', 'ConsoleCLIDownload', 'ConsoleLink',
]);

function isClusterScoped({ kind, content }: Manifest): boolean {
  return CLUSTER_SCOPED.has(kind) && stringField(content['metadata'], 'namespace') === undefined;
}

/** Returns what is lost or works differently once OLM v1 manages an operator, as sentences. */
function lossesOf(facts: MigrationFacts): string[] {
  const { bundle, isExperimental } = facts;
  return [
    'The operator does not run between its removal from OLM v0 and its installation by OLM v1.',
    ...(isExperimental && bundle.crds.length > 0
      ? ['The objects of its APIs are deleted and restored from the backup, without their status; finalizers that the operator handles must be removed by hand.'] : []),
    ...(bundle.ownedApis.length === 0 ? [] : [
      'OLM v0 gave users with the roles admin, edit and view rights to the APIs of the operator, and OLM v1 does not: create ClusterRoles for them.',
    ]),
    ...upgrades(facts),
    ...(facts.hasConfig && !isExperimental
      ? ['`config` of the Subscription has no counterpart in the standard channel of OLM v1: the Deployments run as the bundle defines them.'] : []),
    ...(facts.widens
      ? ['The operator watches all namespaces, and has the rights for that: this OLM v1 installs it in no other install mode.'] : []),
    ...(facts.hasServiceAccount && facts.version.isAtLeast(OlmV1Version.V1_11_0)
      ? ['OLM v0 installs the operator with the rights of a ServiceAccount, and OLM v1 with its own: it can do everything in the cluster.'] : []),
    'OLM v1 has no OperatorConditions: an operator that sets `Upgradeable` to stop its upgrade is upgraded all the same.',
    ...(facts.catalog === CatalogKind.OTHER
      ? ['PackageManifests show the catalogs of OLM v0 only: search the content of a ClusterCatalog instead.'] : []),
  ];
}

function upgrades({ channel, isApprovedByHand, catalog }: MigrationFacts): string[] {
  return [
    ...(isApprovedByHand ? ['OLM v1 has no InstallPlans to approve: an upgrade is a change of `version` in the program.'] : []),
    ...(channel === undefined && ![CatalogKind.CONFIG_MAPS, CatalogKind.UNKNOWN].includes(catalog)
      ? ['Without a channel, OLM v1 upgrades to the highest version of all channels, not of the default channel: set `channel`.'] : []),
    ...(isApprovedByHand ? [] : ['OLM v1 upgrades to the highest version that the upgrade graph allows, not to the nearest one on the way to the head of the channel.']),
  ];
}

/** Returns a migration as text: a section for each operator. */
export function migrationText(operators: readonly OperatorMigration[], { proseWidth }: TextWidths = UNWRAPPED_PROSE): string {
  return operators.map((operator) => section(operator, proseWidth)).join('\n');
}

function section({ operator, bundle, refusals, steps, losses, unknown }: OperatorMigration, width: number): string {
  const title = bundle === '' || bundle === operator ? operator : `${operator} (${bundle})`;
  const prose = (line: string): string[] => wrappedLine(`  ${line}`, width);
  const lines = refusals.length > 0
    ? [...prose('cannot move to OLM v1:'), ...refusals.flatMap((refusal) => prose(`- ${refusal}`))]
    : [
      ...steps.flatMap(({ actor, description, commands }, index) => [
        ...prose(`${index + 1}. [${actor}] ${description}`),
        // Commands are copied.
        ...commands.map((command) => `       ${command}`),
      ]),
      ...prose('Lost, or different afterwards:'),
      ...losses.flatMap((loss) => prose(`- ${loss}`)),
      ...(unknown.length === 0 ? [] : [...prose('Not known:'), ...unknown.flatMap((sentence) => prose(`- ${sentence}`))]),
    ];
  return [title, ...lines, ''].map(printable).join('\n');
}

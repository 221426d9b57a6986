import { Construct } from 'constructs';
import { InstallMode } from '../../bundle/model/install-mode';
import { InstallModeType } from '../../bundle/model/cluster-service-version-spec';
import { CatalogBundle } from '../../catalog/catalog-bundle';
import { CatalogChannel } from '../../catalog/catalog-channel';
import { CatalogPackage } from '../../catalog/catalog-package';
import { parseVersion } from '../../formats/semver/version';
import { printableLine } from '../../text/printable';
import { type IOperatorRegistry, OperatorRegistry } from '../catalogs/operator-registry';
import { ICatalog } from '../model/catalog-ref';
import { ConstructError } from '../model/construct-error';
import { checkExactVersion, checkNamespace, checkObjectName, checkStartingCsv } from '../model/prop-checks';
import { CatalogLookup, checkRangeAlone } from './catalog-lookup';
import { exactContent } from './exact-content';
import type { OperatorGroupRef } from '../model/operator-group-ref';
import { installModeFor, targetNamespacesOf } from './operator-group';
import { InstallPlanApproval, OperatorSubscriptionProps } from './operator-subscription-props';

/** What a Subscription installs, with all defaults applied. */
export interface SubscriptionChoice {
  readonly catalog: ICatalog;
  /** The catalog, if it is a registry of the app. */
  readonly registry: IOperatorRegistry | undefined;
  readonly package: string;
  /** The package, if the content of the catalog is known. */
  readonly knownPackage: CatalogPackage | undefined;
  /** Channel of the Subscription, or `undefined` if OLM follows all channels of the package. */
  readonly channel: string | undefined;
  /** Channel that OLM follows, or from which it installs the operator first if it follows all, if the content of the catalog is known. */
  readonly knownChannel: CatalogChannel | undefined;
  readonly startingCsv: string | undefined;
  /** Pinned version: the specified one, or the highest one in the specified range. */
  readonly version: string | undefined;
  readonly approval: InstallPlanApproval;
  /** Bundle that OLM will install, if known. */
  readonly bundle: CatalogBundle | undefined;
}

/** What determines the CSV to start from. */
interface Pinned {
  readonly startingCsv: string | undefined;
  readonly version: string | undefined;
}

/**
 * Returns what a Subscription installs.
 *
 * @throws ConstructError when props are invalid or contradict each other, or the registry does not have what they name
 */
export function chooseSubscription(scope: Construct, props: OperatorSubscriptionProps): SubscriptionChoice {
  const { catalog } = props;
  checkCatalog(scope, catalog);
  checkOperatorGroup(scope, props.operatorGroup);
  if (props.channel === '') {
    throw new ConstructError(scope, 'channel must not be empty; set it to a channel, or omit it: OLM then follows all channels of the package');
  }
  const registry = OperatorRegistry.isOperatorRegistry(catalog) ? catalog : undefined;
  const lookup = new CatalogLookup(scope, props);
  checkRangeAlone(scope, props);
  const packageName = lookup.package();
  if (props.version !== undefined) {
    checkExactVersion(scope, props.version);
  }
  const knownChannel = lookup.channel(packageName);
  const bundle = lookup.bundle(packageName, knownChannel);
  checkPinnedApproval(scope, props);
  const version = props.versionRange === undefined ? props.version : bundle!.version;
  return {
    catalog,
    registry,
    package: packageName,
    knownPackage: lookup.content?.findPackage(packageName),
    // The default channel in the cluster may change, or differ from that in supplied content.
    channel: props.channel
      ?? (exactContent(catalog) !== undefined && knownChannel?.bundles.includes(bundle!) === true ? knownChannel.name : undefined),
    knownChannel,
    startingCsv: chooseStartingCsv(scope, { startingCsv: props.startingCsv, version }, packageName, bundle),
    version,
    approval: props.approval ?? (version === undefined ? InstallPlanApproval.AUTOMATIC : InstallPlanApproval.MANUAL),
    bundle,
  };
}

/** The compiler requires a catalog; programs in plain JavaScript may omit it. */
function checkCatalog(scope: Construct, catalog: ICatalog | undefined): void {
  if (catalog === undefined) {
    throw new ConstructError(scope, 'catalog is required: set \'catalog\' to an OperatorRegistry or a CatalogRef');
  }
  if (Construct.isConstruct(catalog) && catalog.node.root !== scope.node.root) {
    throw new ConstructError(scope, `the catalog '${catalog.node.path}' is part of another app; set 'catalog' to `
      + `CatalogRef.named('${catalog.catalogName}', '${catalog.catalogNamespace}')`);
  }
  checkObjectName(scope, 'catalogName', catalog.catalogName);
  checkNamespace(scope, 'catalogNamespace', catalog.catalogNamespace);
}

/**
 * @throws ConstructError when OLM would upgrade a pinned version
 */
function checkPinnedApproval(scope: Construct, { version, versionRange, approval }: OperatorSubscriptionProps): void {
  const [prop, value] = versionRange === undefined ? ['version', version] : ['versionRange', versionRange];
  if (value !== undefined && approval === InstallPlanApproval.AUTOMATIC) {
    throw new ConstructError(scope, `${prop} '${value}' cannot be pinned with automatic approval, with which OLM upgrades to the head of the `
      + `channel; omit 'approval', or set 'startingCsv' instead of '${prop}'`);
  }
}

function chooseStartingCsv(
  scope: Construct, { startingCsv, version }: Pinned, packageName: string, bundle: CatalogBundle | undefined,
): string | undefined {
  if (startingCsv !== undefined) {
    checkStartingCsv(scope, startingCsv, false);
    // The version of a bundle in a registry was compared above; without one, the name of the CSV usually ends in its version.
    if (bundle === undefined && version !== undefined && isOfOtherVersion(startingCsv, version)) {
      throw new ConstructError(scope, `startingCsv '${startingCsv}' and version '${version}' contradict each other; omit one of the two`);
    }
    return startingCsv;
  }
  if (version === undefined) {
    return undefined;
  }
  const derived = bundle?.name ?? `${packageName}.v${version}`;
  checkStartingCsv(scope, derived, bundle === undefined);
  return derived;
}

/** Whether the name of a CSV ends in another version. Unlike a version, a name has no plus signs or uppercase letters. */
function isOfOtherVersion(csv: string, version: string): boolean {
  const [, named] = /^[^.]+\.v?(.*)$/s.exec(csv) ?? [];
  return named !== undefined && parseVersion(named) !== undefined && named !== version.toLowerCase().replace('+', '-');
}

/**
 * Returns the install mode: the specified one, that of an OperatorGroup that is an object, or the narrowest one that requires no namespaces to
 * be specified: the operator's own namespace, otherwise all.
 *
 * @throws ConstructError when the bundle supports neither
 */
export function chooseInstallMode(
  scope: Construct, { installMode, operatorGroup }: OperatorSubscriptionProps, namespace: string, bundle: CatalogBundle | undefined,
): InstallMode {
  if (installMode !== undefined) {
    return installMode;
  }
  const targets = operatorGroup?.object === undefined ? operatorGroup?._targetNamespaces : targetNamespacesOf(operatorGroup.object);
  if (targets !== undefined) {
    return installModeFor(targets, namespace);
  }
  if (bundle === undefined || bundle.supportsInstallMode(InstallModeType.OWN_NAMESPACE)) {
    return InstallMode.ownNamespace();
  }
  if (bundle.supportsInstallMode(InstallModeType.ALL_NAMESPACES)) {
    return InstallMode.allNamespaces();
  }
  throw new ConstructError(scope, `bundle '${bundle.name}' supports only ${quoted(bundle.installModes ?? [])}, for which namespaces are required; `
    + 'set \'installMode\', for example to InstallMode.singleNamespace(\'my-namespace\')');
}

function quoted(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.map(name => `'${name}'`).join(', ');
}

/** Programs in plain JavaScript may pass the object itself, which would be neither checked nor created in the right order. */
function checkOperatorGroup(scope: Construct, group: OperatorGroupRef | undefined): void {
  if (Construct.isConstruct(group)) {
    throw new ConstructError(scope, `operatorGroup must be an OperatorGroupRef, got '${group.node.path}'; use OperatorGroupRef.fromObject()`);
  }
}

/**
 * Returns what is deprecated of a Subscription's package, channel and the bundles that OLM installs, as sentences with the messages of the
 * catalog. As in OLM, a deprecated default channel does not affect a Subscription that specifies no channel, because it follows all of them.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/v0.46.0/pkg/controller/operators/catalog/subscription/reconciler.go
 */
export function deprecationWarnings({ knownPackage, channel, knownChannel, bundle, approval }: SubscriptionChoice): string[] {
  if (knownPackage === undefined) {
    return [];
  }
  // With automatic approval, OLM goes on to the head of the channel.
  const bundles = new Set([bundle, approval === InstallPlanApproval.AUTOMATIC ? knownChannel?.head : undefined]);
  return [
    warning(`package '${knownPackage.name}'`, knownPackage.deprecation),
    warning(`channel '${channel}' of package '${knownPackage.name}'`, channel === undefined ? undefined : knownChannel?.deprecation),
    ...[...bundles].map(found => warning(`bundle '${found?.name}'`, found?.deprecation)),
  ].filter(found => found !== undefined);
}

/**
 * Returns a warning if OLM goes on to another channel than the default one, because the Subscription specifies none. For OLM, all channels of the
 * package match then.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/v0.46.0/pkg/controller/registry/resolver/cache/predicates.go
 */
export function channelWarnings({ knownPackage, channel, knownChannel, approval }: SubscriptionChoice): string[] {
  if (channel !== undefined || knownPackage === undefined || knownChannel === undefined || approval !== InstallPlanApproval.AUTOMATIC) {
    return [];
  }
  const { head } = knownChannel;
  const [next] = knownPackage.channels.filter(other => other !== knownChannel).flatMap(other => {
    const upgrade = other._upgradeOf(head);
    return upgrade === undefined ? [] : [{ other, upgrade }];
  });
  return next === undefined ? [] : [
    `channel is not set, so OLM follows all channels of package '${knownPackage.name}': it upgrades '${head.name}', the head of the default channel `
      + `'${knownChannel.name}', to '${next.upgrade.name}' in channel '${next.other.name}'; set channel to '${knownChannel.name}' to stay in it`,
  ];
}

function warning(what: string, message: string | undefined): string | undefined {
  return message === undefined ? undefined : `${what} is deprecated: ${printableLine(message)}`;
}

/**
 * Returns the CSVs that OLM installs to upgrade from an installed one to the pinned version, or to the head of the channel.
 *
 * @param version pinned version
 * @param from name or version of the installed CSV
 * @throws ConstructError when the content of the catalog is unknown, or has no such path
 */
export function upgradePath(scope: Construct, choice: SubscriptionChoice, version: string | undefined, from: string): string[] {
  const channel = choice.knownChannel;
  if (channel === undefined) {
    throw new ConstructError(scope, 'the upgrade path is in the catalog, whose content the app does not know; set \'catalog\' to an '
      + 'OperatorRegistry, or to CatalogRef.named(…, { content })');
  }
  const path = pathToHead(scope, channel, from);
  const target = version === undefined ? channel.head.name : choice.bundle!.name;
  const installed = channel.bundles.find(bundle => bundle.name === from || bundle.version === from)?.name ?? from;
  if (installed !== target && channel._isDeprecated(target)) {
    throw new ConstructError(scope, `OLM does not upgrade '${installed}' to '${target}', because '${target}' has the property olm.deprecated; pin another version`);
  }
  if (installed !== target && !path.includes(target)) {
    throw new ConstructError(scope, `OLM does not upgrade '${installed}' to '${target}' in channel '${channel.name}': it would install `
      + `${path.length === 0 ? 'nothing' : path.join(', then ')}; ${path.length === 0
        ? `let '${target}' replace or skip it, for example with ChannelPlan.inOrder()` : 'pin one of these, or remove newer bundles from the registry'}`);
  }
  return path.slice(0, path.indexOf(target) + 1);
}

function pathToHead(scope: Construct, channel: CatalogChannel, from: string): string[] {
  try {
    return channel.pathToHead(from).map(({ name }) => name);
  } catch (error) {
    throw new ConstructError(scope, (error as Error).message);
  }
}

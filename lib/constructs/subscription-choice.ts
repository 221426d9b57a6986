import { Construct } from 'constructs';
import { Approval } from './approval';
import { CatalogRef } from './catalog-ref';
import { ConstructError } from './construct-error';
import { OperatorSubscriptionProps } from './operator-subscription-props';
import { CatalogBundle } from '../bundle/catalog/catalog-bundle';
import { CatalogChannel } from '../bundle/catalog/catalog-channel';
import { InstallMode, InstallModeType } from '../bundle/install-mode';
import { offeredNames } from '../bundle/offered-names';

/**
 * What a subscription asks of OLM, worked out from its props: pure, so that it can be understood without the objects.
 *
 * `bundle` is the one that OLM will install, when the app knows it.
 */
export interface SubscriptionChoice {
  readonly catalog: CatalogRef;
  readonly package: string;
  readonly channel: string | undefined;
  readonly startingCsv: string | undefined;
  readonly approval: Approval;
  readonly bundle: CatalogBundle | undefined;
}

/**
 * @throws ConstructError when the props contradict each other, or name what the registry does not have
 */
export function chooseSubscription(scope: Construct, props: OperatorSubscriptionProps): SubscriptionChoice {
  const catalog = chooseCatalog(scope, props);
  const packageName = choosePackage(scope, props);
  const channel = chooseChannel(scope, props, packageName);
  const bundle = channel === undefined ? undefined : chooseBundle(scope, props, channel);
  if (props.version !== undefined && props.approval === Approval.AUTOMATIC) {
    throw new ConstructError(scope, `version '${props.version}' cannot stay with automatic approval: OLM goes on to the head of the `
      + 'channel by itself; leave \'approval\' out, or say where to begin with \'startingCsv\' instead of \'version\'');
  }
  return {
    catalog,
    package: packageName,
    channel: channel?.name ?? props.channel,
    startingCsv: props.startingCsv
      ?? (props.version === undefined ? undefined : bundle?.name ?? `${packageName}.v${props.version}`),
    approval: props.approval ?? (props.version === undefined ? Approval.AUTOMATIC : Approval.MANUAL),
    bundle,
  };
}

function chooseCatalog(scope: Construct, props: OperatorSubscriptionProps): CatalogRef {
  if ((props.registry === undefined) === (props.catalog === undefined)) {
    throw new ConstructError(scope, `give 'registry' or 'catalog', got ${props.registry === undefined ? 'neither' : 'both'}`);
  }
  return props.catalog ?? props.registry!.catalogRef;
}

function choosePackage(scope: Construct, props: OperatorSubscriptionProps): string {
  const packages = props.registry?.catalog.packageNames;
  if (props.package === undefined) {
    if (packages?.length === 1) {
      return packages[0]!;
    }
    throw new ConstructError(scope, packages === undefined
      ? 'the package is not said; give \'package\''
      : `the registry has several packages; give 'package' as one of ${quoted(packages)}`);
  }
  if (packages !== undefined && !packages.includes(props.package)) {
    throw new ConstructError(scope, `the registry has no package '${props.package}'; it has ${offeredNames(props.package, packages)}`);
  }
  return props.package;
}

/** The channel of the registry; undefined for a catalog that the app does not know. */
function chooseChannel(scope: Construct, props: OperatorSubscriptionProps, packageName: string): CatalogChannel | undefined {
  const offered = props.registry?.catalog.findPackage(packageName);
  if (offered === undefined || props.channel === undefined) {
    return offered?.defaultChannel;
  }
  const chosen = offered.tryFindChannel(props.channel);
  if (chosen === undefined) {
    const offers = offeredNames(props.channel, offered.channels.map(channel => channel.name));
    throw new ConstructError(scope, `package '${packageName}' has no channel '${props.channel}'; it has ${offers}`);
  }
  return chosen;
}

function chooseBundle(scope: Construct, props: OperatorSubscriptionProps, channel: CatalogChannel): CatalogBundle {
  if (props.startingCsv === undefined && props.version === undefined) {
    return channel.head;
  }
  const [what, wanted, there] = props.startingCsv === undefined
    ? ['version', props.version, channel.bundles.map(bundle => bundle.version)]
    : ['CSV', props.startingCsv, channel.bundles.map(bundle => bundle.name)];
  const chosen = channel.bundles.find((_, index) => there[index] === wanted);
  if (chosen === undefined) {
    throw new ConstructError(scope, `channel '${channel.name}' has no ${what} '${wanted}'; it has ${offeredNames(wanted ?? '', there)}`);
  }
  return chosen;
}

/**
 * The narrowest install mode that needs no further word: the own namespace, else all. Which single other namespace an
 * operator should watch cannot be guessed.
 *
 * @throws ConstructError when the bundle supports neither
 */
export function chooseInstallMode(scope: Construct, asked: InstallMode | undefined, bundle: CatalogBundle | undefined): InstallMode {
  if (asked !== undefined) {
    return asked;
  }
  if (bundle === undefined || bundle.supportsInstallMode(InstallModeType.OWN_NAMESPACE)) {
    return InstallMode.ownNamespace();
  }
  if (bundle.supportsInstallMode(InstallModeType.ALL_NAMESPACES)) {
    return InstallMode.allNamespaces();
  }
  throw new ConstructError(scope, `bundle '${bundle.name}' supports ${quoted(bundle.installModes ?? [])} only, which needs namespaces; `
    + 'give \'installMode\', for example InstallMode.singleNamespace(\'my-namespace\')');
}

function quoted(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.map(name => `'${name}'`).join(', ');
}

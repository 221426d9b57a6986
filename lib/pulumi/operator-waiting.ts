import type * as kubernetes from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { ApiObject } from 'cdk8s';
import type { OperatorPlaceArgs } from './dynamic/operator-place';
import type { OperatorReadyArgs } from './dynamic/operator-ready';
import type { OlmWaitArgs, OperatorWaitArgs } from './dynamic/wait-args';
import { resourceOfObject } from './object-resources';
import type { OperatorCustody } from './operator-custody';
import type { CatalogChannel } from '../bundle/catalog/catalog-channel';
import { Approval } from '../constructs/approval';
import { ConstructError } from '../constructs/construct-error';
import type { OperatorRegistry } from '../constructs/operator-registry';
import type { OperatorSubscription } from '../constructs/operator-subscription';

/**
 * What an `OperatorReady` waits for, of a Subscription.
 *
 * A pinned version is approved here, and waited for. Where OLM approves by itself, the head of the channel is waited for as far as the
 * program knows it. Where somebody approves by hand, what the Subscription leads to.
 *
 * @param registry the registry of the program that has the package; undefined where the catalog is elsewhere
 * @param wait what the user says about waiting
 * @param text gives a text of the construct with the late values in it
 * @throws ConstructError when the versions on the way are asked for and the program does not know the catalog
 */
export function operatorInputs(
  subscription: OperatorSubscription, registry: OperatorRegistry | undefined, wait: OperatorWaitArgs,
  text: (value: string) => pulumi.Output<string>,
): OperatorReadyArgs {
  const { upgradePath, through = [], along = [], skip: _, ...settings } = wait;
  const channel = registry?.catalog.findPackage(subscription.package).tryFindChannel(subscription.channel ?? '');
  const head = subscription.approval === Approval.AUTOMATIC ? channel?.head.name : undefined;
  const csv = subscription.version === undefined ? head : subscription.startingCsv;
  const steps = upgradePath === 'stepwise' && csv !== undefined ? stepsTo(csv, subscription, channel, through) : through;
  return {
    ...settings,
    namespace: text(subscription.namespace),
    subscription: nameOfResource(subscription),
    package: subscription.package,
    ...(subscription.channel === undefined ? {} : { channel: subscription.channel }),
    // OLM looks again at an operator whose OperatorGroup changed.
    revision: text([subscription.installMode.type, ...subscription.installMode.targetNamespaces].join(' ')),
    ...(csv === undefined ? {} : { pin: { csv, through: [...steps], along: [...along] } }),
  };
}

/**
 * The name of a Subscription as its resource has it. Another text with the same name would do to wait, and would not tell Pulumi that the
 * waiter has to go, and remove the operator, before the Subscription is replaced.
 */
function nameOfResource(subscription: OperatorSubscription): pulumi.Output<string> {
  const object = subscription.node.findAll().find((child) => ApiObject.isApiObject(child) && child.kind === 'Subscription') as ApiObject;
  return (resourceOfObject(object) as kubernetes.apiextensions.CustomResource).metadata.name;
}

/** Every CSV of the channel that OLM may pass on the way to one, from wherever it starts. */
function stepsTo(csv: string, subscription: OperatorSubscription, channel: CatalogChannel | undefined, through: readonly string[]): string[] {
  if (channel === undefined) {
    if (through.length > 0) {
      return [...through];
    }
    throw new ConstructError(subscription, 'which versions lie on the way is in the catalog, which is not part of this program; name them in `wait.through`');
  }
  const ways = channel.bundles.flatMap(({ name }) => {
    try {
      return [name, ...subscription.upgradePath(name)];
    } catch {
      // From there is no way to it, so that nothing of it is passed.
      return [];
    }
  });
  return [...new Set([...ways, ...through])].filter((name) => name !== csv).sort();
}

/** What an `OperatorPlace` is told of the place of a Subscription. */
export function placeInputs(
  subscription: OperatorSubscription, { removeNamespace, removeOperatorGroup }: OperatorCustody, wait: OperatorWaitArgs,
  text: (value: string) => pulumi.Output<string>,
): OperatorPlaceArgs {
  return {
    ...ofPlace(wait),
    namespace: text(subscription.namespace),
    operatorGroup: text(subscription.operatorGroupName),
    removeNamespace,
    removeOperatorGroup,
  };
}

/** Of the settings for an operator or for OLM, those that count for the removal of a Namespace. */
export function ofPlace(wait: OperatorWaitArgs | OlmWaitArgs): Omit<OperatorPlaceArgs, 'namespace'> {
  return { ...ofCluster(wait), ...(wait.onDestroy?.force === undefined ? {} : { force: wait.onDestroy.force }) };
}

/** Of the settings for an operator, those that count for its catalog and its place, too. */
export function ofCluster({ kubeconfig, context, deleteUnreachable, timeouts }: OperatorWaitArgs): Partial<OperatorWaitArgs> {
  return Object.fromEntries(Object.entries({ kubeconfig, context, deleteUnreachable, timeouts }).filter(([, value]) => value !== undefined));
}

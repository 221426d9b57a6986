import { createHash } from 'node:crypto';
import type * as kubernetes from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import type { ApiObject } from 'cdk8s';
import type { CatalogChannel } from '../../catalog/catalog-channel';
import { unknownKind } from '../../cluster/waiting/removal/operator-crds';
import type { ImageCatalog } from '../../constructs/catalogs/image-catalog';
import { OperatorRegistry } from '../../constructs/catalogs/operator-registry';
import type { OlmInstallation } from '../../constructs/installation/olm-installation';
import type { IOlmInstallation } from '../../constructs/installation/olm-of-cluster';
import { ConstructError } from '../../constructs/model/construct-error';
import type { ClusterCatalog } from '../../constructs/olm-v1/cluster-catalog';
import type { ClusterExtension } from '../../constructs/olm-v1/cluster-extension';
import type { OperatorSubscription } from '../../constructs/subscription/operator-subscription';
import { exactJson } from '../../formats/json/exact-json';
import { defined } from '../../formats/json/defined';
import { fieldAt } from '../../formats/json/json-value';
import type { LockedOperator } from '../../resolve/lock/locked-operator';
import { manifestOf } from '../program/create-object-resource';
import { objectsIn, resourceOfObject } from '../program/object-resources';
import type { CatalogReadyArgs } from '../resources/catalog-ready';
import type { ClusterCatalogReadyArgs } from '../resources/cluster-catalog-ready';
import type { ClusterExtensionReadyArgs } from '../resources/cluster-extension-ready';
import type { ExistingOlm, OlmDetectionArgs } from '../resources/olm-detection';
import type { OlmReadyArgs } from '../resources/olm-ready';
import type { OperatorAdoptionArgs } from '../resources/operator-adoption';
import type { OperatorNamespaceArgs } from '../resources/operator-namespace';
import type { LockedOperatorArgs, OperatorReadyArgs } from '../resources/operator-ready';
import type { ClusterCatalogWaitArgs, ClusterExtensionWaitArgs, OlmWaitArgs, OperatorWaitArgs, WaitArgs } from '../resources/wait-args';
import { createsOperatorGroup, type OperatorOwnership } from './ownership';

/** Returns a value of a construct with its outputs restored. */
export type ToOutput = <Value>(value: Value) => pulumi.Output<Value>;

/** Returns the arguments of the `OlmReady` of an installation. Its Namespaces are not included: each has an `OperatorNamespace`. */
export function olmReadyArgs(olm: OlmInstallation, { skip: _, ...wait }: OlmWaitArgs): OlmReadyArgs {
  return { ...wait, objects: objectsIn(olm).filter((object) => !olm.namespaces.includes(object)).map(manifestOf) };
}

/** Returns the arguments of the `OlmDetection` of an OLM. It only lists objects, so it does not need the user's timeouts. */
export function olmDetectionArgs(olm: IOlmInstallation, existing: ExistingOlm, wait: OlmWaitArgs): OlmDetectionArgs {
  const { timeouts: _, ...cluster } = clusterArgs(wait);
  const { namespace, operatorNamespace, catalogNamespace } = olm;
  const objects = objectsIn(olm);
  return {
    ...cluster, existing, namespace, operatorNamespace, catalogNamespace,
    ...(objects.length === 0 ? {} : { objects: objects.map(manifestOf) }),
  };
}

/** Returns the arguments of the `OperatorNamespace` of a Namespace of OLM. The OperatorGroup in it is removed with OLM. */
export function olmNamespaceArgs(namespace: string, wait: OlmWaitArgs): OperatorNamespaceArgs {
  return { ...clusterArgs(wait), ...forceArg(wait), namespace, removeNamespace: true };
}

/** Returns the arguments of the `CatalogReady` of a catalog. */
export function catalogReadyArgs(catalog: OperatorRegistry | ImageCatalog, wait: WaitArgs, toOutput: ToOutput): CatalogReadyArgs {
  return {
    ...clusterArgs(wait),
    name: nameFromResource(catalog.catalogSource),
    namespace: namespaceFromResource(catalog.catalogSource),
    ...(OperatorRegistry.isOperatorRegistry(catalog) ? {
      deployment: toOutput(catalog.catalogName),
      // The names contain a hash of the content, so that new content starts a new wait.
      revision: toOutput(catalog.configMaps[0]?.name ?? ''),
    } : { revision: toOutput(catalog.image) }),
  };
}

/** A single version of a package, not a range. */
const EXACT_VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;

/** Returns the arguments of the `ClusterCatalogReady` of a catalog of OLM v1. */
export function clusterCatalogReadyArgs({ resource }: ClusterCatalog, wait: ClusterCatalogWaitArgs, toOutput: ToOutput): ClusterCatalogReadyArgs {
  const { force } = wait;
  return {
    ...clusterArgs(wait), ...defined({ force }), name: nameFromResource(resource), remove: true,
    revision: specRevision(resource, toOutput),
  };
}

/**
 * Returns the arguments of the `ClusterExtensionReady` of an operator of OLM v1. If the version is not a range, it waits for exactly that version.
 */
export function clusterExtensionReadyArgs(
  { resource }: ClusterExtension, { skip: _, ...settings }: ClusterExtensionWaitArgs, toOutput: ToOutput,
): ClusterExtensionReadyArgs {
  const version = fieldAt(manifestOf(resource)['spec'], 'source', 'catalog', 'version');
  return {
    ...settings, name: nameFromResource(resource), revision: specRevision(resource, toOutput),
    ...(typeof version === 'string' && EXACT_VERSION.test(version) ? { version } : {}),
  };
}

/** Returns the arguments of the `OperatorNamespace` of an operator of OLM v1. */
export function extensionNamespaceArgs(namespace: ApiObject, wait: ClusterExtensionWaitArgs): OperatorNamespaceArgs {
  return { ...clusterArgs(wait), ...forceArg(wait), namespace: nameFromResource(namespace), removeNamespace: true };
}

/** Returns a string that changes with the spec of an object, so that a change starts a new wait. */
export function specRevision(object: ApiObject, toOutput: ToOutput): pulumi.Output<string> {
  return revisionOf(manifestOf(object)['spec'], toOutput);
}

/** Returns a string that changes with a part of manifests, once its outputs are known. */
export function revisionOf(manifests: unknown, toOutput: ToOutput): pulumi.Output<string> {
  return toOutput(manifests).apply((known) => createHash('sha256').update(exactJson(known)).digest('hex').slice(0, 16));
}

/** Returns the arguments of the `OperatorAdoption` of a Subscription. It only lists objects, so it does not need the user's timeouts. */
export function operatorAdoptionArgs(subscription: OperatorSubscription, wait: OperatorWaitArgs, toOutput: ToOutput): OperatorAdoptionArgs {
  const { timeouts: _, ...cluster } = clusterArgs(wait);
  return {
    ...cluster,
    namespace: toOutput(subscription.namespace),
    subscription: toOutput(subscription.name),
    package: subscription.packageName,
    ...(createsOperatorGroup(subscription) ? { operatorGroup: toOutput(subscription.operatorGroupName!) } : {}),
  };
}

/** Returns the arguments of the `OperatorNamespace` of a Subscription. */
export function operatorNamespaceArgs(
  subscription: OperatorSubscription, { removeNamespace, removeOperatorGroup }: OperatorOwnership, wait: OperatorWaitArgs, toOutput: ToOutput,
): OperatorNamespaceArgs {
  return {
    ...clusterArgs(wait),
    ...forceArg(wait),
    namespace: subscription.namespaceObject === undefined ? toOutput(subscription.namespace) : nameFromResource(subscription.namespaceObject),
    operatorGroup: toOutput(subscription.operatorGroupName!),
    removeNamespace,
    removeOperatorGroup,
  };
}

/**
 * Returns the arguments of the `OperatorReady` of a Subscription.
 *
 * It approves a pinned version, and waits for it. Without a pin, it waits for the head of the channel with automatic approval if the program contains
 * the catalog, and otherwise for the version that the Subscription leads to.
 *
 * @param registry registry of the program with the package, or undefined if the catalog is elsewhere
 * @throws ConstructError if both `upgradePlan` and other settings name the versions to approve, `upgradePath` needs the content of the catalog but it
 * is unknown, or `deleteCrds` contains a kind that no version of the operator owns
 */
export function operatorReadyArgs(
  subscription: OperatorSubscription, registry: OperatorRegistry | undefined, wait: OperatorWaitArgs, adopt: boolean, toOutput: ToOutput,
): OperatorReadyArgs {
  const { upgradePath, intermediateCsvs = [], dependencyCsvs = [], skip: _, ...settings } = wait;
  const { _upgradePlan: upgradePlan } = subscription;
  if (upgradePlan !== undefined && (upgradePath === 'stepwise' || intermediateCsvs.length + dependencyCsvs.length > 0)) {
    throw new ConstructError(subscription, 'upgradePlan lists everything that is approved, so `upgradePath`, `intermediateCsvs` and `dependencyCsvs` of `wait` have no effect; '
      + 'omit them');
  }
  checkCrdKinds(subscription, registry, wait);
  const channel = registry?.catalog.findPackage(subscription.packageName).tryFindChannel(subscription.channel ?? '');
  const csv = subscription._wantedCsv;
  // Supplied content may be older than the catalog in the cluster: it decides which versions are allowed on the way to a pinned version, but not
  // which version is the head.
  const knownChannel = channel ?? suppliedChannel(subscription);
  const steps = upgradePath === 'stepwise' && csv !== undefined ? stepsTo(csv, subscription, knownChannel, intermediateCsvs) : intermediateCsvs;
  return {
    ...settings,
    namespace: namespaceFromResource(subscription.subscription),
    subscription: nameFromResource(subscription.subscription),
    package: subscription.packageName,
    ...defined({ channel: subscription.channel }),
    // OLM reconciles an operator again after a change of its OperatorGroup.
    revision: toOutput([subscription.installMode.type, ...subscription.installMode.targetNamespaces].join(' ')),
    ...(csv === undefined ? {} : {
      pin: { csv, intermediateCsvs: [...steps], dependencyCsvs: [...new Set([...dependencyCsvs, ...subscription._locked?.otherCsvs ?? []])] },
    }),
    ...(subscription._locked === undefined ? {} : { locked: subscription._locked.operators.map(lockedArgs) }),
    ...defined({ upgradePlan }),
    ...(adopt ? { adopt } : {}),
  };
}

function lockedArgs(
  { packageName, version, csv, channel, catalog, catalogNamespace, subscription }: LockedOperator,
): LockedOperatorArgs {
  return { packageName, version, csv, channel, catalog, catalogNamespace, ...defined({ subscription }) };
}

/**
 * Checks the kinds in `deleteCrds`, if their values and the catalog are known to the program. The waiter checks them again, with the installed
 * version.
 */
function checkCrdKinds(subscription: OperatorSubscription, registry: OperatorRegistry | undefined, { onDestroy }: OperatorWaitArgs): void {
  const kinds: unknown = onDestroy?.deleteCrds;
  const apis = registry?.catalog.findPackage(subscription.packageName).bundles.flatMap(({ providedApis }) => providedApis) ?? [];
  const problem = !Array.isArray(kinds) || apis.length === 0 || !kinds.every((kind) => typeof kind === 'string') ? undefined
    : unknownKind('wait.onDestroy.deleteCrds', kinds, apis);
  if (problem !== undefined) {
    throw new ConstructError(subscription, problem);
  }
}

/**
 * Returns the name of an object as an output of its resource. A plain string would be enough for waiting, but Pulumi would not know that the waiter
 * must be deleted, and so remove the operator, before the object is replaced.
 */
export function nameFromResource(object: ApiObject): pulumi.Output<string> {
  return (resourceOfObject(object) as kubernetes.apiextensions.CustomResource).metadata.name;
}

/** Returns the namespace of an object as an output of its resource, which a transform may have changed. */
export function namespaceFromResource(object: ApiObject): pulumi.Output<string> {
  return (resourceOfObject(object) as kubernetes.apiextensions.CustomResource).metadata.namespace;
}

/** Returns the channel that OLM follows, from the content that was supplied for a catalog, or undefined if none was supplied. */
function suppliedChannel({ catalog, packageName, channel }: OperatorSubscription): CatalogChannel | undefined {
  const known = catalog.catalogContent?.findPackage(packageName);
  return channel === undefined ? known?.defaultChannel : known?.tryFindChannel(channel);
}

/** Returns all CSVs of the channel that OLM may install on the way to a CSV, from any starting point. */
function stepsTo(
  csv: string, subscription: OperatorSubscription, channel: CatalogChannel | undefined, intermediateCsvs: readonly string[],
): string[] {
  if (channel === undefined) {
    if (intermediateCsvs.length > 0) {
      return [...intermediateCsvs];
    }
    throw new ConstructError(subscription, "upgradePath 'stepwise' needs a catalog of this program, or one whose content is supplied; name the versions on the "
      + 'way in `wait.intermediateCsvs`');
  }
  const steps = channel.bundles.flatMap(({ name }) => {
    try {
      return [name, ...subscription.upgradePath(name)];
    } catch {
      // No upgrade path leads from this bundle to the CSV.
      return [];
    }
  });
  return [...new Set([...steps, ...intermediateCsvs])].filter((name) => name !== csv).sort();
}

/** Returns the settings that apply to every waiter of a component. */
export function clusterArgs({ kubeconfig, context, deleteUnreachable, timeouts }: WaitArgs): Partial<WaitArgs> {
  return Object.fromEntries(Object.entries({ kubeconfig, context, deleteUnreachable, timeouts }).filter(([, value]) => value !== undefined));
}

export function forceArg({ onDestroy }: ClusterExtensionWaitArgs | OperatorWaitArgs | OlmWaitArgs): Pick<OperatorNamespaceArgs, 'force'> {
  return onDestroy?.force === undefined ? {} : { force: onDestroy.force };
}

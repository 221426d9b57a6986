import type { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { CatalogReadyArgs } from '../catalog-ready/catalog-ready';
import type { ClusterCatalogReadyArgs } from '../cluster-catalog-ready/cluster-catalog-ready';
import type { ClusterExtensionReadyArgs } from '../cluster-extension-ready/cluster-extension-ready';
import type { OlmDetectionArgs } from '../olm-detection/olm-detection';
import type { OlmReadyArgs } from '../olm-ready/olm-ready';
import type { OperatorAdoptionArgs } from '../operator-adoption/operator-adoption';
import type { OperatorNamespaceArgs } from '../operator-namespace/operator-namespace';
import type { OperatorReadyArgs } from '../operator-ready/operator-ready';
import type { ClusterCatalogWaitArgs, ClusterExtensionWaitArgs, OlmWaitArgs, OperatorWaitArgs, WaitArgs } from '../waiter-resource/wait-args';
import type { OwnershipPolicy } from '../program/ownership-policy';
import type { OperatorOwnership } from './ownership';
import {
  catalogReadyArgs, clusterCatalogReadyArgs, clusterExtensionReadyArgs, olmNamespaceArgs, olmReadyArgs, operatorAdoptionArgs,
  operatorNamespaceArgs, operatorReadyArgs,
} from './waiter-inputs';
import type { ToOutput } from './waiter-inputs';
import { BundleDeployment } from '../../constructs/bundle-deployment';
import { olmOfCluster } from '../../constructs/olm-of-cluster';
import type { ImageCatalog } from '../../constructs/image-catalog';
import type { IOlmInstallation } from '../../constructs/i-olm-installation';
import type { OlmInstallation } from '../../constructs/olm-installation';
import type { ClusterCatalog } from '../../constructs/olm-v1/cluster-catalog';
import type { ClusterExtension } from '../../constructs/olm-v1/cluster-extension';
import type { OperatorRegistry } from '../../constructs/operator-registry';
import type { OperatorSubscription } from '../../constructs/operator-subscription';

/** An OLM whose component waits. */
export interface PlannedOlm {
  readonly olm: OlmInstallation;
  readonly wait: OlmWaitArgs;
  readonly ownership: ReadonlyMap<ApiObject, OwnershipPolicy>;
}

/** A catalog whose component waits. */
export interface PlannedCatalog {
  readonly catalog: OperatorRegistry | ImageCatalog;
  readonly wait: WaitArgs;
}

/** An operator whose component waits. */
export interface PlannedOperator {
  readonly subscription: OperatorSubscription;

  /** Registry of the program with the package; undefined if the catalog is elsewhere. */
  readonly registry: OperatorRegistry | undefined;
  readonly wait: OperatorWaitArgs;
  readonly ownership: OperatorOwnership;
  readonly adopt: boolean;

  /** Name of the Subscription before it was renamed. */
  readonly previousName?: string;
}

/** A catalog of OLM v1 whose component waits. */
export interface PlannedClusterCatalog {
  readonly catalog: ClusterCatalog;
  readonly wait: ClusterCatalogWaitArgs;
}

/** An operator of OLM v1 whose component waits. */
export interface PlannedClusterExtension {
  readonly extension: ClusterExtension;
  readonly wait: ClusterExtensionWaitArgs;
}

/** A waiter of a component, with everything that follows from the constructs. */
export type PlannedWaiter = PlannedResource & (
  // Called when the resources that the waiter comes after exist: arguments may refer to them.
  | { readonly type: 'OlmReady'; readonly args: () => OlmReadyArgs }
  | { readonly type: 'OlmDetection'; readonly args: () => OlmDetectionArgs }
  | { readonly type: 'CatalogReady'; readonly args: () => CatalogReadyArgs }
  | { readonly type: 'ClusterCatalogReady'; readonly args: () => ClusterCatalogReadyArgs }
  | { readonly type: 'ClusterExtensionReady'; readonly args: () => ClusterExtensionReadyArgs }
  | { readonly type: 'OperatorAdoption'; readonly args: () => OperatorAdoptionArgs }
  | { readonly type: 'OperatorNamespace'; readonly args: () => OperatorNamespaceArgs }
  | { readonly type: 'OperatorReady'; readonly args: () => OperatorReadyArgs }
);

/** Where a waiter belongs. */
interface PlannedResource {
  /** Construct that it is named after, and last part of the name. */
  readonly construct: IConstruct;
  readonly id: string;

  /** Constructs, or objects, whose resources come before it. */
  readonly after: readonly IConstruct[];

  /** Constructs whose waiters come before it. */
  readonly afterWaitersOf: readonly (IConstruct | undefined)[];

  /** Constructs, or objects, that are ready once it is: what depends on them comes after it. */
  readonly readies: readonly (IConstruct | undefined)[];

  /** Construct whose objects all come after it. */
  readonly before?: IConstruct;

  /** Namespace that it removes, and one of the objects that it removes: whatever is created in the namespace comes after it. */
  readonly owns?: { readonly namespace: string; readonly object: ApiObject };
}

/**
 * Returns the waiters of constructs, in the order in which they are created: of OLM, of the namespaces of operators, of catalogs, of operators.
 * `readies` and `afterWaitersOf` connect them, in one component or across several.
 *
 * @param toOutput restores the outputs in a string of a construct
 */
export function planWaiters(
  { olms = [], catalogs = [], operators = [] }: {
    readonly olms?: readonly PlannedOlm[]; readonly catalogs?: readonly PlannedCatalog[]; readonly operators?: readonly PlannedOperator[];
  },
  toOutput: ToOutput,
): PlannedWaiter[] {
  // An operator that shares the Namespace of another one comes after it, whichever is first in a chart.
  const ownersFirst = [...operators].sort((one, other) => Number(createsNamespace(other)) - Number(createsNamespace(one)));
  return [
    ...olms.flatMap(planOlm),
    ...ownersFirst.flatMap((operator) => planOperatorNamespace(operator, toOutput)),
    ...catalogs.map((catalog) => planCatalog(catalog, toOutput)),
    ...operators.map((operator) => planOperator(operator, toOutput)),
  ];
}

/** Returns the outermost construct that was created for an operator alone. */
export function deploymentOf(subscription: OperatorSubscription): IConstruct {
  const { scope } = subscription.node;
  return BundleDeployment.isBundleDeployment(scope) ? scope : subscription;
}

/** Returns the detection of an OLM that exists, before an installation or instead of one. */
export function planDetection(olm: IOlmInstallation, args: () => OlmDetectionArgs): PlannedWaiter {
  return { type: 'OlmDetection', construct: olm, id: 'OlmDetection', after: [], afterWaitersOf: [], readies: [olm], before: olm, args };
}

/** Returns the waiter of a catalog of OLM v1. */
export function planClusterCatalog({ catalog, wait }: PlannedClusterCatalog, toOutput: ToOutput): PlannedWaiter {
  return {
    type: 'ClusterCatalogReady', construct: catalog, id: 'ClusterCatalogReady', after: [catalog], afterWaitersOf: [],
    readies: [catalog, catalog.resource], args: () => clusterCatalogReadyArgs(catalog, wait, toOutput),
  };
}

/** Returns the waiter of an operator of OLM v1. It comes after those of its catalogs, because its objects do. */
export function planClusterExtension({ extension, wait }: PlannedClusterExtension, toOutput: ToOutput): PlannedWaiter {
  return {
    type: 'ClusterExtensionReady', construct: extension, id: 'ClusterExtensionReady', after: [extension], afterWaitersOf: [],
    readies: [extension, extension.resource], args: () => clusterExtensionReadyArgs(extension, wait, toOutput),
  };
}

function createsNamespace({ subscription }: PlannedOperator): boolean {
  return subscription.namespaceObject !== undefined;
}

function planOlm({ olm, wait, ownership }: PlannedOlm): PlannedWaiter[] {
  const owned = olm.namespaces.filter((namespace) => ownership.get(namespace)?.retained === true);
  return [
    ...owned.map((namespace): PlannedWaiter => ({
      type: 'OperatorNamespace',
      construct: olm,
      id: namespace.node.id.replace(/^Namespace/, 'OperatorPlace'),
      after: olm.namespaces,
      afterWaitersOf: [],
      readies: [namespace],
      owns: { namespace: namespace.name, object: namespace },
      args: () => olmNamespaceArgs(namespace.name, wait),
    })),
    {
      type: 'OlmReady', construct: olm, id: 'OlmReady', after: [olm], afterWaitersOf: [], readies: [olm],
      args: () => olmReadyArgs(olm, wait),
    },
  ];
}

function planOperatorNamespace({ subscription, wait, ownership, adopt }: PlannedOperator, toOutput: ToOutput): PlannedWaiter[] {
  const { namespaceObjects, removeNamespace, removeOperatorGroup } = ownership;
  // OLM is removed last: its CRDs keep the OperatorGroups.
  const common = { construct: subscription, afterWaitersOf: [olmOfCluster(subscription)] };
  const adoption: PlannedWaiter = {
    ...common, type: 'OperatorAdoption', id: 'OperatorAdoption', after: [], readies: [], before: deploymentOf(subscription),
    args: () => operatorAdoptionArgs(subscription, wait, toOutput),
  };
  const namespace: PlannedWaiter = {
    ...common, type: 'OperatorNamespace', id: 'OperatorPlace', after: namespaceObjects, readies: namespaceObjects,
    ...(namespaceObjects[0] === undefined ? {} : { owns: { namespace: subscription.namespace, object: namespaceObjects[0] } }),
    args: () => operatorNamespaceArgs(subscription, ownership, wait, toOutput),
  };
  return [...(adopt ? [adoption] : []), ...(removeNamespace || removeOperatorGroup ? [namespace] : [])];
}

function planCatalog({ catalog, wait }: PlannedCatalog, toOutput: ToOutput): PlannedWaiter {
  return {
    type: 'CatalogReady', construct: catalog, id: 'CatalogReady',
    after: [catalog],
    afterWaitersOf: [olmOfCluster(catalog)],
    // OLM looks for the catalog of a Subscription only once a minute if it does not answer at first.
    readies: [catalog, catalog.catalogSource],
    args: () => catalogReadyArgs(catalog, wait, toOutput),
  };
}

function planOperator({ subscription, registry, wait, adopt, previousName }: PlannedOperator, toOutput: ToOutput): PlannedWaiter {
  return {
    type: 'OperatorReady', construct: subscription, id: 'OperatorReady',
    after: [subscription],
    afterWaitersOf: [olmOfCluster(subscription), registry],
    readies: [subscription, subscription.subscription],
    args: () => ({
      ...operatorReadyArgs(subscription, registry, wait, adopt, toOutput),
      ...(previousName === undefined ? {} : { previousSubscription: previousName }),
    }),
  };
}

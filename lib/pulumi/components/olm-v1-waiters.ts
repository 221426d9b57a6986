import type { ApiObject } from 'cdk8s';
import { ClusterCatalog } from '../../constructs/olm-v1/cluster-catalog';
import { ClusterExtension } from '../../constructs/olm-v1/cluster-extension';
import { ClusterCatalogReady } from '../resources/cluster-catalog-ready';
import { ClusterExtensionReady } from '../resources/cluster-extension-ready';
import { OperatorNamespace } from '../resources/operator-namespace';
import type { ClusterCatalogWaitArgs, ClusterExtensionWaitArgs } from '../resources/wait-args';
import { namespaceOwnership, type OwnershipArgs, withoutWaiter } from './ownership';
import { clusterCatalogReadyArgs, clusterExtensionReadyArgs, extensionNamespaceArgs, type ToOutput } from './waiter-args';
import { applicableWait, type ComponentPlan, type EngineWaiters, type PlannedWaiter } from './waiter-plan';

/** Waiters of the ClusterCatalogs and ClusterExtensions in a construct. */
export const OLM_V1_WAITERS: EngineWaiters = {
  title: 'OLM v1',
  waitArgs: 'ClusterExtensionWaitArgs',
  onDestroy: 'ClusterExtensionOnDestroy',
  ownershipArgs: ['existingNamespace'],
  isUsedIn: (construct) => construct.node.findAll()
    .some((found) => ClusterCatalog.isClusterCatalog(found) || ClusterExtension.isClusterExtension(found)),
  plan: (construct, settings, toOutput, args) => {
    const constructs = construct.node.findAll();
    const catalogs = constructs.filter((found) => ClusterCatalog.isClusterCatalog(found));
    const extensions = constructs.filter((found) => ClusterExtension.isClusterExtension(found));
    const wait = settings === undefined ? undefined : applicableWait<ClusterExtensionWaitArgs>(OLM_V1_WAITERS, settings);
    const ofExtensions = planClusterExtensions(extensions, wait, toOutput, args);
    return wait === undefined ? {
      ...ofExtensions, ownership: new Map([...catalogs.flatMap(({ resource }) => [...withoutWaiter(resource)]), ...ofExtensions.ownership]),
    } : { ...ofExtensions, plan: [...catalogs.map((catalog) => planClusterCatalog(catalog, catalogWait(wait), toOutput)), ...ofExtensions.plan] };
  },
};

/** Returns the waiter of a catalog of OLM v1. */
export function planClusterCatalog(catalog: ClusterCatalog, wait: ClusterCatalogWaitArgs, toOutput: ToOutput): PlannedWaiter {
  return {
    construct: catalog, id: 'ClusterCatalogReady', after: [catalog], afterWaitersOf: [], readies: [catalog, catalog.resource],
    removes: [catalog.resource],
    create: (name, options) => new ClusterCatalogReady(name, clusterCatalogReadyArgs(catalog, wait, toOutput), options),
  };
}

/**
 * Plans the waiters of operators of OLM v1, and of the Namespaces that they create. They are created after those of their catalogs, like their
 * objects.
 *
 * @param wait undefined for no waiters
 * @throws Error if a policy is set for a Namespace that a construct does not create
 */
export function planClusterExtensions(
  extensions: readonly ClusterExtension[], wait: ClusterExtensionWaitArgs | undefined, toOutput: ToOutput, args: Pick<OwnershipArgs, 'existingNamespace'>,
): ComponentPlan {
  const owned = extensions.map((extension) => ({ extension, ownership: namespaceOwnership(extension, args, wait !== undefined) }));
  const namespaces = owned.flatMap(({ extension, ownership: { removed } }) => (
    removed === undefined || wait === undefined ? [] : [planNamespace(extension, removed, wait)]
  ));
  return {
    // An operator in the Namespace of another operator is created after that operator.
    plan: wait === undefined ? [] : [...namespaces, ...extensions.map((extension) => planClusterExtension(extension, wait, toOutput))],
    ownership: new Map(owned.flatMap(({ extension, ownership: { objects } }) => (
      [...objects, ...(wait === undefined ? withoutWaiter(extension.resource) : [])]
    ))),
    namespaces: new Map(extensions.map((extension) => [extension, extension.namespace])),
  };
}

/** Returns the waiter that removes the Namespace of an operator once nothing else uses it. */
function planNamespace(extension: ClusterExtension, namespace: ApiObject, wait: ClusterExtensionWaitArgs): PlannedWaiter {
  return {
    construct: extension, id: 'OperatorPlace', after: [namespace], afterWaitersOf: [], readies: [namespace], removes: [namespace],
    owns: { namespace: extension.namespace, object: namespace },
    create: (name, options) => new OperatorNamespace(name, extensionNamespaceArgs(namespace, wait), options),
  };
}

/** Returns the waiter of an operator of OLM v1. */
function planClusterExtension(extension: ClusterExtension, wait: ClusterExtensionWaitArgs, toOutput: ToOutput): PlannedWaiter {
  return {
    construct: extension, id: 'ClusterExtensionReady', after: [extension], afterWaitersOf: [], readies: [extension, extension.resource],
    removes: [extension.resource],
    create: (name, options) => new ClusterExtensionReady(name, clusterExtensionReadyArgs(extension, wait, toOutput), options),
  };
}

function catalogWait({ onDestroy, ...wait }: ClusterExtensionWaitArgs): ClusterCatalogWaitArgs {
  return { ...wait, ...(onDestroy?.force === undefined ? {} : { force: onDestroy.force }) };
}

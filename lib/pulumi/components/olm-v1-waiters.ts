import type { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { ClusterCatalogWaitArgs, ClusterExtensionWaitArgs, OperatorWaitArgs } from '../waiter-resource/wait-args';
import { withoutWaiter } from './ownership';
import type { ToOutput } from './waiter-inputs';
import { planClusterCatalog, planClusterExtension } from './waiter-plan';
import type { PlannedWaiter } from './waiter-plan';
import { ClusterCatalog } from '../../constructs/olm-v1/cluster-catalog';
import { ClusterExtension } from '../../constructs/olm-v1/cluster-extension';
import type { OwnershipPolicy } from '../program/ownership-policy';

/** Waiters of OLM v1 in a construct, and how its objects are owned without them. */
export interface OlmV1Waiters {
  readonly plan: PlannedWaiter[];
  readonly ownership: ReadonlyMap<ApiObject, OwnershipPolicy>;
}

/**
 * Plans the waiters of the ClusterCatalogs and ClusterExtensions in a construct.
 *
 * @param wait undefined for none
 */
export function planOlmV1(construct: IConstruct, wait: ClusterExtensionWaitArgs | undefined, toOutput: ToOutput): OlmV1Waiters {
  const constructs = construct.node.findAll();
  const catalogs = constructs.filter((found) => ClusterCatalog.isClusterCatalog(found));
  const extensions = constructs.filter((found) => ClusterExtension.isClusterExtension(found));
  if (wait === undefined) {
    return { plan: [], ownership: new Map([...catalogs, ...extensions].flatMap(({ resource }) => [...withoutWaiter(resource)])) };
  }
  return {
    plan: [
      ...catalogs.map((catalog) => planClusterCatalog({ catalog, wait: catalogWait(wait) }, toOutput)),
      ...extensions.map((extension) => planClusterExtension({ extension, wait }, toOutput)),
    ],
    ownership: new Map(),
  };
}

/** Returns the settings for operators that apply to those of OLM v1. */
export function extensionWait({ kubeconfig, context, timeouts, deleteUnreachable, skip, onDestroy }: OperatorWaitArgs): ClusterExtensionWaitArgs {
  const { operands, force } = onDestroy ?? {};
  const ofExtension = onDestroy === undefined ? undefined : defined({ operands, force });
  return defined({ kubeconfig, context, timeouts, deleteUnreachable, skip, onDestroy: ofExtension });
}

function catalogWait({ onDestroy, ...wait }: ClusterExtensionWaitArgs): ClusterCatalogWaitArgs {
  return { ...wait, ...(onDestroy?.force === undefined ? {} : { force: onDestroy.force }) };
}

function defined(settings: { readonly [key: string]: unknown }): object {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

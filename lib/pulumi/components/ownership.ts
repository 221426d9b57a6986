import type { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { NO_WAITER } from '../../cluster/waiting/removal/waiting-opt-out';
import type { OlmInstallation } from '../../constructs/installation/olm-installation';
import type { ClusterExtension } from '../../constructs/olm-v1/cluster-extension';
import type { OperatorSubscription } from '../../constructs/subscription/operator-subscription';
import { printableMessage } from '../../text/printable';
import { objectsIn } from '../program/object-resources';
import { checkExistingObjectPolicy, type ExistingObjectPolicy, type OwnershipPolicy } from '../program/ownership-policy';

/** How a component of an operator handles objects that already exist. */
export interface OwnershipArgs {
  /**
   * What to do if the Namespace already exists.
   *
   * @default - 'fail'; 'share' with `adopt`
   */
  readonly existingNamespace?: ExistingObjectPolicy;

  /**
   * What to do if an OperatorGroup with this name already exists. To use one with another name, set `operatorGroup`.
   *
   * @default - 'fail'; 'share' with `adopt`
   */
  readonly existingOperatorGroup?: ExistingObjectPolicy;

  /**
   * What to do if CustomResourceDefinitions of the operator already exist, for example because an earlier `pulumi destroy` kept them. Only with an
   * engine that creates them itself, such as `new PlainEngine()`.
   *
   * @default 'fail'
   */
  readonly existingCrds?: ExistingObjectPolicy;

  /**
   * Whether to adopt an operator that was installed by other means, while it runs: a Subscription of the same name and package is changed to the
   * arguments, and an operator without a Subscription is attached to the new one. From then on it belongs to this component, and `pulumi destroy`
   * removes it. Requires `wait`, because the waiter does part of the adoption.
   *
   * @default false - an existing Subscription is an error, and is not touched
   */
  readonly adopt?: boolean;

  /**
   * Previous name of the Subscription, if it was renamed, similar to Pulumi's aliases. The change then keeps the operator running: the previous
   * Subscription is deleted without its operator, and the new one adopts the operator. Afterwards it has no effect, and can be omitted. It only works
   * within one namespace and for one package, and requires `wait`.
   *
   * @default - if the name changes, the operator is removed and reinstalled
   */
  readonly previousName?: string;
}

/** How a component owns the objects of its operator. */
export interface OperatorOwnership {
  /** Policies of the objects that it owns, by object: the Namespace, the OperatorGroup and the Subscription, if it creates them. */
  readonly objects: ReadonlyMap<ApiObject, OwnershipPolicy>;

  /** The Namespace and the OperatorGroup, if it creates them. */
  readonly namespaceObjects: readonly ApiObject[];

  /** Whether `destroy` removes the OperatorGroup, once nothing else uses it. */
  readonly removeOperatorGroup: boolean;

  /** Whether `destroy` removes the Namespace, once nothing else uses it. */
  readonly removeNamespace: boolean;
}

/**
 * Returns how a component owns the objects of its operator.
 *
 * Its own Namespace and OperatorGroup are kept when their resources are deleted: a waiter removes them if nothing else uses them. A patched
 * OperatorGroup is always kept: if the patch were reverted, it would lose the target namespaces that only this component set, and so select all
 * namespaces. An adopted Subscription is also kept when its resource is deleted: the waiter removes it with its operator.
 *
 * @param isWaitedFor whether a waiter removes the operator
 * @throws Error if a policy is set for an object that the component does not create
 */
export function operatorOwnership(subscription: OperatorSubscription, args: OwnershipArgs, isWaitedFor: boolean): OperatorOwnership {
  const namespace = subscription.namespaceObject;
  const group = createsOperatorGroup(subscription) ? subscription.operatorGroup : undefined;
  const existingNamespace = policyOf(subscription, 'existingNamespace', args, namespace, NO_NAMESPACE);
  const existingGroup = policyOf(subscription, 'existingOperatorGroup', args, group, 'with `operatorGroup` the component creates no OperatorGroup');
  const objects = new Map<ApiObject, OwnershipPolicy>();
  if (namespace !== undefined) {
    objects.set(namespace, { existing: existingNamespace, retained: isWaitedFor && existingNamespace !== 'share' });
  }
  if (group !== undefined) {
    objects.set(group, { existing: existingGroup, retained: isWaitedFor || existingGroup !== 'fail' });
  }
  const namespaceObjects = [...objects.keys()];
  const adopts = isWaitedFor && args.adopt === true;
  objects.set(subscription.subscription, {
    existing: adopts ? 'adopt' : 'fail', retained: adopts, ...(isWaitedFor ? {} : { annotations: NO_WAITER }),
    ...(args.previousName === undefined ? {} : { createBeforeDelete: true }),
  });
  return {
    objects,
    namespaceObjects,
    removeNamespace: isWaitedFor && namespace !== undefined && existingNamespace !== 'share',
    removeOperatorGroup: isWaitedFor && group !== undefined && existingGroup !== 'share',
  };
}

/** How a component owns the Namespace of an operator that it installs without OLM v0. */
export interface NamespaceOwnership {
  /** Policy of the Namespace, if the construct creates it. */
  readonly objects: ReadonlyMap<ApiObject, OwnershipPolicy>;

  /** The Namespace, if `destroy` removes it once nothing else uses it. */
  readonly removed: ApiObject | undefined;
}

/**
 * Returns how a component owns the Namespace of a ClusterExtension. As with OLM v0, a waiter removes it if nothing else uses it.
 *
 * @param isWaitedFor whether a waiter removes the operator
 * @throws Error if a policy is set, but the construct creates no Namespace
 */
export function namespaceOwnership(extension: ClusterExtension, args: Pick<OwnershipArgs, 'existingNamespace'>, isWaitedFor: boolean): NamespaceOwnership {
  const { namespaceObject } = extension;
  const existing = policyOf(extension, 'existingNamespace', args, namespaceObject, NO_NAMESPACE);
  const retained = isWaitedFor && existing !== 'share';
  return {
    objects: new Map(namespaceObject === undefined ? [] : [[namespaceObject, { existing, retained }]]),
    removed: retained ? namespaceObject : undefined,
  };
}

const NO_NAMESPACE = 'with `createNamespace: false` the component creates no Namespace';

/** Whether the construct creates its OperatorGroup. */
export function createsOperatorGroup({ operatorGroup, node }: OperatorSubscription): boolean {
  return operatorGroup?.node.scope?.node === node;
}

/**
 * Returns how a component owns the objects of OLM. With a waiter, the Namespaces are kept when their resources are deleted, because the provider
 * would delete them with everything in them. Adopted objects are also kept: the waiter removes them in order. Without a waiter, the Deployment of the
 * controller has an annotation that records this.
 *
 * @param existing what to do if the Namespaces already exist
 * @param isWaitedFor whether a waiter removes OLM
 * @param others what to do if the other objects already exist
 */
export function olmOwnership(
  olm: OlmInstallation, existing: ExistingObjectPolicy, isWaitedFor: boolean, others: 'fail' | 'adopt' = 'fail',
): ReadonlyMap<ApiObject, OwnershipPolicy> {
  const { namespaces, olmOperator } = olm;
  return new Map<ApiObject, OwnershipPolicy>([
    ...objectsIn(olm).map((object) => [object, { existing: others, retained: others === 'adopt' }] as const),
    ...namespaces.map((namespace) => [namespace, { existing, retained: isWaitedFor && existing !== 'share' }] as const),
    ...(isWaitedFor ? [] : [[olmOperator, { existing: 'fail', retained: false, annotations: NO_WAITER }] as const]),
  ]);
}

/** Returns how a component without a waiter owns an object that a waiter would remove: the annotation keeps it when only waiting is turned off. */
export function withoutWaiter(object: ApiObject): ReadonlyMap<ApiObject, OwnershipPolicy> {
  return new Map([[object, { existing: 'fail', retained: false, annotations: NO_WAITER }]]);
}

function policyOf(
  { node }: IConstruct, key: 'existingNamespace' | 'existingOperatorGroup', args: OwnershipArgs, object: ApiObject | undefined, why: string,
): ExistingObjectPolicy {
  const byDefault = args.adopt === true && object !== undefined ? 'share' : 'fail';
  const existing = checkExistingObjectPolicy(args[key] ?? byDefault, `[${node.path}] ${key}`);
  if (existing !== 'fail' && object === undefined) {
    throw new Error(printableMessage(`[${node.path}] ${key} is '${existing}', but ${why}; omit one of the two`));
  }
  return existing;
}

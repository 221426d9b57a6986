import type { ApiObject } from 'cdk8s';
import { existingObject } from './existing-object';
import type { Custody, ExistingObject } from './existing-object';
import { NO_WAITER } from './wait/removal/let-go';
import type { OperatorSubscription } from '../constructs/operator-subscription';

/** What a user says about the place of an operator. */
export interface PlaceArgs {
  /**
   * What to do where the Namespace is there already.
   *
   * @default - 'fail'; 'share' with `adopt`
   */
  readonly existingNamespace?: ExistingObject;

  /**
   * What to do where the OperatorGroup is there already, under the name that this one is to have. One of another name is used with
   * `operatorGroup`.
   *
   * @default - 'fail'; 'share' with `adopt`
   */
  readonly existingOperatorGroup?: ExistingObject;

  /**
   * Whether an operator that somebody installed by other means is taken over as it runs: a Subscription of the same name and package gets what the
   * arguments say, and an operator whose Subscription is gone goes on below the new one. From then on it belongs to this component, and
   * `pulumi destroy` removes it. It needs `wait`, which does a part of it.
   *
   * @default false - what is there already is an error, and stays as it is
   */
  readonly adopt?: boolean;
}

/** How a component has the place of its operator. */
export interface OperatorCustody {
  /** How it has its Subscription. */
  readonly subscription: Custody;

  /** How it has the Namespace and the OperatorGroup, as far as it makes them. */
  readonly objects: ReadonlyMap<ApiObject, Custody>;

  /** Whether the OperatorGroup goes on `destroy`, once nobody else uses it. */
  readonly removeOperatorGroup: boolean;

  /** Whether the Namespace goes on `destroy`, once nobody else uses it. */
  readonly removeNamespace: boolean;
}

/** Whether anything of the place goes on `destroy`. */
export function removesAnything({ removeNamespace, removeOperatorGroup }: OperatorCustody): boolean {
  return removeNamespace || removeOperatorGroup;
}

/**
 * How a component has the place of its operator, as the user says.
 *
 * What is its own stays when its resource goes, if something looks first who else uses it. An OperatorGroup that is patched stays as it is in
 * any case: given back, it would lose the target namespaces that only this component said, and so be one for all namespaces.
 *
 * A Subscription that is taken over stays when its resource goes, too: the waiter removes it with its operator.
 *
 * @param isWaitedFor whether a waiter removes the operator
 * @throws Error when something is said of an object that the component does not make
 */
export function operatorCustody(construct: OperatorSubscription, args: PlaceArgs, isWaitedFor: boolean): OperatorCustody {
  const namespace = construct.namespaceObject;
  const group = isOwnGroup(construct) ? construct.operatorGroup : undefined;
  const ofNamespace = said(construct, 'existingNamespace', args, namespace, '`createNamespace: false` leaves the Namespace to others');
  const ofGroup = said(construct, 'existingOperatorGroup', args, group, '`operatorGroup` names one that others make');
  const objects = new Map<ApiObject, Custody>();
  if (namespace !== undefined) {
    objects.set(namespace, { existing: ofNamespace, retained: isWaitedFor && ofNamespace !== 'share' });
  }
  if (group !== undefined) {
    objects.set(group, { existing: ofGroup, retained: isWaitedFor || ofGroup !== 'fail' });
  }
  const adopts = isWaitedFor && args.adopt === true;
  return {
    subscription: { existing: adopts ? 'adopt' : 'fail', retained: adopts, ...(isWaitedFor ? {} : { marks: NO_WAITER }) },
    objects,
    removeNamespace: isWaitedFor && namespace !== undefined && ofNamespace !== 'share',
    removeOperatorGroup: isWaitedFor && group !== undefined && ofGroup !== 'share',
  };
}

/** Whether the OperatorGroup is one that the construct makes. */
export function isOwnGroup({ operatorGroup, node }: OperatorSubscription): boolean {
  return operatorGroup?.node.scope?.node === node;
}

function said(
  construct: OperatorSubscription, key: 'existingNamespace' | 'existingOperatorGroup', args: PlaceArgs, object: ApiObject | undefined, why: string,
): ExistingObject {
  const unsaid = args.adopt === true && object !== undefined ? 'share' : 'fail';
  const existing = existingObject(args[key] ?? unsaid, `[${construct.node.path}] ${key}`);
  if (existing !== 'fail' && object === undefined) {
    throw new Error(`[${construct.node.path}] ${key} is '${existing}', and there is nothing to ${existing}: ${why}; leave out one of the two`);
  }
  return existing;
}

import type { ApiObject } from 'cdk8s';
import type { OperatorPlaceArgs } from './dynamic/operator-place';
import type { OlmWaitArgs } from './dynamic/wait-args';
import type { Custody, ExistingObject } from './existing-object';
import { ofPlace } from './operator-waiting';
import { NO_WAITER } from './wait/removal/let-go';
import type { OlmInstallation } from '../constructs/olm-installation';

/**
 * How a component of OLM has the Namespaces that it makes, and the controller whose Deployment says whether anything waits. Where something does,
 * the Namespaces are places as those of operators are: the provider would delete them with all that is in them.
 *
 * @param existing what to do where the Namespaces are there already
 * @param isWaitedFor whether a waiter removes OLM
 */
export function olmCustody(
  { namespaces, olmOperator }: OlmInstallation, existing: ExistingObject, isWaitedFor: boolean,
): ReadonlyMap<ApiObject, Custody> {
  return new Map<ApiObject, Custody>([
    ...namespaces.map((namespace) => [namespace, { existing, retained: isWaitedFor && existing !== 'share' }] as const),
    ...(isWaitedFor ? [] : [[olmOperator, { existing: 'fail', retained: false, marks: NO_WAITER }] as const]),
  ]);
}

/** Those of its Namespaces that a component removes once nobody uses them; the provider leaves them. */
export function ownPlaces(custody: ReadonlyMap<ApiObject, Custody>): ApiObject[] {
  return [...custody].filter(([, { retained }]) => retained).map(([namespace]) => namespace);
}

/** The last part of the name of the resource that removes a Namespace: it says which one, as that of the Namespace does. */
export function placeId(namespace: ApiObject): string {
  return namespace.node.id.replace(/^Namespace/, 'OperatorPlace');
}

/** What an `OperatorPlace` is told of a Namespace of OLM. The OperatorGroup in it goes with OLM. */
export function olmPlaceInputs(namespace: string, wait: OlmWaitArgs): OperatorPlaceArgs {
  return { ...ofPlace(wait), namespace, removeNamespace: true };
}

import { createWaiter } from '../machine/create-waiter';
import { Timeouts, Waiter, withTimeouts } from '../machine/waiter';
import { INITIAL_LISTS, WaiterState } from '../machine/waiter-state';
import { namespaceInterests } from '../operator/operator-interests';
import { byName } from '../operator/situation';
import { SUBSCRIPTIONS } from '../view/api-resource';
import { objectsOf } from '../view/cluster-view';
import { specString } from '../view/kubernetes-object';
import { REMOVAL_TIMEOUTS } from './operator-removal-options';
import { deletedTitles, deletionStage, RemovalReport } from './stage';

/** Options of `subscriptionRemoval`. */
export interface SubscriptionRemovalOptions {
  readonly namespace: string;
  /** Name of the Subscription. */
  readonly subscription: string;
  /** Package of the Subscription. A Subscription to another package is not removed. @default - any */
  readonly package?: string;
  /** @default - `REMOVAL_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Memory of the removal: the deleted objects. */
interface SubscriptionRemovalMemory {
  readonly removed: readonly string[];
}

/**
 * Removes a Subscription without its operator, so that another Subscription can adopt the operator: two Subscriptions to one package block each
 * other.
 */
export function subscriptionRemoval(options: SubscriptionRemovalOptions): Waiter<WaiterState<SubscriptionRemovalMemory>, RemovalReport> {
  const { namespace, subscription: name, package: packageName, timeouts } = options;
  const { subscriptions: interest } = namespaceInterests(namespace);
  return createWaiter<SubscriptionRemovalMemory, RemovalReport>({
    subject: `hand-over of operator ${namespace}/${name}`,
    failure: 'did not finish',
    firstPhase: 'subscription',
    memory: { removed: [] },
    timeouts: { ...withTimeouts(REMOVAL_TIMEOUTS, timeouts), settling: 0 },
    needsOlm: false,
    observe: ({ removed }, view, { timeInPhase }) => {
      const subscriptions = objectsOf(view, interest);
      const common = { phase: 'subscription', watch: [interest], reached: {} };
      if (subscriptions === undefined) {
        return { ...common, memory: { removed }, waitingFor: INITIAL_LISTS, findings: [], actions: [] };
      }
      const found = byName(subscriptions, name);
      const own = found !== undefined && (packageName === undefined || specString(found, 'name') === packageName) ? [found] : [];
      const { waitingFor, actions = [], findings = [] } = deletionStage('subscription', own.map((object) => ({ resource: SUBSCRIPTIONS, object })), {
        description: 'deletes the previous Subscription without its operator', force: false, timeInPhase,
      });
      const memory = { removed: [...new Set([...removed, ...deletedTitles(actions)])] };
      return {
        ...common, memory, waitingFor: waitingFor ?? 'nothing', actions, findings,
        ...(waitingFor === undefined ? { ready: { key: 'removed', outcome: { removed: memory.removed, left: [] } } } : {}),
      };
    },
  });
}

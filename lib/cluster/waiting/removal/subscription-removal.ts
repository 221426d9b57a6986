import { Timeouts, Waiter, withTimeouts } from '../machine/waiter';
import { WaiterState } from '../machine/waiter-state';
import { namespaceInterests } from '../operator/operator-interests';
import { byName } from '../operator/situation';
import { SUBSCRIPTIONS } from '../view/api-resource';
import { objectsOf } from '../view/cluster-view';
import { specString } from '../view/kubernetes-object';
import { REMOVAL_TIMEOUTS } from './operator-removal-options';
import { RemovalMemory, removalWaiter, unlisted } from './removal-waiter';
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

/**
 * Removes a Subscription without its operator, so that another Subscription can adopt the operator: two Subscriptions to one package block each
 * other.
 */
export function subscriptionRemoval(options: SubscriptionRemovalOptions): Waiter<WaiterState<RemovalMemory>, RemovalReport> {
  const { namespace, subscription: name, package: packageName, timeouts } = options;
  const { subscriptions: interest } = namespaceInterests(namespace);
  return removalWaiter<RemovalMemory>({
    subject: `hand-over of operator ${namespace}/${name}`,
    firstPhase: 'subscription',
    memory: { removed: [] },
    timeouts: withTimeouts(REMOVAL_TIMEOUTS, timeouts),
    observe: ({ removed }, view, { timeInPhase }) => {
      const subscriptions = objectsOf(view, interest);
      if (subscriptions === undefined) {
        return unlisted({ removed }, [interest], 'subscription');
      }
      const found = byName(subscriptions, name);
      const own = found !== undefined && (packageName === undefined || specString(found, 'name') === packageName) ? [found] : [];
      const { waitingFor, actions = [], findings = [] } = deletionStage('subscription', own.map((object) => ({ resource: SUBSCRIPTIONS, object })), {
        description: 'deletes the previous Subscription without its operator', force: false, timeInPhase,
      });
      const memory = { removed: [...new Set([...removed, ...deletedTitles(actions)])] };
      return {
        memory, phase: 'subscription', watch: [interest], reached: {}, waitingFor: waitingFor ?? 'nothing', actions, findings,
        ...(waitingFor === undefined ? { ready: { key: 'removed', outcome: { removed: memory.removed, left: [] } } } : {}),
      };
    },
  });
}

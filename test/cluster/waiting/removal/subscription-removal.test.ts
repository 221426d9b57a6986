import { subscriptionRemoval } from '../../../../lib/cluster/waiting/removal/subscription-removal';
import { DEMO, event, object, subscription } from '../objects';
import { actionTitles, ClusterEvent, simulate, SimulatedWait, Simulation } from '../simulated-cluster';

const EXISTING = [event(0, 'subscriptions', subscription())];

function handOver(packageName?: string, events: readonly ClusterEvent[] = EXISTING, simulation: Simulation = {}): SimulatedWait<unknown> {
  return simulate(subscriptionRemoval({ namespace: DEMO, subscription: 'plain', ...(packageName === undefined ? {} : { package: packageName }) }), events, {
    onAction: ({ target: { resource, name } }, now) => [event(now + 1_000, resource.plural, object(name), 'DELETED')], ...simulation,
  });
}

describe('the hand-over of an operator to another Subscription', () => {
  it.each([['of its package', 'plain'], ['of any package', undefined]])('deletes the Subscription %s, without the operator, and waits until it is gone', (_, packageName) => {
    const removal = handOver(packageName);
    expect(actionTitles(removal)).toEqual(['delete Subscription plain']);
    expect([removal.verdict, removal.at]).toEqual([expect.objectContaining({ kind: 'done', outcome: { removed: ['Subscription demo/plain'], left: [] } }), 1_000]);
    expect(removal.lines[0]).toContain('hand-over of operator demo/plain: subscription, waiting for Subscription demo/plain to be deleted');
  });

  it.each([['is for another package', 'other', EXISTING], ['does not exist', 'plain', []]])('deletes nothing if the Subscription %s', (_, packageName, events) => {
    const { actions, verdict, at } = handOver(packageName, events);
    expect([actions, verdict, at]).toEqual([[], expect.objectContaining({ kind: 'done', outcome: { removed: [], left: [] } }), 0]);
  });

  it('deletes nothing before the Subscriptions are listed', () => {
    const { actions, verdict, lines } = handOver('plain', EXISTING, { problems: { 'subscriptions.operators.coreos.com': 'unreachable' } });
    expect([actions, verdict.kind]).toEqual([[], 'failed']);
    expect(lines[0]).toContain('waiting for the initial lists from the API server');
  });
});

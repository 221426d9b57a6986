import { operatorRemoval } from '../../../../lib/cluster/waiting/removal/operator-removal';
import { RemovalReport } from '../../../../lib/cluster/waiting/removal/stage';
import { NO_WAITER, unlessWaitingDisabled, WaitingOptOut } from '../../../../lib/cluster/waiting/removal/waiting-opt-out';
import { SUBSCRIPTIONS } from '../../../../lib/cluster/waiting/view/api-resource';
import { inNamespace, named as interestIn, interestKey } from '../../../../lib/cluster/waiting/view/cluster-view';
import { csv, DEMO, event, subscription } from '../objects';
import { ClusterEvent, simulate, SimulatedWait, Simulation } from '../simulated-cluster';

const OPTIONS = { namespace: DEMO, subscription: 'plain' };
const OPT_OUT: WaitingOptOut = { object: interestIn(SUBSCRIPTIONS, 'plain', DEMO), gate: inNamespace(SUBSCRIPTIONS, DEMO), dependents: 'its operator' };
const INSTALLED = { state: 'AtLatestKnown', currentCSV: 'plain.v0.2.0', installedCSV: 'plain.v0.2.0' };
const marked = { annotations: NO_WAITER };

function operator(metadata: object = {}, of = 'plain'): ClusterEvent[] {
  const found = subscription(INSTALLED, {}, of);
  return [
    event(0, 'subscriptions', { ...found, metadata: { ...found.metadata, ...metadata } }),
    event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')),
  ];
}

/** Simulates a removal in a cluster in which deleted objects are gone at once. */
function removed(events: readonly ClusterEvent[], simulation: Partial<Simulation> = {}): SimulatedWait<RemovalReport> {
  return simulate(unlessWaitingDisabled(operatorRemoval(OPTIONS), OPT_OUT), events, {
    onAction: ({ target: { resource, name } }, now) => events
      .filter((clusterEvent) => clusterEvent.resource.startsWith(resource.plural) && clusterEvent.object.metadata.name === name)
      .map((clusterEvent) => ({ ...clusterEvent, at: now, type: 'DELETED' })),
    ...simulation,
  });
}

const named = ({ actions }: SimulatedWait<unknown>): string[] => actions.map(({ target: { resource, name } }) => `${resource.kind} ${name}`);

describe('an operator for which waiting was turned off', () => {
  test('is kept when its waiter is removed, and reported', () => {
    const wait = removed(operator(marked));
    expect(named(wait)).toEqual([]);
    expect(wait.verdict).toMatchObject({ kind: 'done', outcome: { removed: [], left: [
      { object: 'Subscription demo/plain', reason: 'kept, together with its operator: only waiting was turned off' },
    ] } });
  });

  test('is kept although other watches have an older version of its Subscription', () => {
    const [before, installed] = operator();
    const [after] = operator(marked);
    const waiter = unlessWaitingDisabled(operatorRemoval(OPTIONS), OPT_OUT);
    const scopes = new Map([['', [before!.object]], ['plain', [after!.object]]]);
    const step = waiter.step(waiter.start(0), {
      rejection: () => undefined,
      snapshot: ({ resource, name = '' }) => ({
        state: 'current', objects: resource.plural === 'subscriptions' ? scopes.get(name)! : resource.plural === 'clusterserviceversions' ? [installed!.object] : [],
      }),
    }, 0);
    expect(step.verdict).toMatchObject({ kind: 'done' });
  });

  test('is not changed until its own Subscription was read', () => {
    const waiter = unlessWaitingDisabled(operatorRemoval(OPTIONS), OPT_OUT);
    const [found] = operator();
    const step = waiter.step(waiter.start(0), {
      rejection: () => undefined,
      snapshot: ({ resource, name }) => (
        name === undefined ? { state: 'current', objects: resource.plural === 'subscriptions' ? [found!.object] : [] } : { state: 'unknown', objects: [] }
      ),
    }, 0);
    expect([step.actions, step.verdict]).toEqual([[], undefined]);
    expect(step.watch.map(interestKey)).toContain(interestKey({ resource: step.watch[0]!.resource, namespace: DEMO, name: 'plain' }));
  });
});

describe('an operator', () => {
  test.each<[string, ClusterEvent[]]>([
    ['whose Subscription has no annotation', operator()],
    ['whose Subscription has the annotation with another value', operator({ annotations: { 'olm-constructs/waiter': 'other' } })],
  ])('%s is removed', (_, events) => {
    expect(named(removed(events))).toEqual(['Subscription plain', 'ClusterServiceVersion plain.v0.2.0']);
  });

  test('is removed although the Subscription of another operator has no waiter', () => {
    const others = operator(marked, 'other').slice(0, 1).map((found) => ({ ...found, object: { ...found.object, status: {} } }));
    expect(named(removed([...operator(), ...others]))).toEqual(['Subscription plain', 'ClusterServiceVersion plain.v0.2.0']);
  });

  test.each(['forbidden', 'unauthorized', 'unreachable'] as const)('whose Subscription cannot be read (%s) fails as without the opt-out', (problem) => {
    const problems = { 'subscriptions.operators.coreos.com': problem, 'subscriptions': problem };
    const plain = simulate(operatorRemoval(OPTIONS), operator(), { problems });
    expect(removed(operator(), { problems }).verdict).toEqual(plain.verdict);
    expect(plain.verdict.kind).toBe('failed');
  });
});

import { detailOf, clusterStatus } from '../../../lib/cluster/inspection/cluster-status';
import { operatorSubject } from '../../../lib/cluster/inspection/judgement/subjects';
import { operatorReady } from '../../../lib/cluster/waiting/operator/operator-waiter';
import { DEMO } from '../waiting/objects';
import { eventsOf, FAILURES } from '../waiting/operator/failures';
import { simulate } from '../waiting/simulated-cluster';
import { clusterOf, START } from './dumped-cluster';
import { judged } from './judged';

/** A status lists no pods, Jobs, events and PackageManifests, so that it knows less of these. */
const UNKNOWN = /pod|Job|event|container|image|evicted|did you mean/i;

/** Time after which what does not progress by itself has failed, in milliseconds. */
const MUCH_LATER = 60 * 60_000;

describe('the status of a cluster', () => {
  const failures = FAILURES.filter(({ problems }) => problems === undefined);
  it.each(failures.map((failure) => [failure.title, failure] as const))('says nothing else of an operator than its explanation, when %s', async (_, failure) => {
    const operator = { namespace: DEMO, subscription: 'plain', ...failure.options };
    const { objects, at } = simulate(operatorReady(operator), eventsOf(failure));
    const [source, now] = [clusterOf(objects), START + at + MUCH_LATER];
    const explained = await judged(source, operatorSubject({ namespace: DEMO, subscription: 'plain' }), now);
    const found = (await clusterStatus(source, { now })).subscriptions.find(({ name }) => name === 'plain');
    const told = explained.causes.map(({ message }) => message);
    if (found?.detail !== undefined && !told.some((message) => UNKNOWN.test(message))) {
      expect(found.verdict).toBe(explained.verdict);
      expect([...told, detailOf(explained).detail, `waiting for ${explained.waitingFor}`]).toContain(found.detail);
    }
  });
});

import { RULE_CASES } from './rule-cases';
import { podsOf, podsOfJob } from '../../../../lib/cluster/waiting/rules/pods';
import { deployment, object, pod } from '../objects';

test.each(RULE_CASES.map((each) => [each.title, each] as const))('the rules report the problems of a %s', (_, { findings, expected }) => {
  expect(findings().map(({ absent: _, ...finding }) => finding)).toEqual(expected);
});

describe('the pods of an owner', () => {
  it('are those that the selector of a Deployment matches, in its namespace', () => {
    const [own, other] = [pod('own', 'plain-op', {}), pod('other', 'other', {})];
    const elsewhere = object('elsewhere', { metadata: { namespace: 'another', labels: { app: 'plain-op' } } });
    expect(podsOf(deployment('plain-op', 1), [own, other, elsewhere, object('unlabeled')])).toEqual([own]);
    expect(podsOf(object('without-selector'), [own])).toEqual([]);
  });

  it('are not those of another Deployment that has the same labels', () => {
    const ofDeployment = (name: string): ReturnType<typeof object> => object(`${name}-7d9f6c8b5-x2x4z`, {
      metadata: { labels: { app: 'plain-op' }, ownerReferences: [{ kind: 'ReplicaSet', name: `${name}-7d9f6c8b5` }] },
    });
    expect(podsOf(deployment('plain-op', 1), [ofDeployment('plain-op'), ofDeployment('shop-op'), ofDeployment('plain')])).toEqual([ofDeployment('plain-op')].map(
      ({ metadata: { name } }) => expect.objectContaining({ metadata: expect.objectContaining({ name }) as object }) as object,
    ));
  });

  it('are those that a Job owns, in its namespace', () => {
    const owned = (name: string, kind: string, namespace: string): ReturnType<typeof object> => (
      object(name, { metadata: { namespace, ownerReferences: [{ kind: 'Node', name: 'job' }, { kind, name: 'job' }] } })
    );
    const own = owned('own', 'Job', 'demo');
    expect(podsOfJob(object('job'), [own, owned('of-another-kind', 'CronJob', 'demo'), owned('elsewhere', 'Job', 'another'), object('free')])).toEqual([own]);
    expect(podsOfJob(object('another-job'), [own])).toEqual([]);
  });
});

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

  it('are those that a Job owns, in its namespace', () => {
    const owned = (name: string, kind: string, namespace: string): ReturnType<typeof object> => (
      object(name, { metadata: { namespace, ownerReferences: [{ kind: 'Node', name: 'job' }, { kind, name: 'job' }] } })
    );
    const own = owned('own', 'Job', 'demo');
    expect(podsOfJob(object('job'), [own, owned('of-another-kind', 'CronJob', 'demo'), owned('elsewhere', 'Job', 'another'), object('free')])).toEqual([own]);
    expect(podsOfJob(object('another-job'), [own])).toEqual([]);
  });
});

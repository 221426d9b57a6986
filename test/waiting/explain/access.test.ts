import { CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS, INSTALL_PLANS, PODS, SUBSCRIPTIONS } from '../../../../lib/pulumi/wait/cluster/api-resource';
import { ClusterStore } from '../../../../lib/pulumi/wait/cluster/cluster-store';
import type { ClusterProblem } from '../../../../lib/pulumi/wait/cluster/cluster-view';
import type { Interest } from '../../../../lib/pulumi/wait/cluster/interest';
import { inNamespace, one } from '../../../../lib/pulumi/wait/cluster/queries';
import { accessFindings, blindSpots, refusedActions } from '../../../../lib/pulumi/wait/explain/access';
import type { Finding } from '../../../../lib/pulumi/wait/explain/finding';
import { deletion } from '../../../../lib/pulumi/wait/waiting/action';
import { object } from '../objects';

const [SUBSCRIBED, PLANNED, RUNNING] = [SUBSCRIPTIONS, INSTALL_PLANS, DEPLOYMENTS].map((resource) => inNamespace(resource, 'demo')) as [Interest, Interest, Interest];
const CRD = one(CUSTOM_RESOURCE_DEFINITIONS, 'plains.demo.test');
const FORBIDDEN: ClusterProblem = { kind: 'forbidden', message: 'no', account: 'ci' };

function findings(problems: readonly (readonly [Interest, ClusterProblem?])[]): Finding[] {
  const store = new ClusterStore();
  problems.filter(([, problem]) => problem !== undefined).forEach(([interest, problem]) => store.lost(interest, problem));
  return accessFindings(store, problems.map(([interest]) => interest), true);
}

describe('what an account may not see', () => {
  it('is told with the rules that it lacks, a role for each namespace', () => {
    expect(findings([[SUBSCRIBED, FORBIDDEN], [PLANNED, FORBIDDEN], [RUNNING, FORBIDDEN], [CRD, FORBIDDEN]])).toEqual([{
      cause: 'access-denied',
      text: 'the account ci may not list and watch subscriptions.operators.coreos.com, installplans.operators.coreos.com and deployments.apps in '
        + 'namespace demo and customresourcedefinitions.apiextensions.k8s.io plains.demo.test',
      remedy: 'bind it to a Role of namespace demo with { apiGroups: [operators.coreos.com], resources: [subscriptions, installplans], verbs: [list, watch] } '
        + 'and { apiGroups: [apps], resources: [deployments], verbs: [list, watch] } and a ClusterRole with { apiGroups: [apiextensions.k8s.io], '
        + 'resources: [customresourcedefinitions], verbs: [list, watch] }; the guide "What the waiters may do" has the least role',
    }]);
  });

  it('is told once everything was asked for, so that nothing is missing in it', () => {
    expect(findings([[SUBSCRIBED, FORBIDDEN], [PLANNED]])).toMatchObject([{ cause: 'access-denied', patience: 'short' }]);
    expect(findings([[SUBSCRIBED, FORBIDDEN], [{ ...inNamespace(PODS, 'demo'), optional: true }]])[0]).not.toHaveProperty('patience');
  });

  it('is a matter of credentials where there are none', () => {
    expect(findings([[SUBSCRIBED, { ...FORBIDDEN, account: 'system:anonymous' }]])).toEqual([
      { cause: 'credentials', text: 'the kubeconfig\'s user has no credentials, so that the API server takes it for system:anonymous' },
    ]);
  });

  it('is told too where it would only have helped to explain, unless there are no credentials', () => {
    const pods: Interest = { ...inNamespace(PODS, 'demo'), optional: true };
    const store = new ClusterStore();
    store.lost(pods, FORBIDDEN);
    expect(blindSpots(store, [pods], [{ cause: 'access-denied', text: 'no' }])).toEqual([
      { cause: 'blind-spot', text: 'not looked at, for lack of rights: pods in namespace demo' },
    ]);
    expect(blindSpots(store, [pods], [{ cause: 'credentials', text: 'no' }])).toEqual([]);
  });
});

describe('a server', () => {
  it('that answers is not told to be silent', () => {
    const broke: ClusterProblem = { kind: 'unreachable', message: 'the connection broke' };
    expect(findings([[SUBSCRIBED, FORBIDDEN], [PLANNED, broke]]).map(({ cause }) => cause)).toEqual(['access-denied']);
    expect(findings([[SUBSCRIBED, { kind: 'unauthorized', message: 'not accepted' }], [PLANNED, broke]])).toEqual([{ cause: 'credentials', text: 'not accepted' }]);
    expect(findings([[PLANNED, { kind: 'unreachable', message: 'GET /apis/apps/v1: storage is starting' }]])).toMatchObject([
      { cause: 'no-answer', text: 'the API server cannot answer now: GET /apis/apps/v1: storage is starting', remedy: 'run again when the API server has started, or has less to do' },
    ]);
  });

  it('that never answered is waited for from the start, however long a connection takes to fail', () => {
    expect(findings([[SUBSCRIBED, { kind: 'unreachable', message: 'no connection within 20 s' }]])).toEqual([
      { cause: 'no-answer', text: 'the API server does not answer: no connection within 20 s', patience: 'short', sinceStart: true },
    ]);
  });
});

test('an action for which the credentials are no longer good is told as that', () => {
  const wish = deletion(SUBSCRIPTIONS, object('plain'), 'deletes it');
  const store = new ClusterStore();
  store.refuse(wish.key, { kind: 'unauthorized', message: 'not accepted' });
  expect(refusedActions(store, [wish])).toEqual([{ cause: 'credentials', text: 'not accepted' }]);
});

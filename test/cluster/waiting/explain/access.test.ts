import { accessFindings, rejectedActionFindings, uninspectedFindings } from '../../../../lib/cluster/waiting/explain/access';
import type { Finding } from '../../../../lib/cluster/waiting/explain/explanation';
import { deleteAction } from '../../../../lib/cluster/waiting/view/action';
import { CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS, INSTALL_PLANS, PODS, SUBSCRIPTIONS } from '../../../../lib/cluster/waiting/view/api-resource';
import { ClusterStore } from '../../../../lib/cluster/waiting/view/cluster-store';
import { type ClusterProblem, inNamespace, type Interest, named } from '../../../../lib/cluster/waiting/view/cluster-view';
import { object } from '../objects';

const [SUBSCRIBED, PLANNED, RUNNING] = [SUBSCRIPTIONS, INSTALL_PLANS, DEPLOYMENTS].map((resource) => inNamespace(resource, 'demo')) as [Interest, Interest, Interest];
const CRD = named(CUSTOM_RESOURCE_DEFINITIONS, 'plains.demo.test');
const FORBIDDEN: ClusterProblem = { kind: 'forbidden', message: 'no', account: 'ci' };

function findings(problems: readonly (readonly [Interest, ClusterProblem?])[]): Finding[] {
  const store = new ClusterStore();
  problems.filter(([, problem]) => problem !== undefined).forEach(([interest, problem]) => store.lost(interest, problem));
  return accessFindings(store, problems.map(([interest]) => interest), true);
}

describe('missing permissions', () => {
  it('are reported with the missing rules, one role per namespace', () => {
    expect(findings([[SUBSCRIBED, FORBIDDEN], [PLANNED, FORBIDDEN], [RUNNING, FORBIDDEN], [CRD, FORBIDDEN]])).toEqual([{
      cause: 'access-denied',
      message: 'the account ci is not allowed to list and watch subscriptions.operators.coreos.com, installplans.operators.coreos.com and deployments.apps in '
        + 'namespace demo and customresourcedefinitions.apiextensions.k8s.io plains.demo.test',
      remedy: 'bind it to a Role in namespace demo with { apiGroups: [operators.coreos.com], resources: [subscriptions, installplans], verbs: [list, watch] } '
        + 'and { apiGroups: [apps], resources: [deployments], verbs: [list, watch] } and a ClusterRole with { apiGroups: [apiextensions.k8s.io], '
        + 'resources: [customresourcedefinitions], verbs: [list, watch] }; the page "Permissions of waiters" lists the minimal role',
    }]);
  });

  it('are reported once every resource was requested, so that the report is complete', () => {
    expect(findings([[SUBSCRIBED, FORBIDDEN], [PLANNED]])).toMatchObject([{ cause: 'access-denied', grace: 'terminal' }]);
    expect(findings([[SUBSCRIBED, FORBIDDEN], [{ ...inNamespace(PODS, 'demo'), optional: true }]])[0]).not.toHaveProperty('grace');
  });

  it('are reported as invalid credentials if there are none', () => {
    expect(findings([[SUBSCRIBED, { ...FORBIDDEN, account: 'system:anonymous' }]])).toEqual([
      { cause: 'invalid-credentials', message: 'the kubeconfig\'s user has no credentials, so the API server treats it as system:anonymous' },
    ]);
  });

  it('are also reported for optional resources, unless the credentials are invalid', () => {
    const pods: Interest = { ...inNamespace(PODS, 'demo'), optional: true };
    const store = new ClusterStore();
    store.lost(pods, FORBIDDEN);
    expect(uninspectedFindings(store, [pods], [{ cause: 'access-denied', message: 'no' }])).toEqual([
      { cause: 'not-inspected', message: 'not inspected, because permissions are missing: pods in namespace demo' },
    ]);
    expect(uninspectedFindings(store, [pods], [{ cause: 'invalid-credentials', message: 'no' }])).toEqual([]);
  });
});

describe('an API server', () => {
  it('that answers is not reported as unreachable', () => {
    const broke: ClusterProblem = { kind: 'unreachable', message: 'the connection broke' };
    expect(findings([[SUBSCRIBED, FORBIDDEN], [PLANNED, broke]]).map(({ cause }) => cause)).toEqual(['access-denied']);
    expect(findings([[SUBSCRIBED, { kind: 'unauthorized', message: 'not accepted' }], [PLANNED, broke]])).toEqual([{ cause: 'invalid-credentials', message: 'not accepted' }]);
    expect(findings([[PLANNED, { kind: 'unreachable', message: 'GET /apis/apps/v1: storage is starting' }]])).toMatchObject([
      { cause: 'api-server-unreachable', message: 'the API server cannot answer right now: GET /apis/apps/v1: storage is starting', remedy: 'run again once the API server has started or is less busy' },
    ]);
  });

  it('that cannot convert objects is reported with the webhook, and not as unreachable', () => {
    const operands: Interest = { resource: { group: 'demo.test', version: 'v1', plural: 'plains', kind: 'Plain', namespaced: true } };
    const why = 'Post "https://plain-service.demo.svc:443/convert?timeout=30s": service "plain-service" not found';
    const failed: ClusterProblem = {
      kind: 'unreachable', message: `GET /apis/demo.test/v1/plains: conversion webhook for demo.test/v2, Kind=Plain failed: ${why}`,
    };
    expect(findings([[SUBSCRIBED], [operands, failed]])).toEqual([{
      cause: 'conversion-webhook-failed',
      message: `plains.demo.test cannot be listed, because the conversion webhook of this CustomResourceDefinition fails: ${why}`,
    }]);
  });

  it('that never answered is waited for from the start, however long a connection takes to fail', () => {
    expect(findings([[SUBSCRIBED, { kind: 'unreachable', message: 'no connection within 20 s' }]])).toEqual([
      { cause: 'api-server-unreachable', message: 'the API server does not answer: no connection within 20 s', grace: 'terminal', sinceStart: true },
    ]);
  });
});

test('an action that is rejected because of the credentials is reported as invalid credentials', () => {
  const action = deleteAction(SUBSCRIPTIONS, object('plain'), 'deletes it');
  const store = new ClusterStore();
  store.reject(action.key, { kind: 'unauthorized', message: 'not accepted' });
  expect(rejectedActionFindings(store, [action])).toEqual([{ cause: 'invalid-credentials', message: 'not accepted' }]);
});

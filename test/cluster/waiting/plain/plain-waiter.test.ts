import { wait } from './failures';
import { configuration, endpoints, plainCrd, plainEvent, running } from './objects';
import { linesOf } from '../explained-failure';
import { plainReady } from '../../../../lib/cluster/waiting/plain/plain-waiter';
import { clusterObject, conditions, deployment, object, pod } from '../objects';
import { simulate } from '../simulated-cluster';

describe('waiting for an operator without OLM', () => {
  it('ends when everything is ready and stays so', () => {
    const { verdict, at } = wait(running());
    expect(verdict).toMatchObject({ kind: 'done', outcome: {
      name: 'plain.v0.1.0', namespace: 'demo', deployments: ['plain-op'], ownedApis: [{ crd: 'plains.demo.test', group: 'demo.test', plural: 'plains', kind: 'Plain', version: 'v1' }],
    } });
    expect(at).toBe(2_000);
  });

  it('goes through CRDs, rollout and webhooks, one after the other', () => {
    const { verdict, lines } = wait([
      ...running({ customresourcedefinitions: plainCrd(conditions({ type: 'Established', status: 'False' })), deployments: deployment('plain-op', 0), endpointslices: undefined }),
      plainEvent(1_000, 'customresourcedefinitions', plainCrd()), plainEvent(2_000, 'deployments', deployment('plain-op', 1)),
      plainEvent(3_000, 'endpointslices', endpoints(true)),
    ]);
    expect(verdict.kind).toBe('done');
    expect(lines.map((line) => line.replace(/^.*?waiting for /, ''))).toEqual([
      'CustomResourceDefinition plains.demo.test to be established', 'Deployment demo/plain-op to be rolled out (0 of 1 pods available)',
      'the webhook of ValidatingWebhookConfiguration vplain.demo.test to answer', 'everything to stay ready',
    ]);
  });

  it('waits for the CA and the endpoints of a conversion webhook', () => {
    const established = conditions({ type: 'NamesAccepted' }, { type: 'Established' });
    const { verdict, at } = wait([
      ...running({ customresourcedefinitions: plainCrd(established, {}) }), plainEvent(4_000, 'customresourcedefinitions', plainCrd(established, { caBundle: 'Q0E=' })),
    ]);
    expect([verdict.kind, at]).toEqual(['done', 6_000]);
  });

  it('reports that the API server skips a webhook with the failure policy Ignore', () => {
    expect(linesOf(wait(running({ validatingwebhookconfigurations: configuration('Q0E=', 'Ignore'), endpointslices: endpoints(false) }))).join('\n'))
      .toContain('the API server cannot call it, and it skips the webhook');
  });

  it('explains an object that something deleted', () => {
    expect(linesOf(wait(running({ deployments: undefined }))).join('\n')).toContain('  - Deployment demo/plain-op does not exist');
  });

  it('explains Deployments in other namespaces than that of the operator, too', () => {
    const inOther = ({ metadata, ...rest }: ReturnType<typeof object>): ReturnType<typeof object> => ({ ...rest, metadata: { ...metadata, namespace: 'other' } });
    const unschedulable = { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/1 nodes' }] };
    const waiter = plainReady({
      name: 'shop', namespace: 'demo', subject: 'operators in namespace demo', timeouts: { total: 120_000 },
      objects: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'agent', namespace: 'other' }],
    });
    const lines = linesOf(simulate(waiter, [
      plainEvent(0, 'deployments', inOther(deployment('agent', 0))), plainEvent(0, 'pods', inOther(pod('agent-1', 'agent', unschedulable))),
      ...['demo', 'other'].map((name) => plainEvent(0, 'namespaces', clusterObject(name, { status: { phase: 'Active' } }))),
    ]));
    expect(lines[0]).toContain('operators in namespace demo did not become ready');
    expect(lines.join('\n')).toContain('other/agent-1');
    expect(lines.join('\n')).toContain('0/1 nodes');
  });

  it('waits for CRDs that belong to no known operator, without a namespace', () => {
    const { verdict } = simulate(plainReady({
      name: 'unknown', subject: 'CRDs', objects: [{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: 'plains.demo.test' }],
    }), running());
    expect(verdict).toMatchObject({ kind: 'done', outcome: { deployments: [], ownedApis: [{ crd: 'plains.demo.test' }] } });
  });

  it('names a missing Namespace before what is missing in it, although it looks for it later', () => {
    expect(linesOf(wait([])).filter((line) => line.startsWith('  - ')).slice(0, 2)).toEqual([
      '  - namespace demo does not exist', '  - CustomResourceDefinition plains.demo.test does not exist',
    ]);
  });

  it('reads no Secrets, and needs no rights for objects that are only read for explanations', () => {
    const problems = { pods: 'forbidden', events: 'forbidden', namespaces: 'forbidden', secrets: 'forbidden' } as const;
    const { verdict } = wait([...running({ deployments: deployment('plain-op', 0) }), plainEvent(20_000, 'deployments', deployment('plain-op', 1))], { problems });
    expect(verdict.kind).toBe('done');
  });
});

import { operatorAdoption, type OperatorAdoptionOptions } from '../../../../lib/cluster/waiting/operator/adoption-waiter';
import { operatorReady } from '../../../../lib/cluster/waiting/operator/operator-waiter';
import type { OperatorReadyOptions } from '../../../../lib/cluster/waiting/operator/operator-options';
import { Action } from '../../../../lib/cluster/waiting/view/action';
import { conditions, csv, DEMO, event, plan, planned, readyNamespace, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { ClusterEvent, simulate, SimulatedWait } from '../simulated-cluster';

const PLAIN = { annotations: { 'operatorframework.io/properties': '{"properties":[{"type":"olm.package","value":{"packageName":"plain","version":"0.1.0"}}]}' } };
const OTHER = { annotations: { 'operatorframework.io/properties': '{"properties":[{"type":"olm.package","value":{"packageName":"other","version":"0.1.0"}}]}' } };
const REFUSED = conditions({
  type: 'ResolutionFailed', reason: 'ConstraintsNotSatisfiable',
  message: 'constraints not satisfiable: clusterserviceversion plain.v0.1.0 exists and is not referenced by a subscription',
});

const orphan = (name = 'plain.v0.1.0', parts: Parameters<typeof csv>[2] = {}): ClusterEvent => event(0, 'clusterserviceversions', csv(name, 'Succeeded', { metadata: PLAIN, ...parts }));

/** @param later - events that follow the adoption */
function adopting(
  events: readonly ClusterEvent[], options: Partial<OperatorReadyOptions> = {}, later: (at: number) => ClusterEvent[] = () => [],
): SimulatedWait<unknown> {
  const onAction = (action: Action, now: number): ClusterEvent[] => (action.type !== 'adopt' ? [] : [
    event(now + 50, 'subscriptions', subscription({ installedCSV: action.csv, currentCSV: action.csv, state: 'AtLatestKnown', lastUpdated: action.since })),
    ...later(now + 3_000),
  ]);
  const crd = event(0, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1'));
  return simulate(operatorReady({ namespace: DEMO, subscription: 'plain', adopt: true, ...options }), [...readyNamespace(), crd, ...events], { onAction });
}

const actionsOf = ({ actions }: SimulatedWait<unknown>): string[] => actions.map((action) => (action.type === 'adopt' ? `${action.target.name} adopts ${action.csv}` : action.type));

describe('a ClusterServiceVersion whose Subscription was deleted', () => {
  const newSubscription = event(0, 'subscriptions', subscription());

  it('is adopted at once by a Subscription with adopt', () => {
    const wait = adopting([newSubscription, orphan()]);
    expect(actionsOf(wait)).toEqual(['plain adopts plain.v0.1.0']);
    expect(wait.verdict).toMatchObject({ kind: 'done', outcome: { csv: 'plain.v0.1.0', version: '0.1.0', phase: 'Succeeded' } });
    expect(wait.actions[0]).toMatchObject({
      target: { name: 'plain', namespace: DEMO, uid: 'uid-of-plain' }, since: '1970-01-01T00:00:00Z',
      description: 'records in the status of Subscription demo/plain that plain.v0.1.0 is installed, so that OLM manages it from now on',
    });
  });

  it.each([
    ['when the status was last updated', { lastUpdated: '2026-02-02T00:00:00Z' }, '2026-02-02T00:00:00Z'],
    ['when the Subscription was created, without a status', {}, '2026-01-01T00:00:00Z'],
  ])('is adopted with a timestamp that needs no clock: %s', (_, status, since) => {
    const found = subscription(status);
    const created = { ...found, metadata: { ...found.metadata, creationTimestamp: '2026-01-01T00:00:00Z' } };
    expect(adopting([event(0, 'subscriptions', created), orphan()]).actions[0]).toMatchObject({ type: 'adopt', since });
  });

  it('is adopted although OLM could not resolve the Subscription before', () => {
    const wait = adopting([event(0, 'subscriptions', subscription({ conditions: REFUSED })), orphan()]);
    expect([actionsOf(wait), wait.verdict.kind]).toEqual([['plain adopts plain.v0.1.0'], 'done']);
  });

  it('is adopted when only its label names its package', () => {
    const labelled = orphan('plain.v0.1.0', { metadata: { labels: { [`operators.coreos.com/plain.${DEMO}`]: '' } } });
    expect(actionsOf(adopting([newSubscription, labelled]))).toEqual(['plain adopts plain.v0.1.0']);
  });

  it('is adopted at its newest version', () => {
    const old = orphan('plain.v0.1.0', { metadata: { ...PLAIN, uid: 'old' }, status: { phase: 'Replacing' } });
    const newest = orphan('plain.v0.2.0', { spec: { replaces: 'plain.v0.1.0' }, metadata: PLAIN });
    expect(actionsOf(adopting([newSubscription, old, newest]))[0]).toBe('plain adopts plain.v0.2.0');
  });

  it('is adopted, and then upgraded to the pinned version', () => {
    const wait = adopting([newSubscription, orphan()], { pin: { csv: 'plain.v0.2.0' }, timeouts: { total: 10_000 } }, (at) => [
      event(at, 'installplans', plan('install-a', ['plain.v0.2.0'], 'RequiresApproval')),
      event(at, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0', 'plain.v0.1.0'))),
    ]);
    expect(actionsOf(wait).slice(0, 2)).toEqual(['plain adopts plain.v0.1.0', 'approve']);
  });

  it.each([
    ['adopt is not set', [newSubscription, orphan()], { adopt: false }],
    ['it is of another package', [newSubscription, orphan('plain.v0.1.0', { metadata: OTHER })], {}],
    ['its package is unknown', [newSubscription, orphan('plain.v0.1.0', { metadata: { annotations: { 'operatorframework.io/properties': '[' } } })], {}],
    ['another Subscription refers to it', [newSubscription, orphan(), event(0, 'subscriptions', subscription({ installedCSV: 'plain.v0.1.0' }, { name: 'plain' }, 'by-hand'))], {}],
    ['it is being deleted', [newSubscription, orphan('plain.v0.1.0', { metadata: { ...PLAIN, deletionTimestamp: 'now' } })], {}],
    ['the Subscription already refers to another version', [event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.3.0'))), orphan()], {}],
    ['the Subscription does not exist', [orphan()], {}],
  ] as const)('is left alone when %s', (_, events, options) => {
    expect(actionsOf(adopting([...events], { timeouts: { total: 5_000 }, ...options }))).toEqual([]);
  });

  it('is left alone when several match, and all of them are named', () => {
    const wait = adopting([newSubscription, orphan('plain.v0.1.0', { metadata: { ...PLAIN, uid: 'a' } }), orphan('plain.v0.3.0', { metadata: { ...PLAIN, uid: 'b' } })]);
    expect(actionsOf(wait)).toEqual([]);
    expect(wait.verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{
      cause: 'several-csvs-without-subscription', message: 'package plain is installed more than once in namespace demo: plain.v0.1.0 and plain.v0.3.0',
    }] } });
  });

  it('is reported with adopt as the remedy', () => {
    const wait = adopting([event(0, 'subscriptions', subscription({ conditions: REFUSED })), orphan()], { adopt: false });
    expect(wait.verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{ cause: 'csv-without-subscription', remedy: expect.stringContaining('set adopt') as unknown }] } });
  });
});

describe('a package with a Subscription of another name', () => {
  it.each([
    ['unsatisfiable constraints', 'subscription plain exists'],
    ['two owners of an API', '@existing/demo//plain.v0.1.0 and cat/demo/alpha/plain.v0.2.0 provide Plain (demo.test/v1)'],
  ])('is explained where OLM only reports %s', (_, reason) => {
    const unresolved = conditions({ type: 'ResolutionFailed', reason: 'ConstraintsNotSatisfiable', message: `constraints not satisfiable: ${reason}` });
    const { verdict } = adopting([
      event(0, 'subscriptions', subscription({ conditions: unresolved })),
      event(0, 'subscriptions', subscription({ installedCSV: 'plain.v0.1.0', currentCSV: 'plain.v0.1.0' }, {}, 'by-hand')),
      orphan(),
    ]);
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{
      cause: 'package-subscribed-twice',
      message: 'Subscription demo/by-hand already subscribes to package plain and has plain.v0.1.0 installed; a namespace can have only one Subscription per package',
      remedy: "if it was renamed, set previousName to 'by-hand'; to adopt it under its name, use 'by-hand' as the name of the Subscription and set adopt; or delete that Subscription first",
    }] } });
  });
});

describe('the check before a Subscription is created or replaced', () => {
  const precheck = (events: readonly ClusterEvent[], options: Partial<OperatorAdoptionOptions> = {}): SimulatedWait<unknown> => (
    simulate(operatorAdoption({ namespace: DEMO, subscription: 'plain', package: 'plain', ...options }), events)
  );

  it.each([
    ['nothing', [], {}],
    ['the Subscription itself', [event(0, 'subscriptions', subscription({ installedCSV: 'plain.v0.1.0' }))], {
      subscription: 'demo/plain', channel: 'alpha', csv: 'plain.v0.1.0',
    }],
    ['a Subscription to another package', [event(0, 'subscriptions', subscription({}, { name: 'other' }, 'other'))], {}],
  ] as const)('passes if it finds %s', (_, events, outcome) => {
    const wait = precheck(events);
    expect(wait.verdict).toMatchObject({ kind: 'done', outcome });
    expect(wait.actions).toEqual([]);
  });

  it('rejects a Subscription of the same name for another package', () => {
    const { verdict } = precheck([event(0, 'subscriptions', subscription({}, { name: 'other' }))]);
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{
      cause: 'subscription-of-another-package', message: 'Subscription demo/plain is for package other, not for plain',
    }] } });
  });

  it('rejects a Subscription of another name for the same package', () => {
    const { verdict } = precheck([event(0, 'subscriptions', subscription({}, {}, 'by-hand'))]);
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{ cause: 'package-subscribed-twice' }] } });
  });

  it('rejects a second OperatorGroup, and names the existing one', () => {
    const { verdict } = precheck(readyNamespace(), { operatorGroup: 'plain' });
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{
      cause: 'too-many-operator-groups', message: "OperatorGroup demo/og exists, and 'plain' would be a second one in the namespace",
      remedy: "use the existing one: set operatorGroup to OperatorGroupRef.named('og')",
    }] } });
    expect(precheck(readyNamespace(), { operatorGroup: 'og' }).verdict.kind).toBe('done');
    expect(precheck(readyNamespace()).verdict.kind).toBe('done');
    expect(precheck(readyNamespace(), { operatorGroup: 'plain', previous: { namespace: DEMO, subscription: 'plain', operatorGroup: 'og' } }).verdict.kind).toBe('done');
  });

  it('accepts the Subscription that the previous state refers to, because it is about to change', () => {
    const previous = { namespace: DEMO, subscription: 'plain' };
    const existing = [event(0, 'subscriptions', subscription({}, { name: 'other' }))];
    expect(precheck(existing, { previous }).verdict.kind).toBe('done');
    expect(precheck(existing, { previous, subscription: 'renamed', package: 'other' }).verdict.kind).toBe('done');
  });
});

import { operatorAdoption } from '../../../../lib/pulumi/wait/operator/operator-adoption';
import type { OperatorAdoptionOptions } from '../../../../lib/pulumi/wait/operator/operator-adoption';
import { operatorReady } from '../../../../lib/pulumi/wait/operator/operator-ready';
import type { OperatorReadyOptions } from '../../../../lib/pulumi/wait/operator/options';
import { Action } from '../../../../lib/pulumi/wait/waiting/action';
import { conditions, csv, DEMO, happens, plan, planned, readyNamespace, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { Course, Happening, simulate } from '../simulated-cluster';

const PLAIN = { annotations: { 'operatorframework.io/properties': '{"properties":[{"type":"olm.package","value":{"packageName":"plain","version":"0.1.0"}}]}' } };
const OTHER = { annotations: { 'operatorframework.io/properties': '{"properties":[{"type":"olm.package","value":{"packageName":"other","version":"0.1.0"}}]}' } };
const REFUSED = conditions({
  type: 'ResolutionFailed', reason: 'ConstraintsNotSatisfiable',
  message: 'constraints not satisfiable: clusterserviceversion plain.v0.1.0 exists and is not referenced by a subscription',
});

const left = (name = 'plain.v0.1.0', parts: Parameters<typeof csv>[2] = {}): Happening => happens(0, 'clusterserviceversions', csv(name, 'Succeeded', { metadata: PLAIN, ...parts }));

/** @param later what happens when the Subscription has taken it over */
function adopting(
  happenings: readonly Happening[], options: Partial<OperatorReadyOptions> = {}, later: (at: number) => Happening[] = () => [],
): Course<unknown> {
  const onAction = (action: Action, now: number): Happening[] => (action.type !== 'adopt' ? [] : [
    happens(now + 50, 'subscriptions', subscription({ installedCSV: action.csv, currentCSV: action.csv, state: 'AtLatestKnown', lastUpdated: action.since })),
    ...later(now + 3_000),
  ]);
  const crd = happens(0, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1'));
  return simulate(operatorReady({ namespace: DEMO, subscription: 'plain', adopt: true, ...options }), [...readyNamespace(), crd, ...happenings], { onAction });
}

const said = ({ actions }: Course<unknown>): string[] => actions.map((action) => (action.type === 'adopt' ? `${action.target.name} adopts ${action.csv}` : action.type));

describe('an operator whose Subscription is gone', () => {
  const fresh = happens(0, 'subscriptions', subscription());

  it('is taken over at once by a Subscription that adopts', () => {
    const course = adopting([fresh, left()]);
    expect(said(course)).toEqual(['plain adopts plain.v0.1.0']);
    expect(course.verdict).toMatchObject({ kind: 'done', outcome: { csv: 'plain.v0.1.0', version: '0.1.0', phase: 'Succeeded' } });
    expect(course.actions[0]).toMatchObject({
      target: { name: 'plain', namespace: DEMO, uid: 'uid-of-plain' }, since: '1970-01-01T00:00:00Z',
      why: 'notes on Subscription demo/plain that plain.v0.1.0 is installed, so that OLM takes it for its own and goes on from there',
    });
  });

  it('is taken over though OLM has refused the Subscription before', () => {
    const course = adopting([happens(0, 'subscriptions', subscription({ conditions: REFUSED })), left()]);
    expect([said(course), course.verdict.kind]).toEqual([['plain adopts plain.v0.1.0'], 'done']);
  });

  it('is taken over when only its label says of which package it is', () => {
    const labelled = left('plain.v0.1.0', { metadata: { labels: { [`operators.coreos.com/plain.${DEMO}`]: '' } } });
    expect(said(adopting([fresh, labelled]))).toEqual(['plain adopts plain.v0.1.0']);
  });

  it('is taken over in its newest version', () => {
    const old = left('plain.v0.1.0', { metadata: { ...PLAIN, uid: 'old' }, status: { phase: 'Replacing' } });
    const newest = left('plain.v0.2.0', { spec: { replaces: 'plain.v0.1.0' }, metadata: PLAIN });
    expect(said(adopting([fresh, old, newest]))[0]).toBe('plain adopts plain.v0.2.0');
  });

  it('is taken over, and upgraded to the pinned version', () => {
    const course = adopting([fresh, left()], { pin: { csv: 'plain.v0.2.0' }, timeouts: { total: 10_000 } }, (at) => [
      happens(at, 'installplans', plan('install-a', ['plain.v0.2.0'], 'RequiresApproval')),
      happens(at, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0', 'plain.v0.1.0'))),
    ]);
    expect(said(course).slice(0, 2)).toEqual(['plain adopts plain.v0.1.0', 'approve']);
  });

  it.each([
    ['it does not adopt', [fresh, left()], { adopt: false }],
    ['it is of another package', [fresh, left('plain.v0.1.0', { metadata: OTHER })], {}],
    ['nobody can tell its package', [fresh, left('plain.v0.1.0', { metadata: { annotations: { 'operatorframework.io/properties': '[' } } })], {}],
    ['another Subscription has it', [fresh, left(), happens(0, 'subscriptions', subscription({ installedCSV: 'plain.v0.1.0' }, { name: 'plain' }, 'by-hand'))], {}],
    ['it is being deleted', [fresh, left('plain.v0.1.0', { metadata: { ...PLAIN, deletionTimestamp: 'now' } })], {}],
    ['the Subscription leads elsewhere already', [happens(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.3.0'))), left()], {}],
    ['there is no Subscription', [left()], {}],
  ] as const)('is left alone when %s', (_, happenings, options) => {
    expect(said(adopting([...happenings], { timeouts: { total: 5_000 }, ...options }))).toEqual([]);
  });

  it('is left alone when several could be meant, which are named', () => {
    const course = adopting([fresh, left('plain.v0.1.0', { metadata: { ...PLAIN, uid: 'a' } }), left('plain.v0.3.0', { metadata: { ...PLAIN, uid: 'b' } })]);
    expect(said(course)).toEqual([]);
    expect(course.verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{
      cause: 'csvs-without-subscription', text: 'package plain is installed more than once in namespace demo: plain.v0.1.0 and plain.v0.3.0',
    }] } });
  });

  it('is pointed at with the option as its remedy', () => {
    const course = adopting([happens(0, 'subscriptions', subscription({ conditions: REFUSED })), left()], { adopt: false });
    expect(course.verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{ cause: 'csv-without-subscription', remedy: expect.stringContaining('set adopt') as unknown }] } });
  });
});

describe('a package that is subscribed under another name', () => {
  it('is explained where OLM only says that it cannot resolve it', () => {
    const unresolved = conditions({ type: 'ResolutionFailed', reason: 'ConstraintsNotSatisfiable', message: 'constraints not satisfiable: subscription plain exists' });
    const { verdict } = adopting([
      happens(0, 'subscriptions', subscription({ conditions: unresolved })),
      happens(0, 'subscriptions', subscription({ installedCSV: 'plain.v0.1.0', currentCSV: 'plain.v0.1.0' }, {}, 'by-hand')),
      left(),
    ]);
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{
      cause: 'package-subscribed-twice',
      text: 'Subscription demo/by-hand asks for package plain already and has plain.v0.1.0 installed; a namespace can have one Subscription to a package',
      remedy: "to take it over, give 'by-hand' as the name of the Subscription and set adopt; or delete that Subscription first",
    }] } });
  });
});

describe('before a Subscription is written over what is there', () => {
  const looking = (happenings: readonly Happening[], options: Partial<OperatorAdoptionOptions> = {}): Course<unknown> => (
    simulate(operatorAdoption({ namespace: DEMO, subscription: 'plain', package: 'plain', ...options }), happenings)
  );

  it.each([
    ['nothing', [], {}],
    ['the one that is meant', [happens(0, 'subscriptions', subscription({ installedCSV: 'plain.v0.1.0' }))], {
      subscription: 'demo/plain', channel: 'alpha', csv: 'plain.v0.1.0',
    }],
    ['one of another package beside it', [happens(0, 'subscriptions', subscription({}, { name: 'other' }, 'other'))], {}],
  ] as const)('it is looked for, and %s is found', (_, happenings, outcome) => {
    const course = looking(happenings);
    expect(course.verdict).toMatchObject({ kind: 'done', outcome });
    expect(course.actions).toEqual([]);
  });

  it('one of the name that is of another package is refused', () => {
    const { verdict } = looking([happens(0, 'subscriptions', subscription({}, { name: 'other' }))]);
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{
      cause: 'subscription-of-another-package', text: 'Subscription demo/plain asks for package other, not for plain',
    }] } });
  });

  it('one of the package under another name is refused, and named', () => {
    const { verdict } = looking([happens(0, 'subscriptions', subscription({}, {}, 'by-hand'))]);
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{ cause: 'package-subscribed-twice' }] } });
  });

  it('a second OperatorGroup is refused, and the first one is named', () => {
    const { verdict } = looking(readyNamespace(), { operatorGroup: 'plain' });
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { findings: [{
      cause: 'operator-groups-several', text: "OperatorGroup demo/og is there, and 'plain' would be a second one of the namespace",
      remedy: "use the one that is there: give OperatorGroupRef.named('og') as operatorGroup",
    }] } });
    expect(looking(readyNamespace(), { operatorGroup: 'og' }).verdict.kind).toBe('done');
    expect(looking(readyNamespace()).verdict.kind).toBe('done');
    expect(looking(readyNamespace(), { operatorGroup: 'plain', own: { namespace: DEMO, subscription: 'plain', operatorGroup: 'og' } }).verdict.kind).toBe('done');
  });

  it('the one that was taken over before is about to change, and is no obstacle', () => {
    const own = { namespace: DEMO, subscription: 'plain' };
    const there = [happens(0, 'subscriptions', subscription({}, { name: 'other' }))];
    expect(looking(there, { own }).verdict.kind).toBe('done');
    expect(looking(there, { own, subscription: 'renamed', package: 'other' }).verdict.kind).toBe('done');
  });
});

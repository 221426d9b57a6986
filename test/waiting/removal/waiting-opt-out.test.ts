import { SUBSCRIPTIONS } from '../../../../lib/pulumi/wait/cluster/api-resource';
import { interestKey } from '../../../../lib/pulumi/wait/cluster/interest';
import { inNamespace, one } from '../../../../lib/pulumi/wait/cluster/queries';
import { LetGo, NO_WAITER, unlessLetGo } from '../../../../lib/pulumi/wait/removal/let-go';
import { operatorRemoval } from '../../../../lib/pulumi/wait/removal/operator-removal';
import { RemovalReport } from '../../../../lib/pulumi/wait/removal/stage';
import { csv, DEMO, happens, subscription } from '../objects';
import { Course, Happening, simulate, Simulation } from '../simulated-cluster';

const OPTIONS = { namespace: DEMO, subscription: 'plain' };
const LOOK: LetGo = { object: one(SUBSCRIPTIONS, 'plain', DEMO), first: inNamespace(SUBSCRIPTIONS, DEMO), with: 'its operator' };
const INSTALLED = { state: 'AtLatestKnown', currentCSV: 'plain.v0.2.0', installedCSV: 'plain.v0.2.0' };
const marked = { annotations: NO_WAITER };

function operator(metadata: object = {}, of = 'plain'): Happening[] {
  const found = subscription(INSTALLED, {}, of);
  return [
    happens(0, 'subscriptions', { ...found, metadata: { ...found.metadata, ...metadata } }),
    happens(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')),
  ];
}

/** A cluster in which what is deleted is gone at once. */
function removed(happenings: readonly Happening[], simulation: Partial<Simulation> = {}): Course<RemovalReport> {
  return simulate(unlessLetGo(operatorRemoval(OPTIONS), LOOK), happenings, {
    onAction: ({ target: { resource, name } }, now) => happenings
      .filter((happening) => happening.resource.startsWith(resource.plural) && happening.object.metadata.name === name)
      .map((happening) => ({ ...happening, at: now, type: 'DELETED' })),
    ...simulation,
  });
}

const named = ({ actions }: Course<unknown>): string[] => actions.map(({ target: { resource, name } }) => `${resource.kind} ${name}`);

describe('an operator for which waiting was turned off', () => {
  test('stays when its waiter goes, which is told', () => {
    const course = removed(operator(marked));
    expect(named(course)).toEqual([]);
    expect(course.verdict).toMatchObject({ kind: 'done', outcome: { removed: [], left: [
      { what: 'Subscription demo/plain', why: 'it stays, and its operator with it: only the waiting was turned off' },
    ] } });
  });

  test('stays although others saw its Subscription before the provider wrote into it', () => {
    const [before, installed] = operator();
    const [after] = operator(marked);
    const waiter = unlessLetGo(operatorRemoval(OPTIONS), LOOK);
    const scopes = new Map([['', [before!.object]], ['plain', [after!.object]]]);
    const step = waiter.step(waiter.start(0), {
      refusal: () => undefined,
      scope: ({ resource, name = '' }) => ({
        state: 'current', objects: resource.plural === 'subscriptions' ? scopes.get(name)! : resource.plural === 'clusterserviceversions' ? [installed!.object] : [],
      }),
    }, 0);
    expect(step.verdict).toMatchObject({ kind: 'done' });
  });

  test('is not touched as long as its own Subscription is not seen', () => {
    const waiter = unlessLetGo(operatorRemoval(OPTIONS), LOOK);
    const [found] = operator();
    const step = waiter.step(waiter.start(0), {
      refusal: () => undefined,
      scope: ({ resource, name }) => (
        name === undefined ? { state: 'current', objects: resource.plural === 'subscriptions' ? [found!.object] : [] } : { state: 'unknown', objects: [] }
      ),
    }, 0);
    expect([step.actions, step.verdict]).toEqual([[], undefined]);
    expect(step.watch.map(interestKey)).toContain(interestKey({ resource: step.watch[0]!.resource, namespace: DEMO, name: 'plain' }));
  });
});

describe('an operator', () => {
  test.each<[string, Happening[]]>([
    ['whose Subscription says nothing', operator()],
    ['whose Subscription says something else', operator({ annotations: { 'olm-constructs/waiter': 'other' } })],
  ])('%s is removed', (_, happenings) => {
    expect(named(removed(happenings))).toEqual(['Subscription plain', 'ClusterServiceVersion plain.v0.2.0']);
  });

  test('is removed though the Subscription of another one has no waiter', () => {
    const others = operator(marked, 'other').slice(0, 1).map((found) => ({ ...found, object: { ...found.object, status: {} } }));
    expect(named(removed([...operator(), ...others]))).toEqual(['Subscription plain', 'ClusterServiceVersion plain.v0.2.0']);
  });

  test.each(['forbidden', 'unauthorized', 'unreachable'] as const)('whose Subscription cannot be seen (%s) ends its removal as it did', (problem) => {
    const problems = { 'subscriptions.operators.coreos.com': problem, 'subscriptions': problem };
    const plain = simulate(operatorRemoval(OPTIONS), operator(), { problems });
    expect(removed(operator(), { problems }).verdict).toEqual(plain.verdict);
    expect(plain.verdict.kind).toBe('failed');
  });
});

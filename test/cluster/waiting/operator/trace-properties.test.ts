import * as fc from 'fast-check';
import { operatorReady } from '../../../../lib/cluster/waiting/operator/operator-waiter';
import { InstalledOperator } from '../../../../lib/cluster/waiting/operator/installed-operator';
import { namespacedName } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { describeWith } from '../../../needed';
import { recordedTrace, TRACES } from '../recorded-traces';
import { ClusterEvent, simulate, SimulatedWait, Simulation } from '../simulated-cluster';
import { TRACE_SCENARIOS, TraceScenario } from './trace-scenarios';

function eventsOf({ trace, until = Infinity }: TraceScenario): ClusterEvent[] {
  return recordedTrace(trace).filter(({ at }) => at <= until * 1000);
}

function wait({ trace, options }: TraceScenario, events: readonly ClusterEvent[], simulation: Simulation): SimulatedWait<InstalledOperator> {
  return simulate(operatorReady({ namespace: `t-${trace}`, ...options }), events, simulation);
}

function outcomeOf({ verdict }: SimulatedWait<InstalledOperator>): string {
  return verdict.kind === 'done' ? `ready ${verdict.outcome.csv}` : `failed ${verdict.explanation.findings[0]!.cause}`;
}

const expected = ({ ready, cause }: TraceScenario): string => (ready === undefined ? `failed ${cause!}` : `ready ${ready}`);

/** Delays each event, and keeps the order of the events of one object. */
function delayed(events: readonly ClusterEvent[], delays: readonly number[]): ClusterEvent[] {
  const last = new Map<string, number>();
  return events.map((event, index) => {
    const key = `${event.resource} ${namespacedName(event.object)}`;
    const at = Math.max(event.at + delays[index % delays.length]!, last.get(key) ?? 0);
    last.set(key, at);
    return { ...event, at };
  }).sort((left, right) => left.at - right.at);
}

/** Repeats events some time later, with the later ones of the same object, as a watch does that resumes from an older resource version. */
function echoes(events: readonly ClusterEvent[], repeats: readonly { readonly index: number; readonly later: number }[]): ClusterEvent[] {
  const keyOf = ({ resource, object }: ClusterEvent): string => `${resource} ${namespacedName(object)}`;
  return repeats.flatMap(({ index, later }) => {
    const event = events[index % events.length]!;
    const at = event.at + later;
    return events.filter((other) => keyOf(other) === keyOf(event) && other.at >= event.at && other.at <= at).map((other) => ({ ...other, at }));
  });
}

describeWith(TRACES)('an operator in a recorded scenario', () => {
  it('was recorded 14 times', () => {
    expect(new Set(TRACE_SCENARIOS.map(({ trace }) => trace)).size).toBe(14);
  });

  for (const scenario of TRACE_SCENARIOS) {
    const from = (scenario.from ?? 0) * 1000;

    describe(`${scenario.trace}: ${scenario.title}`, () => {
      let events: ClusterEvent[];
      beforeAll(() => {
        events = eventsOf(scenario);
      });

      it('gets the same verdict whenever the waiter starts', () => {
        const { at } = wait(scenario, events, { from });
        const starts = events.map((event) => event.at + 1).filter((start) => start > from && start < at - 2_000);
        expect(starts.length).toBeGreaterThan(scenario.trace === 'no-operator-group' ? 5 : 2);
        for (const start of starts) {
          expect([start, outcomeOf(wait(scenario, events, { from: start }))]).toEqual([start, expected(scenario)]);
        }
      });

      it('gets a verdict whenever the events end', () => {
        for (const { at } of events.filter((_, index) => index % 4 === 0)) {
          const { verdict } = wait(scenario, events.filter((event) => event.at <= at), { from });
          expect(verdict.kind === 'done' || verdict.explanation.findings.length > 0).toBe(true);
        }
      });

      it('gets the same verdict from duplicate and late events', () => {
        fc.assert(fc.property(
          fc.integer({ min: 1, max: 3 }),
          fc.array(fc.record({ index: fc.nat(200), later: fc.nat(4_000) }), { maxLength: 20 }),
          (copies, repeats) => {
            expect(outcomeOf(wait(scenario, events, { from, copies, echoes: echoes(events, repeats) }))).toBe(expected(scenario));
          },
        ), { numRuns: 8 });
      });

      it('gets the same verdict when the watches of different objects are delayed', () => {
        fc.assert(fc.property(fc.array(fc.nat(800), { minLength: 1, maxLength: 50 }), (delays) => {
          expect(outcomeOf(wait(scenario, delayed(events, delays), { from }))).toBe(expected(scenario));
        }), { numRuns: 8 });
      });

      it('gets the same verdict with relists in between', () => {
        fc.assert(fc.property(fc.array(fc.nat(70_000), { maxLength: 20 }), (relistAt) => {
          expect(outcomeOf(wait(scenario, events, { from, relistAt }))).toBe(expected(scenario));
        }), { numRuns: 8 });
      });
    });
  }
});

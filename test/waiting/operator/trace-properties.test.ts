import * as fc from 'fast-check';
import { TRACE_SCENARIOS, TraceScenario } from './trace-scenarios';
import { path } from '../../../../lib/pulumi/wait/cluster/kubernetes-object';
import { InstalledOperator } from '../../../../lib/pulumi/wait/operator/outcome';
import { operatorReady } from '../../../../lib/pulumi/wait/operator/operator-ready';
import { HAS_TRACES, recordedTrace, WITHOUT_TRACES } from '../recorded-traces';
import { Course, Happening, simulate, Simulation } from '../simulated-cluster';

function happeningsOf({ trace, until = Infinity }: TraceScenario): Happening[] {
  return recordedTrace(trace).filter(({ at }) => at <= until * 1000);
}

function wait({ trace, options }: TraceScenario, happenings: readonly Happening[], simulation: Simulation): Course<InstalledOperator> {
  return simulate(operatorReady({ namespace: `t-${trace}`, ...options }), happenings, simulation);
}

function outcomeOf({ verdict }: Course<InstalledOperator>): string {
  return verdict.kind === 'done' ? `ready ${verdict.outcome.csv}` : `failed ${verdict.explanation.findings[0]!.cause}`;
}

const expected = ({ ready, cause }: TraceScenario): string => (ready === undefined ? `failed ${cause!}` : `ready ${ready}`);

/** Delays each event, but lets none of an object overtake an earlier one of the same object. */
function delayed(happenings: readonly Happening[], delays: readonly number[]): Happening[] {
  const last = new Map<string, number>();
  return happenings.map((happening, index) => {
    const key = `${happening.resource} ${path(happening.object)}`;
    const at = Math.max(happening.at + delays[index % delays.length]!, last.get(key) ?? 0);
    last.set(key, at);
    return { ...happening, at };
  }).sort((left, right) => left.at - right.at);
}

/** Tells events again some time later, as a watch does that goes on from an older version. */
function echoes(happenings: readonly Happening[], repeats: readonly { readonly index: number; readonly later: number }[]): Happening[] {
  return repeats.map(({ index, later }) => {
    const happening = happenings[index % happenings.length]!;
    return { ...happening, at: happening.at + later };
  });
}

describe('an operator in a recorded scenario', () => {
  it(HAS_TRACES ? 'was recorded 14 times' : WITHOUT_TRACES, () => {
    expect(new Set(TRACE_SCENARIOS.map(({ trace }) => trace)).size).toBe(14);
  });

  for (const scenario of HAS_TRACES ? TRACE_SCENARIOS : []) {
    const from = (scenario.from ?? 0) * 1000;
    const happenings = happeningsOf(scenario);

    describe(`${scenario.trace}: ${scenario.title}`, () => {
      it('comes to the same verdict wherever the waiter starts', () => {
        const { at } = wait(scenario, happenings, { from });
        const starts = happenings.map((happening) => happening.at + 1).filter((start) => start > from && start < at - 2_000);
        expect(starts.length).toBeGreaterThan(scenario.trace === 'no-operator-group' ? 5 : 2);
        for (const start of starts) {
          expect([start, outcomeOf(wait(scenario, happenings, { from: start }))]).toEqual([start, expected(scenario)]);
        }
      });

      it('comes to a verdict wherever the events end', () => {
        for (const { at } of happenings.filter((_, index) => index % 4 === 0)) {
          const { verdict } = wait(scenario, happenings.filter((happening) => happening.at <= at), { from });
          expect(verdict.kind === 'done' || verdict.explanation.findings.length > 0).toBe(true);
        }
      });

      it('comes to the same verdict with events told twice, and late', () => {
        fc.assert(fc.property(
          fc.integer({ min: 1, max: 3 }),
          fc.array(fc.record({ index: fc.nat(200), later: fc.nat(4_000) }), { maxLength: 20 }),
          (copies, repeats) => {
            expect(outcomeOf(wait(scenario, happenings, { from, copies, echoes: echoes(happenings, repeats) }))).toBe(expected(scenario));
          },
        ), { numRuns: 15 });
      });

      it('comes to the same verdict with the watches of different objects early and late', () => {
        fc.assert(fc.property(fc.array(fc.nat(800), { minLength: 1, maxLength: 50 }), (delays) => {
          expect(outcomeOf(wait(scenario, delayed(happenings, delays), { from }))).toBe(expected(scenario));
        }), { numRuns: 15 });
      });

      it('comes to the same verdict with lists in between', () => {
        fc.assert(fc.property(fc.array(fc.nat(70_000), { maxLength: 20 }), (relistAt) => {
          expect(outcomeOf(wait(scenario, happenings, { from, relistAt }))).toBe(expected(scenario));
        }), { numRuns: 15 });
      });
    });
  }
});

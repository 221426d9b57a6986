import { TRACE_SCENARIOS, TraceScenario } from './trace-scenarios';
import { explanationLines } from '../../../../lib/pulumi/wait/explain/explanation';
import { operatorReady } from '../../../../lib/pulumi/wait/operator/operator-ready';
import { HAS_TRACES, recordedTrace, WITHOUT_TRACES } from '../recorded-traces';
import { simulate } from '../simulated-cluster';

/** The scenario as it is printed: seconds and progress, and at the end the verdict. The namespaces of the recording are cut off. */
function printed({ trace, options, from = 0, until = Infinity }: TraceScenario): string[] {
  const namespace = `t-${trace}`;
  const happenings = recordedTrace(trace).filter(({ at }) => at <= until * 1000);
  const { lines, verdict, at } = simulate(operatorReady({ namespace, ...options }), happenings, { from: from * 1000 });
  const end = verdict.kind === 'done' ? [`${(at / 1000).toFixed(1)} ready: ${verdict.outcome.csv}`] : explanationLines(verdict.explanation);
  return [...lines, ...end].map((line) => line.replaceAll(`operator ${namespace}/`, '').replaceAll(`${namespace}/`, '').replaceAll(namespace, 'NAMESPACE'));
}

/** What a heartbeat prints over and over is not listed. */
const heartbeat = (line: string): boolean => /for \d+ min( \d+ s)?, waiting/.test(line) && !line.includes('did not');

describe('a recorded scenario', () => {
  it(HAS_TRACES ? 'is printed as a person reads it' : WITHOUT_TRACES, () => undefined);

  for (const scenario of HAS_TRACES ? TRACE_SCENARIOS : []) {
    it(`${scenario.trace}: ${scenario.title}`, () => {
      expect(printed(scenario).filter((line) => !heartbeat(line))).toEqual(scenario.printed);
    });
  }
});

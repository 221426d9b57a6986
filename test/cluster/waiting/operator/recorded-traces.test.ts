import { explanationLines } from '../../../builders/explanation-lines';
import { operatorReady } from '../../../../lib/cluster/waiting/operator/operator-waiter';
import { describeWith } from '../../../needed';
import { recordedTrace, TRACES } from '../recorded-traces';
import { simulate } from '../simulated-cluster';
import { TRACE_SCENARIOS, TraceScenario } from './trace-scenarios';

/** Returns what a scenario prints: seconds and progress, then the verdict. The namespaces of the recording are removed. */
function printed({ trace, options, from = 0, until = Infinity }: TraceScenario): string[] {
  const namespace = `t-${trace}`;
  const events = recordedTrace(trace).filter(({ at }) => at <= until * 1000);
  const { lines, verdict, at } = simulate(operatorReady({ namespace, ...options }), events, { from: from * 1000 });
  const end = verdict.kind === 'done' ? [`${(at / 1000).toFixed(1)} ready: ${verdict.outcome.csv}`] : explanationLines(verdict.explanation);
  return [...lines, ...end].map((line) => line.replaceAll(`operator ${namespace}/`, '').replaceAll(`${namespace}/`, '').replaceAll(namespace, 'NAMESPACE'));
}

/** Whether a line is a heartbeat, which is not listed. */
const heartbeat = (line: string): boolean => /for \d+ min( \d+ s)?, waiting/.test(line) && !line.includes('did not');

describeWith(TRACES)('a recorded scenario prints the expected lines', () => {
  for (const scenario of TRACE_SCENARIOS) {
    it(`${scenario.trace}: ${scenario.title}`, () => {
      expect(printed(scenario).filter((line) => !heartbeat(line))).toEqual(scenario.printed);
    });
  }
});

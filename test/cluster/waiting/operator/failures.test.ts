import { Failure, FAILURES, eventsOf } from './failures';
import { explanationLines } from '../../../builders/explanation-lines';
import { operatorReady } from '../../../../lib/cluster/waiting/operator/operator-waiter';
import { DEMO } from '../objects';
import { simulate } from '../simulated-cluster';

function explain(failure: Failure): { readonly at: number; readonly lines: readonly string[] } {
  const { options, problems } = failure;
  const { verdict, at } = simulate(
    operatorReady({ namespace: DEMO, subscription: 'plain', ...options }), eventsOf(failure), problems === undefined ? {} : { problems },
  );
  return { at, lines: verdict.kind === 'done' ? ['ready'] : explanationLines(verdict.explanation) };
}

describe('an operator that does not become ready is explained', () => {
  for (const failure of FAILURES) {
    it(`when ${failure.title}`, () => {
      const { at, lines } = explain(failure);
      expect(lines).toEqual(failure.explanation);
      expect(at).toBeLessThanOrEqual(failure.within * 1000);
    });
  }
});

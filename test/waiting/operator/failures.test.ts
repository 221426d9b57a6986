import { Failure, FAILURES, happeningsOf } from './failures';
import { explanationLines } from '../../../../lib/pulumi/wait/explain/explanation';
import { operatorReady } from '../../../../lib/pulumi/wait/operator/operator-ready';
import { DEMO } from '../objects';
import { simulate } from '../simulated-cluster';

function told(failure: Failure): { readonly at: number; readonly lines: readonly string[] } {
  const { options, problems } = failure;
  const { verdict, at } = simulate(
    operatorReady({ namespace: DEMO, subscription: 'plain', ...options }), happeningsOf(failure), problems === undefined ? {} : { problems },
  );
  return { at, lines: verdict.kind === 'done' ? ['ready'] : explanationLines(verdict.explanation) };
}

describe('an operator does not get ready, and it is told why', () => {
  for (const failure of FAILURES) {
    it(`when ${failure.title}`, () => {
      const { at, lines } = told(failure);
      expect(lines).toEqual(failure.explanation);
      expect(at).toBeLessThanOrEqual(failure.within * 1000);
    });
  }
});

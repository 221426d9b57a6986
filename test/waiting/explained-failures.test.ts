import { CATALOG_FAILURES } from './catalog/failures';
import { OLM_FAILURES } from './olm/failures';
import { REMOVAL_FAILURES } from './removal/failures';
import { linesOf } from './explained-failure';

describe('a failed wait or removal is explained', () => {
  it.each([...CATALOG_FAILURES, ...OLM_FAILURES, ...REMOVAL_FAILURES].map((failure) => [failure.title, failure] as const))('for %s', (_, failure) => {
    const wait = failure.simulate();
    expect(linesOf(wait)).toEqual(failure.explanation);
    expect(wait.at).toBeLessThanOrEqual(failure.within * 1000);
  });
});

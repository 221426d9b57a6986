import { CATALOG_FAILURES } from './catalog/failures';
import { OLM_FAILURES } from './olm/failures';
import { REMOVAL_FAILURES } from './removal/failures';
import { linesOf } from './told-failure';

describe('a wait or a removal fails, and it is told why', () => {
  it.each([...CATALOG_FAILURES, ...OLM_FAILURES, ...REMOVAL_FAILURES].map((failure) => [failure.title, failure] as const))('for %s', (_, failure) => {
    const course = failure.simulate();
    expect(linesOf(course)).toEqual(failure.explanation);
    expect(course.at).toBeLessThanOrEqual(failure.within * 1000);
  });
});

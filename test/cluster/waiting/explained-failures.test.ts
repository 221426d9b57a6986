import { CATALOG_FAILURES } from './olm/catalog-failures';
import { OLM_V1_FAILURES } from './olm-v1/failures';
import { OLM_V1_REMOVAL_FAILURES } from './olm-v1/removal-failures';
import { OLM_FAILURES } from './olm/failures';
import { PLAIN_FAILURES } from './plain/failures';
import { REMOVAL_FAILURES } from './removal/failures';
import { RUKPAK_FAILURES } from './rukpak/failures';
import { linesOf } from './explained-failure';

const FAILURES = [
  ...CATALOG_FAILURES, ...OLM_FAILURES, ...REMOVAL_FAILURES, ...OLM_V1_FAILURES, ...OLM_V1_REMOVAL_FAILURES, ...PLAIN_FAILURES, ...RUKPAK_FAILURES,
];

describe('a failed wait or removal is explained', () => {
  it.each(FAILURES.map((failure) => [failure.title, failure] as const))('for %s', (_, failure) => {
    const wait = failure.simulate();
    expect(linesOf(wait)).toEqual(failure.explanation);
    expect(wait.at).toBeLessThanOrEqual(failure.within * 1000);
  });
});

import { CATALOG_FORMS, ownCatalog, recordedCatalog } from '../../scripts/conformance-page/catalog-comparison';
import { catalogVerdicts } from '../../scripts/conformance-page/catalog-verdicts';

const VERDICTS = catalogVerdicts();

describe('the verdict on a recorded catalog equals opm\'s', () => {
  it(VERDICTS.length === 0 ? 'skipped, because the recorded catalogs are not available' : 'for all records', () => {
    expect([0, 688]).toContain(VERDICTS.length);
  });

  // They are not part of the project, and may be missing beside the checkout.
  if (VERDICTS.length === 0) {
    return;
  }

  describe.each(CATALOG_FORMS)('as $name', ({ write }) => {
    it.each(VERDICTS.map((verdict) => [verdict.id, verdict.what, verdict] as const))('%s: %s', (_id, _what, verdict) => {
      expect(ownCatalog(write(verdict.fbc ?? []))).toEqual(recordedCatalog(verdict));
    });
  });
});

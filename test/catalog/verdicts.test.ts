import { CATALOG_FORMS, ownCatalog, recordedCatalog } from '../../../scripts/conformance-page/catalog-comparison';
import { catalogVerdicts } from '../../../scripts/conformance-page/catalog-verdicts';

const VERDICTS = catalogVerdicts();

describe('a recorded catalog gets the verdict of opm', () => {
  // They are not part of the project, and may not stand beside the checkout.
  if (VERDICTS.length === 0) {
    it.todo('no recorded catalogs at hand; this ran without them');
    return;
  }

  it('in all of its records', () => {
    expect(VERDICTS).toHaveLength(688);
  });

  describe.each(CATALOG_FORMS)('as $name', ({ text }) => {
    it.each(VERDICTS.map((verdict) => [verdict.id, verdict.what, verdict] as const))('%s: %s', (_id, _what, verdict) => {
      expect(ownCatalog(text(verdict.fbc ?? []))).toEqual(recordedCatalog(verdict));
    });
  });
});

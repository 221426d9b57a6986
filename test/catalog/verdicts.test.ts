import { CATALOG_FORMS, ownCatalog, recordedCatalog } from '../../scripts/conformance-page/catalog-comparison';
import { catalogVerdicts } from '../../scripts/conformance-page/catalog-verdicts';

const VERDICTS = catalogVerdicts();

describe('the verdict on a recorded catalog equals opm\'s', () => {
  // They are not part of the project, and may be missing beside the checkout.
  if (VERDICTS.length === 0) {
    it.todo('without recorded catalogs, which are missing');
    return;
  }

  it('for all records', () => {
    expect(VERDICTS).toHaveLength(688);
  });

  describe.each(CATALOG_FORMS)('as $name', ({ write }) => {
    it.each(VERDICTS.map((verdict) => [verdict.id, verdict.what, verdict] as const))('%s: %s', (_id, _what, verdict) => {
      expect(ownCatalog(write(verdict.fbc ?? []))).toEqual(recordedCatalog(verdict));
    });
  });
});

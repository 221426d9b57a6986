import { CATALOG_FORMS, ownCatalog, recordedCatalog } from '../../scripts/conformance-page/catalog-comparison';
import { type CatalogVerdict, catalogVerdicts } from '../../scripts/conformance-page/catalog-verdicts';
import { describeWith, Needed } from '../needed';

const VERDICTS = Needed.sharedData('verdicts').map(catalogVerdicts);

describeWith(VERDICTS)('the verdict on a recorded catalog equals opm\'s', () => {
  it('for all records', () => {
    expect(VERDICTS.value).toHaveLength(688);
  });

  describe.each(CATALOG_FORMS)('as $name', ({ write }) => {
    it.each(VERDICTS.valueOr<CatalogVerdict[]>([{ id: 'each', what: 'of the 688 catalogs' }]).map((verdict) => [verdict.id, verdict.what, verdict] as const))('%s: %s', (_id, _what, verdict) => {
      expect(ownCatalog(write(verdict.fbc ?? []))).toEqual(recordedCatalog(verdict));
    });
  });
});

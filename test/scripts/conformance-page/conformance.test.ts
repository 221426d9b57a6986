import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CatalogCount } from '../../../scripts/conformance-page/catalogs-section';
import { CONFORMANCE_PAGE, conformance, conformancePage, unexplained } from '../../../scripts/conformance-page/conformance-page';
import { expectedCodes } from '../../../scripts/conformance-page/plain-comparison';
import { readerReasonFor } from '../../../scripts/conformance-page/plain-section';
import { describeWith, Needed } from '../../needed';

// A mutant differs from its base in a file or two.
jest.mock('../../../lib/formats/yaml/read-yaml', () => jest.requireActual<object>('../../formats/yaml/remembered-yaml'));

const ROOT = join(__dirname, '..', '..', '..');
const found = conformance();
const VERDICTS = Needed.sharedData('verdicts');

describeWith(VERDICTS)('verdicts', () => {
  it('on bundles are those of upstream for 32 real bundles and 854 mutants, except where a reason states why ours are right', () => {
    expect([found.real.length, found.mutants.length]).toEqual([32, 854]);
    expect(unexplained(found)).toEqual([]);
  });

  it('on catalogs and templates are those of upstream, in 948 records', () => {
    const sum = (of: (count: CatalogCount) => number): number => found.catalogs.reduce((total, count) => total + of(count), 0);
    expect([sum(({ accepted, refused }) => accepted + refused), sum(({ same }) => same)]).toEqual([948, 948]);
  });

  it('are in docs/reference/conformance.md; run `npm run generate` to update it', () => {
    const page = readFileSync(join(ROOT, CONFORMANCE_PAGE), 'utf8');
    expect(conformancePage(ROOT, found)).toBe(page);
  });
});

describeWith(VERDICTS)('plain manifests of mutants', () => {
  const compared = found.plain.mutants;

  it('are refused, or rendered to the same objects, as by OLM v1', () => {
    const different = compared.filter(({ outcome }) => outcome !== 'same objects' && outcome !== 'refused by both');
    expect(different.filter((mutant) => readerReasonFor(mutant) === undefined).map(({ sample, outcome }) => `${sample.id} ${sample.mutation}: ${outcome}`)).toEqual([]);
    expect([compared.length, different.length]).toEqual([854, 52]);
  });

  it('that both read are refused for the same reasons', () => {
    const refused = compared.filter(({ own, verdict }) => own.refusal?.by === 'rendering' && verdict.error !== undefined);
    for (const { sample, own, verdict } of refused) {
      // OLM v1 checks the namespaces to watch after the rest.
      const codes = new Set(own.refusal!.codes);
      const expected = new Set(expectedCodes(verdict.error!));
      if (!expected.has('install-mode')) {
        codes.delete('install-mode');
      }
      expect([sample.id, [...codes].sort()]).toEqual([sample.id, [...expected].sort()]);
    }
    expect(refused).toHaveLength(233);
  });
});

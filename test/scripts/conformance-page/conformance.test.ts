import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CatalogCount } from '../../../scripts/conformance-page/catalogs-section';
import { CONFORMANCE_PAGE, conformance, conformancePage, unexplained } from '../../../scripts/conformance-page/conformance-page';
import { expectedCodes } from '../../../scripts/conformance-page/plain-comparison';
import { readerReasonFor } from '../../../scripts/conformance-page/plain-section';
import { WITHOUT_SAMPLES } from '../../catalog/sample-bundles';

// A mutant differs from its base in a file or two.
jest.mock('../../../lib/formats/yaml/read-yaml', () => jest.requireActual<object>('../../formats/yaml/remembered-yaml'));

const ROOT = join(__dirname, '..', '..', '..');
const found = conformance();
const present = found.real.length > 0;

describe('verdicts', () => {
  it(present ? 'on bundles are those of upstream for 32 real bundles and 854 mutants, except where a reason states why ours are right' : WITHOUT_SAMPLES, () => {
    expect([found.real.length, found.mutants.length]).toEqual(present ? [32, 854] : [0, 0]);
    expect(unexplained(found)).toEqual([]);
  });

  it(present ? 'on catalogs and templates are those of upstream, in 948 records' : WITHOUT_SAMPLES, () => {
    const sum = (of: (count: CatalogCount) => number): number => found.catalogs.reduce((total, count) => total + of(count), 0);
    expect([sum(({ accepted, refused }) => accepted + refused), sum(({ same }) => same)]).toEqual(present ? [948, 948] : [0, 0]);
  });

  it(present ? 'are in docs/conformance.md; run `npm run generate` to update it' : WITHOUT_SAMPLES, () => {
    const page = readFileSync(join(ROOT, CONFORMANCE_PAGE), 'utf8');
    expect(conformancePage(ROOT, found)).toBe(page);
  });
});

describe('plain manifests of mutants', () => {
  const compared = found.plain.mutants;

  it(present ? 'are refused, or rendered to the same objects, as by OLM v1' : WITHOUT_SAMPLES, () => {
    const different = compared.filter(({ outcome }) => outcome !== 'same objects' && outcome !== 'refused by both');
    expect(different.filter((mutant) => readerReasonFor(mutant) === undefined).map(({ sample, outcome }) => `${sample.id} ${sample.mutation}: ${outcome}`)).toEqual([]);
    expect([compared.length, different.length]).toEqual(present ? [854, 52] : [0, 0]);
  });

  it(present ? 'that both read are refused for the same reasons' : WITHOUT_SAMPLES, () => {
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
    expect(refused).toHaveLength(present ? 233 : 0);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CatalogCount } from '../../../scripts/conformance-page/catalogs-section';
import { CONFORMANCE_PAGE, conformance, conformancePage, unexplained } from '../../../scripts/conformance-page/conformance-page';
import { WITHOUT_SAMPLES } from '../../catalog/sample-bundles';

const ROOT = join(__dirname, '..', '..', '..');
const found = conformance();
const present = found.real.length > 0;

describe('verdicts', () => {
  it(present ? 'on bundles are those of upstream for 32 real bundles and 854 mutants, except where a reason says why ours are right' : WITHOUT_SAMPLES, () => {
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

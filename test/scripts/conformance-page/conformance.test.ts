import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CONFORMANCE_PAGE, conformance, conformancePage, unexplained } from '../../../scripts/conformance-page/conformance-page';
import { WITHOUT_SAMPLES } from '../../bundle/catalog/sample-bundles';

const ROOT = join(__dirname, '..', '..', '..');
const found = conformance();
const present = found.real.length > 0;

describe('verdicts of bundle validation', () => {
  it(present ? 'are those of upstream on 32 real bundles and 854 mutants, except where a reason says why ours are right' : WITHOUT_SAMPLES, () => {
    expect([found.real.length, found.mutants.length]).toEqual(present ? [32, 854] : [0, 0]);
    expect(unexplained(found)).toEqual([]);
  });

  it(present ? 'stand in docs/conformance.md; `npm run generate` brings it up to date' : WITHOUT_SAMPLES, () => {
    const page = readFileSync(join(ROOT, CONFORMANCE_PAGE), 'utf8');
    expect(conformancePage(ROOT, found)).toBe(page);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { RbacRiskKind } from 'olm-constructs/report';
import { riskRows, risksPage } from '../../scripts/risks-page/risks-page';
import { operatorWith, ROADS, WITHOUT_ROADS } from '../builders/rights-roads';
import { COMPARISONS, REVIEWERS } from '../report/rights/reviewers';

const [GUIDE, RISKS] = ['guides/rights.md', 'reference/risky-rights.md'].map((page) => readFileSync(join(__dirname, '..', '..', 'docs', page), 'utf8')) as [string, string];

/** Returns the cells of the table with a heading. */
function rowsOf(heading: string): string[][] {
  const [, table] = new RegExp(`\\n\\| ${heading} [^\\n]*\\n\\|[- |]*\\n((?:\\|[^\\n]*\\n)*)`).exec(GUIDE)!;
  return table!.trim().split('\n').map((row) => row.slice(1, -1).split(' | ').map((cell) => cell.trim()));
}

const codeIn = (cell: string): string[] => [...cell.matchAll(/`([^`]*)`/g)].map(([, code]) => code!);

/** The operator with the objects in the guide. */
const NEXT = operatorWith({}, Object.fromEntries(loadAll(/```yaml\n([^`]*)```/.exec(GUIDE)![1]!).map((object, index) => [`manifests/${index}.yaml`, object as object])), '2.0.0');

describe('the guide to rights', () => {
  it.each(rowsOf('review').map(([name = '', , shown = '']) => [codeIn(name)[0]!, codeIn(shown)] as const))('shows what %s shows', async (name, shown) => {
    const text = name in REVIEWERS ? await REVIEWERS[name]!(NEXT) : COMPARISONS[name]!(WITHOUT_ROADS, NEXT);
    expect(shown.length).toBeGreaterThan(0);
    shown.forEach((line) => expect(text).toContain(line));
  });

  it('has the number of roads that are tested', () => {
    expect(ROADS).toHaveLength(19);
    expect(GUIDE).toContain('each of nineteen such changes');
  });
});

describe('the page on risky rights', () => {
  it('is what `npm run generate` writes', () => {
    expect(RISKS).toBe(risksPage());
  });

  it('has a row for each kind of risk', () => {
    expect([...new Set(riskRows().map(({ kind }) => kind))]).toEqual(Object.values(RbacRiskKind));
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const E2E = join(__dirname, '../../e2e');
const README = readFileSync(join(E2E, 'README.md'), 'utf8');
const entries = readdirSync(E2E, { withFileTypes: true });

/** Returns the names in backticks in the first cells of the table below a heading. */
function firstCells(heading: string): string[] {
  const [, section = ''] = README.split(`\n## ${heading}\n`);
  const rows = section.split(/\n## /)[0]!.split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) => [...row.split(' | ')[0]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
}

describe('the README of the end-to-end tests', () => {
  test('has every suite, and no other', () => {
    const suites = entries.filter(({ name }) => name.endsWith('.e2e.ts')).map(({ name }) => name.slice(0, -'.e2e.ts'.length));
    expect(firstCells('Suites').sort()).toEqual(suites.sort());
  });

  test('has every folder, and no other', () => {
    expect(firstCells('Folders').sort()).toEqual(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name).sort());
  });
});

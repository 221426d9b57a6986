import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Generator } from '../../scripts/generated-files';
import { outOfDate, outOfDateMessage } from '../../scripts/out-of-date';

const file = (path: string, content: string): Generator => () => Promise.resolve([{ path, content }]);

describe('the check of generated files', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'out-of-date-'));
    writeFileSync(join(root, 'same.ts'), 'one\n');
    writeFileSync(join(root, 'other.ts'), 'one\n');
  });
  afterEach(() => { rmSync(root, { recursive: true }); });

  test('finds different and missing files, and writes none', async () => {
    const files = [file('same.ts', 'one\n'), file('other.ts', 'two\n'), file('missing.ts', 'three\n')];
    expect(await outOfDate(root, files)).toEqual(['other.ts', 'missing.ts']);
    expect(readdirSync(root).sort()).toEqual(['other.ts', 'same.ts']);
  });

  test('names the files and the remedy', () => {
    expect(outOfDateMessage(['a.ts', 'b/c.ts'])).toBe([
      'generated files are out of date:',
      '  a.ts',
      '  b/c.ts',
      'run `npm run generate` and commit the result; edit the sources of these files, not the files themselves',
    ].join('\n'));
  });
});

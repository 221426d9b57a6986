import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleCommand } from '../../../scripts/package/command-bundle';

describe('the bundle of status', () => {
  const folder = mkdtempSync(join(tmpdir(), 'command-bundle-'));
  let required: readonly string[];

  beforeAll(async () => {
    required = await bundleCommand('inspect/status', folder);
  }, 60_000);

  afterAll(() => rmSync(folder, { recursive: true }));

  test('shares with the program the modules whose classes it compares', () => {
    const shared = [...new Set(required)].filter((path) => path.startsWith('../frame/')).sort();
    // Each was reviewed: it creates no object of a class of the library that the bundle contains a second time.
    expect(shared).toEqual(['../frame/cli-error', '../frame/command', '../frame/option', '../frame/table']);
  });

  test('leaves out what is loaded when it is first used', () => {
    expect(required).toContain('../../olm/crds/custom-resource-definitions');
  });

  test('requires no other module of the library, except for other commands when they are called', () => {
    const lazy = ['../../inspection/source/dump-files', '../../olm/crds/custom-resource-definitions'];
    expect(required.filter((path) => !isBuiltin(path) && !/^(?:[a-z]+$|\.\.\/(?:act|offline|frame)\/)/.test(path) && !lazy.includes(path))).toEqual([]);
  });

  test('is one file without a source map', () => {
    expect(readFileSync(join(folder, 'lib/cli/inspect/status.js'), 'utf8')).not.toContain('sourceMappingURL');
  });
});

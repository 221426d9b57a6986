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

  test('shares with the program the modules whose classes it compares, and the loader of commands', () => {
    expect(required).toEqual(expect.arrayContaining(['../frame/cli-error', '../frame/command', '../frame/exit-code', '../load']));
    expect(required).not.toContain('../frame/cluster');
  });

  test('leaves out what is loaded when it is first used', () => {
    expect(required).toContain('../../olm/crds/custom-resource-definitions');
  });

  test('requires no other module of the library', () => {
    const lazy = ['../../olm/crds/custom-resource-definitions'];
    expect(required.filter((path) => !isBuiltin(path) && !path.startsWith('../frame/') && path !== '../load' && !lazy.includes(path))).toEqual([]);
  });

  test('is one file without a source map', () => {
    expect(readFileSync(join(folder, 'lib/cli/inspect/status.js'), 'utf8')).not.toContain('sourceMappingURL');
  });
});

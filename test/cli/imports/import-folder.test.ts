import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BundlePin, pinnedModule } from '../../../lib/cli/imports/bundle-pin';
import type { ImportedBundle } from '../../../lib/cli/imports/generate-modules';
import { checkImports, writeImports } from '../../../lib/cli/imports/import-folder';

const PIN: BundlePin = { package: 'shop', version: '1.0.0', csv: 'shop.v1.0.0', digest: 'sha256:1' };

function bundle(pin: BundlePin, ...files: string[]): ImportedBundle {
  return { pin, modules: files.map((file) => ({ file, content: pinnedModule(pin, 'cdk8s-cli 2.0.0', `export const name = '${file}';\n`), classes: [] })), notes: [], refused: [] };
}

let output: string;
beforeEach(() => output = mkdtempSync(join(tmpdir(), 'olm-imports-')));
afterEach(() => rmSync(output, { recursive: true }));

const path = (...parts: string[]): string => join(output, ...parts);
const write = (bundles: readonly ImportedBundle[], force = false): ReturnType<typeof writeImports> => writeImports(output, bundles, force);

describe('writing', () => {
  test('makes a folder for each package', () => {
    expect(write([bundle(PIN, 'a.test.ts', 'b.test.ts')])).toEqual({ written: [path('shop', 'a.test.ts'), path('shop', 'b.test.ts')], deleted: [] });
    expect(readdirSync(path('shop'))).toEqual(['a.test.ts', 'b.test.ts']);
    expect(readFileSync(path('shop', 'a.test.ts'), 'utf8')).toContain("export const name = 'a.test.ts';");
  });

  test('deletes files of API groups that the bundle no longer has, and keeps all other files', () => {
    write([bundle(PIN, 'a.test.ts', 'old.test.ts')]);
    writeFileSync(path('shop', 'notes.ts'), 'export {};\n');
    expect(write([bundle(PIN, 'a.test.ts')]).deleted).toEqual([path('shop', 'old.test.ts')]);
    expect(readdirSync(path('shop'))).toEqual(['a.test.ts', 'notes.ts']);
  });

  test('does not replace a file that a user wrote unless forced, and otherwise writes nothing', () => {
    mkdirSync(path('shop'));
    writeFileSync(path('shop', 'b.test.ts'), 'export class Order {}\n');
    expect(() => write([bundle(PIN, 'a.test.ts', 'b.test.ts')])).toThrow(
      `${path('shop', 'b.test.ts')} was not written by this command\n  move your code to another file, or add --force to replace it; nothing was written`,
    );
    expect(readdirSync(path('shop'))).toEqual(['b.test.ts']);
    expect(write([bundle(PIN, 'b.test.ts')], true).written).toEqual([path('shop', 'b.test.ts')]);
  });

  test.each(['replaces', 'deletes'])('%s no file that a user changed', (action) => {
    write([bundle(PIN, 'a.test.ts', 'old.test.ts')]);
    const file = path('shop', action === 'replaces' ? 'a.test.ts' : 'old.test.ts');
    writeFileSync(file, `${readFileSync(file, 'utf8')}// mine\n`);
    expect(() => write([bundle(PIN, 'a.test.ts')])).toThrow(`${file} was changed by hand\n`);
  });

  test('changes no file if one cannot be written', () => {
    write([bundle(PIN, 'a.test.ts')]);
    symlinkSync('a.test.ts', path('shop', 'b.test.ts'));
    expect(() => write([bundle({ ...PIN, version: '2.0.0' }, 'a.test.ts', 'b.test.ts')])).toThrow('b.test.ts: a file is needed here, and there is a symbolic link');
    expect(readFileSync(path('shop', 'a.test.ts'), 'utf8')).toContain('// version: 1.0.0\n');
    expect(readlinkSync(path('shop', 'b.test.ts'))).toBe('a.test.ts');
  });
});

describe('the check', () => {
  const check = (pins: readonly BundlePin[], isComplete = true): string[] => checkImports(output, pins, [], isComplete);
  const file = (): string => path('shop', 'a.test.ts');

  beforeEach(() => {
    write([bundle(PIN, 'a.test.ts')]);
  });

  test.each<[string, Partial<BundlePin>, string]>([
    ['another version', { version: '2.0.0', csv: 'shop.v2.0.0' }, 'belongs to shop.v1.0.0, version 1.0.0, instead of shop.v2.0.0, version 2.0.0'],
    ['another bundle of the version', { digest: 'sha256:2' }, 'belongs to shop.v1.0.0 with digest sha256:1, instead of sha256:2'],
    ['another package', { package: 'other' }, 'belongs to package shop, which is not locked'],
  ])('finds files of %s', (_, expected, problem) => {
    expect(check([{ ...PIN, ...expected }])).toEqual([`${file()} ${problem}`]);
  });

  test('accepts files of the bundle, also with Windows line breaks', () => {
    writeFileSync(file(), readFileSync(file(), 'utf8').replaceAll('\n', '\r\n'));
    expect(check([PIN])).toEqual([]);
    expect(check([{ ...PIN, digest: undefined }])).toEqual([]);
  });

  test('ignores other packages if it is limited to some', () => {
    expect(check([{ ...PIN, package: 'other' }], false)).toEqual([]);
  });

  test('finds files that a user changed, and a package without files', () => {
    writeFileSync(file(), readFileSync(file(), 'utf8').replace("'a.test.ts'", "'b.test.ts'"));
    expect(checkImports(output, [PIN], ['other'], false)).toEqual([`${file()} was changed by hand`, `${path('other')} has no files of package other`]);
  });

  test('ignores files that are not generated', () => {
    writeFileSync(path('shop', 'notes.ts'), 'export {};\n');
    writeFileSync(path('k8s.ts'), 'export {};\n');
    expect(check([PIN])).toEqual([]);
  });

  test('finds a folder without generated files', () => {
    rmSync(path('shop'), { recursive: true });
    expect(check([PIN])).toEqual([`${output} has no generated files`]);
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cdk8sImport, type ImportedGroup } from '../../../scripts/crd-imports/cdk8s-import';
import { importedCrds } from '../../../scripts/crd-imports/imported-crds';
import { splitConversions } from '../../../scripts/crd-imports/split-conversions';

const ROOT = resolve(__dirname, '..', '..', '..');

let groups: ImportedGroup[];
beforeAll(async () => {
  groups = await cdk8sImport(importedCrds());
}, 60_000);

test('imports/ is the output of `cdk8s import` for our CRDs, with the conversions in separate files, and no other file is written', () => {
  const files = splitConversions(groups);
  // Compares as a list of paths: a diff of a megabyte is useless.
  const differing = files.filter(({ path, content }) => content !== readFileSync(resolve(ROOT, 'imports', path), 'utf8'));
  expect(differing.map(({ path }) => path)).toEqual([]);
  const present = readdirSync(resolve(ROOT, 'imports'), { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  expect(present).toHaveLength(files.length);
  expect(existsSync(resolve(ROOT, 'cdk8s.yaml'))).toBe(false);
});

test('two API groups with a kind of the same name are an error', () => {
  const imported = groups.find(({ group }) => group === 'core.rukpak.io')!;
  expect(() => splitConversions([imported, { ...imported, group: 'other.example.com' }])).toThrow(/^two API groups have a kind in to-json\/bundle.*: give each/);
});

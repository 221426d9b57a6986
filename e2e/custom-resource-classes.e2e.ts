import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Bundle } from 'olm-constructs/bundle';
import ts from 'typescript';
import { pinOf } from '../lib/cli/imports/bundle-pin';
import { findCdk8sCli, generateModules, type ImportedBundle } from '../lib/cli/imports/generate-modules';
import { writeImports } from '../lib/cli/imports/import-folder';
import { importableCrds } from '../lib/cli/imports/importable-crds';
import { field, fieldAt, isMap, mapField, mapListField } from '../lib/formats/json/json-value';
import { sampleArchive, sampleNames, SAMPLES } from '../test/catalog/sample-bundles';
import { describeWith } from '../test/needed';
import { FULL_RUN } from './programs/full-run';

const ROOT = resolve(__dirname, '..');
const NAMES = sampleNames();

/** Returns a row of the guide for each field and reason. */
function rowsOf(bundles: readonly ImportedBundle[]): string[] {
  const groups = new Map<string, Set<string>>();
  for (const { pin, notes } of bundles) {
    for (const { kind, version, field: path, reason } of notes) {
      const key = `${pin.package} | ${nameOf(path)} | ${reason.replaceAll(/'([^']*)'/g, '`$1`')}`;
      groups.set(key, (groups.get(key) ?? new Set()).add(`${kind} ${version} ${path}`));
    }
  }
  return [...groups].map(([key, places]) => {
    const [packageName, name, reason] = key.split(' | ') as [string, string, string];
    const [first] = [...places].sort();
    return `| ${packageName} | ${places.size === 1 ? `\`${first}\`` : `\`${name}\` in ${places.size} places, such as \`${first}\``} | ${reason} |`;
  });
}

function nameOf(path: string): string {
  return path.split('.').at(-1)!;
}

/** Returns the names of all fields of the types in a schema, as the generator receives it. */
function fieldsOf(schema: unknown): string[] {
  const properties = Object.entries(mapField(schema, 'properties'));
  return [
    ...properties.flatMap(([name, inner]) => [name, ...fieldsOf(inner)]),
    ...['items', 'additionalProperties'].map((key) => field(schema, key)).filter(isMap).flatMap(fieldsOf),
  ];
}

describeWith(SAMPLES, FULL_RUN)('classes for the custom resources of real operators', () => {
  let folder: string;
  const imported: ImportedBundle[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'olm-constructs-e2e-'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const cli = findCdk8sCli();
    for (const name of NAMES) {
      const bundle = Bundle.fromPath(sampleArchive(name));
      const crds = bundle.crds.map(({ content }) => content);
      const result = await generateModules(cli, { pin: pinOf(bundle), crds, missing: [] }, new AbortController().signal);
      writeImports(join(folder, name), [result], false);
      imported.push(result);
    }
  }, 900_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are written for all kinds', () => {
    expect(imported.filter(({ refused }) => refused.length > 0).map(({ pin, refused }) => [pin.csv, refused])).toEqual([]);
  });

  it.each(NAMES)('have all fields that the generator received: %s', (name) => {
    const { crds } = importableCrds(Bundle.fromPath(sampleArchive(name)).crds.map(({ content }) => content));
    const versions = crds.flatMap(({ manifest }) => mapListField(fieldAt(manifest, 'spec'), 'versions'));
    const expected = versions.flatMap((version) => ['metadata', ...fieldsOf(fieldAt(version, 'schema', 'openAPIV3Schema'))]).sort();
    const sources = imported[NAMES.indexOf(name)]!.modules.map(({ content }) => content);
    expect(sources.flatMap((source) => [...source.matchAll(/^ {3}\* @schema \S+?#(.+)$/gm)].map(([, field]) => field)).sort()).toEqual(expected);
  });

  it('compile', () => {
    const files = NAMES.flatMap((name) => readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
      .map((path) => join(folder, name, path)));
    const program = ts.createProgram(files, {
      strict: true, noEmit: true, skipLibCheck: true, module: ts.ModuleKind.Node16, target: ts.ScriptTarget.ES2022, types: [],
    });
    expect(ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => (
      `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    ))).toEqual([]);
  }, 600_000);

  it('differ from the CRDs as described in the reference', () => {
    const guide = readFileSync(join(ROOT, 'docs', 'reference', 'custom-resource-classes.md'), 'utf8');
    expect(guide).toContain(`\n| --- | --- | --- |\n${rowsOf(imported).join('\n')}\n`);
  });
});

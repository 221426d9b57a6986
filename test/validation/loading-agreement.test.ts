import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import * as fc from 'fast-check';
import { Bundle } from '../../lib/bundle/bundle';
import { readLimits } from '../../lib/bundle/files/read-options';
import { Catalog } from '../../lib/catalog/catalog';
import { OperatorRegistry } from '../../lib/constructs/catalogs/operator-registry';
import { BundleValidation } from '../../lib/validation/bundle-validation';
import { FindingSeverity, type ValidationFinding } from '../../lib/validation/model/finding';
import { ValidationSuite } from '../../lib/validation/model/suite';
import { type Files, withFiles } from '../builders/bundle-files';
import { count, replaced } from './replaced-value';
import { changedBundle, findingsIn, validObjects } from './valid-bundle';

/** Objects of a bundle with all files that `Bundle` reads. */
const OBJECTS: { readonly [file: string]: object } = {
  ...validObjects(),
  'manifests/service.yaml': { apiVersion: 'v1', kind: 'Service', metadata: { name: 'demo' }, spec: { ports: [{ port: 1 }] } },
  'metadata/properties.yaml': {
    properties: [
      { type: 'olm.maxOpenShiftVersion', value: '4.17' },
      { type: 'olm.gvk.required', value: { group: 'example.test', kind: 'Key', version: 'v1' } },
      { type: 'olm.package.required', value: { packageName: 'keys', versionRange: '1.x' } },
      { type: 'olm.constraint', value: { failureMessage: 'no keys', all: { constraints: [{ package: { packageName: 'keys', versionRange: '1.x' } }] } } },
    ],
  },
  'metadata/dependencies.yaml': {
    dependencies: [
      { type: 'olm.gvk', value: { group: 'example.test', kind: 'Key', version: 'v1' } },
      { type: 'olm.package', value: { packageName: 'keys', version: '1.x' } },
      { type: 'olm.label', value: { label: 'keys' } },
    ],
  },
};

const text = (value: unknown): string => JSON.stringify(value, undefined, 2);
const FILES: Files = Object.fromEntries(Object.entries(OBJECTS).map(([file, object]) => [file, text(object)]));

/** A change of one file: the new content by file, or null for a file that is removed. */
type Mutation = (file: string, at: number) => Files;

/** Values of other types, null, wrong names and versions, and what is too large for a name. `undefined` removes the field. */
const VALUES: readonly unknown[] = [undefined, null, 1, '', 'x', 'Ab_c', 'a.b', '^1', 'a'.repeat(300), true, [], [null], ['x'], {}, { a: 1 }, Number.MAX_SAFE_INTEGER];

const OF_FIELDS: readonly Mutation[] = VALUES.map((value) => (file, at) => ({ [file]: text(replaced(OBJECTS[file]!, at, value)) }));
const OF_FIELD_NAMES: readonly Mutation[] = [
  (key: string) => key.charAt(0).toUpperCase() + key.slice(1), (key: string) => key.toLowerCase(), (key: string) => key.replaceAll('s', 'ſ'),
].map((rename) => (file, at) => ({ [file]: text(renamed(OBJECTS[file]!, at, rename)) }));
const OF_FILES: readonly Mutation[] = [
  (file) => ({ [file]: null }),
  (file) => ({ [file]: '' }),
  (file) => ({ [file]: `# licence\n---\n${String(FILES[file])}` }),
  (file) => ({ [file]: `${String(FILES[file])}\n---\n${String(FILES[file])}` }),
  (file) => ({ [file]: `[${String(FILES[file])}]` }),
  (file, at) => ({ [file]: String(FILES[file]).slice(0, at % 200) }),
  (file) => ({ [file]: `a: [\n${String(FILES[file])}` }),
  (file) => ({ [file]: Buffer.from([0xff, 0xfe]) }),
  (file) => ({ [file.replace('.', '-copy.')]: FILES[file]! }),
  (file) => ({ [file.replace('.', '-copy.')]: FILES[file]!, [file]: null }),
  (file) => ({ [file.replace('/', '/.')]: FILES[file]! }),
  (file) => ({ [file.replace('/', '/more/')]: FILES[file]! }),
  (file) => ({ [file.replace('.yaml', '.md')]: 'No manifest\n' }),
  (file) => ({ [file]: `${'['.repeat(600)}${']'.repeat(600)}` }),
];

/** Returns a copy in which one key, counted from the root, is renamed. */
function renamed(root: unknown, at: number, rename: (key: string) => string): unknown {
  let left = at % (count(root) - 1);
  const walk = (each: unknown): unknown => Array.isArray(each) ? each.map(walk)
    : typeof each === 'object' && each !== null ? Object.fromEntries(Object.entries(each).map(([key, inner]) => [left-- === 0 ? rename(key) : key, walk(inner)])) : each;
  return walk(root);
}

/** Returns why a bundle cannot be read and rendered, or an empty string. */
function refusalOf(read: () => Bundle): string {
  try {
    Catalog.fromBundles([read()]);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns why a registry with a bundle cannot be synthesized, or an empty string. */
function synthesisRefusal(bundle: Bundle): string {
  const app = new App({ outdir: join(tmpdir(), 'not-written') });
  new OperatorRegistry(new Chart(app, 'registry'), 'it', { bundles: [bundle] });
  try {
    app.synthYaml();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Calls a function with the files of the bundle after each mutation. */
function eachMutation(mutations: readonly Mutation[], numRuns: number, check: (files: Files) => void): void {
  fc.assert(fc.property(fc.constantFrom(...Object.keys(OBJECTS)), fc.nat(), fc.constantFrom(...mutations), (file, at, mutation) => {
    check({ ...FILES, ...mutation(file, at) });
  }), { numRuns });
}

describe('a mutated bundle', () => {
  it.each([['values', OF_FIELDS, 400], ['case of field names', OF_FIELD_NAMES, 200], ['files', OF_FILES, 150]] as const)('can be read and rendered if and only if the suite loading finds no error: %s', (_, mutations, runs) => {
    const outcomes = new Set<boolean>();
    eachMutation(mutations, runs, (changes) => {
      const files = changedBundle({ files: changes });
      const found = findingsIn(ValidationSuite.LOADING, files);
      const refusal = refusalOf(() => Bundle._ofFiles('bundle', files, readLimits()));
      expect({ refusal, found, agrees: (refusal === '') === (found.length === 0) }).toEqual({ refusal, found, agrees: true });
      outcomes.add(refusal === '');
    });
    expect([...outcomes].sort()).toEqual([false, true]);
  });

  it('that can be read is refused at synthesis for OLM v0 if and only if the default suites find an error that is about OLM v0', () => {
    const outcomes = new Set<boolean>();
    eachMutation(OF_FIELDS, 200, (changes) => {
      const files = changedBundle({ files: changes });
      if (refusalOf(() => Bundle._ofFiles('bundle', files, readLimits())) !== '') {
        return;
      }
      const found = [ValidationSuite.OLM_V0, ValidationSuite.CLUSTER].flatMap((suite) => findingsIn(suite, files)).filter(({ severity }) => severity === 'error');
      const refusal = synthesisRefusal(Bundle._ofFiles('bundle', files, readLimits()));
      expect({ refusal, found, agrees: (refusal === '') === (found.length === 0) }).toEqual({ refusal, found, agrees: true });
      outcomes.add(refusal === '');
    });
    expect([...outcomes].sort()).toEqual([false, true]);
  });

  it('that is refused is invalid for the default suites too, which do not repeat a finding', () => {
    eachMutation([...OF_FIELDS, ...OF_FIELD_NAMES, ...OF_FILES], 40, (files) => {
      const written = Object.fromEntries(Object.entries(files).filter(([, content]) => content !== null)) as { [path: string]: string | Buffer };
      withFiles(written, (folder) => {
        const refusal = refusalOf(() => Bundle.fromDirectory(folder));
        const { passed, findings } = BundleValidation.ofDirectory(folder);
        expect({ refusal, passed: passed && refusal !== '' }).toEqual({ refusal, passed: false });
        const errors = findings.filter(({ severity, line }) => severity === FindingSeverity.ERROR && line !== undefined);
        const places = (isLoading: boolean): string[] => errors.filter(({ suite }) => (suite === 'loading') === isLoading).map((error) => placeOf(error));
        expect(places(true).filter((place) => places(false).includes(place))).toEqual([]);
      });
    });
  });
});

function placeOf({ file, line, column }: ValidationFinding): string {
  return `${file}:${line}:${column}`;
}

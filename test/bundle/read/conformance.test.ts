import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { BundleError } from '../../../lib/bundle/model/bundle-error';
import { compareUtf8 } from '../../../lib/formats/json/go-json';
import { readArchive } from '../../../lib/bundle/read/bundle-source';
import type { BundleFiles } from '../../../lib/bundle/files/bundle-files';
import { readLimits } from '../../../lib/bundle/files/read-options';
import { readRegistryV1 } from '../../../lib/bundle/read/registry-v1';
import { sampleArchive } from '../../catalog/sample-bundles';
import { itWith, Needed } from '../../needed';

// A mutant differs from its base in a file or two.
jest.mock('../../../lib/formats/yaml/read-yaml', () => jest.requireActual<object>('../../formats/yaml/remembered-yaml'));

/** A sample bundle with some files changed; null removes a file. */
interface Mutant {
  readonly base: string;
  readonly mutation: string;
  readonly files: { readonly [path: string]: string | null };
  readonly opmRender: { readonly error?: string };
}

const MUTANTS = Needed.sharedData('verdicts/mutants.jsonl.gz');

/** Codes refused here although opm renders the bundle: opm at most warns and drops content, or OLM cannot install the bundle. */
const STRICTER_THAN_OPM = new Set(['ambiguous', 'annotations', 'csv', 'dependencies', 'layout', 'manifest', 'media-type', 'properties', 'syntax']);

describe('bundles with one defect each', () => {
  itWith(MUTANTS)('are either read, or rejected with a BundleError', () => {
    const mutants = gunzipSync(readFileSync(MUTANTS.value)).toString().trim().split('\n').map((line) => JSON.parse(line) as Mutant);
    const limits = readLimits();
    const bases = new Map([...new Set(mutants.map(({ base }) => base))].map((base) => [base, readArchive(sampleArchive(base), limits)]));
    const outcomes = mutants.map((mutant) => outcomeOf(changed(bases.get(mutant.base)!, mutant)));
    expect(outcomes.filter((outcome) => outcome !== 'read' && !STRICTER_THAN_OPM.has(outcome))).toEqual([]);
    const refusedByBoth = mutants.filter((mutant, index) => mutant.opmRender.error !== undefined && outcomes[index] !== 'read');
    const readByBoth = mutants.filter((mutant, index) => mutant.opmRender.error === undefined && outcomes[index] === 'read');
    expect([mutants.length, readByBoth.length, refusedByBoth.length]).toEqual([854, 571, 107]);
  });

  function changed(base: BundleFiles, { files }: Mutant): BundleFiles {
    const contents = new Map(base.files);
    for (const [path, text] of Object.entries(files)) {
      if (text === null) {
        contents.delete(path);
      } else {
        contents.set(path, Buffer.from(text));
      }
    }
    const paths = [...contents.keys()].sort(compareUtf8);
    return {
      files: new Map(paths.filter((path) => path.split('/').length === 2).map((path) => [path, contents.get(path)!])),
      folders: new Set(paths.map((path) => path.split('/')[0]!)),
      nested: paths.filter((path) => path.split('/').length > 2),
    };
  }

  function outcomeOf(files: BundleFiles): string {
    try {
      readRegistryV1('mutant', files, readLimits());
      return 'read';
    } catch (error) {
      if (error instanceof BundleError) {
        return error.code;
      }
      throw error;
    }
  }
});

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { compareUtf8 } from '../../lib/formats/json/go-json';
import { readArchive } from '../../lib/bundle/read/bundle-source';
import type { BundleFiles } from '../../lib/bundle/files/bundle-files';
import { readLimits } from '../../lib/bundle/files/read-options';

/** Sample bundles and the recorded findings of operator-framework's own validators, next to the checkout. They may be missing. */
const DATA = resolve(__dirname, '..', '..', '..', 'shared', 'data');
const VERDICTS = join(DATA, 'verdicts');

/** A finding of an upstream validator. */
export interface UpstreamFinding {
  /** `Error` or `Warning`; `panic` if the validator crashed, which is not a verdict. */
  readonly level?: string;
  readonly type?: string;
  readonly field?: string;
  readonly value?: string;
  readonly detail: string;
}

/** Findings of upstream's validators for a bundle. */
export interface UpstreamVerdict {
  /** Why operator-sdk could not load the bundle, so that only format and content were checked. */
  readonly load?: string;

  /** Findings by suite. Suites without findings are omitted. */
  readonly findings?: { readonly [suite: string]: readonly UpstreamFinding[] };
}

/** A bundle with its verdict. */
export interface Sample {
  /** Name of a real bundle, or number of a mutant. */
  readonly id: string;

  /** Description of the change, or an empty string for a real bundle. */
  readonly mutation: string;

  readonly verdict: UpstreamVerdict;

  /** Reads the bundle. */
  readonly files: () => BundleFiles;
}

/** Returns the real bundles and their mutants, or empty lists if the data is missing. */
export function samples(): { readonly real: readonly Sample[]; readonly mutants: readonly Sample[] } {
  const bases = new Map<string, BundleFiles>();
  const base = (name: string): BundleFiles => {
    const files = bases.get(name) ?? readArchive(join(DATA, 'bundles', `${name}.tar.gz`), readLimits());
    bases.set(name, files);
    return files;
  };
  const real = lines<UpstreamVerdict & { readonly bundle: string }>('validation.jsonl.gz').map((verdict) => ({
    id: verdict.bundle,
    mutation: '',
    verdict,
    files: () => base(verdict.bundle),
  }));
  const mutants = lines<Mutant>('mutants.jsonl.gz').map((mutant) => ({
    id: mutant.id,
    mutation: mutant.mutation,
    verdict: mutant.validation,
    files: () => changed(base(mutant.base), mutant),
  }));
  return { real, mutants };
}

/** A bundle created from a sample by changing some files. Null removes a file. */
interface Mutant {
  readonly id: string;
  readonly base: string;
  readonly mutation: string;
  readonly files: { readonly [path: string]: string | null };
  readonly validation: UpstreamVerdict;
}

/** Returns the lines of a recording, or an empty list if it is missing. */
export function lines<Line>(file: string): Line[] {
  const path = join(VERDICTS, file);
  return existsSync(path) ? gunzipSync(readFileSync(path)).toString().trim().split('\n').map((line) => JSON.parse(line) as Line) : [];
}

function changed(base: BundleFiles, { files }: Mutant): BundleFiles {
  const contents = new Map(base.files);
  for (const [path, content] of Object.entries(files)) {
    if (content === null) {
      contents.delete(path);
    } else {
      contents.set(path, Buffer.from(content));
    }
  }
  const paths = [...contents.keys()].sort(compareUtf8);
  return {
    files: new Map(paths.filter((path) => path.split('/').length === 2).map((path) => [path, contents.get(path)!])),
    folders: new Set(paths.flatMap((path) => path.split('/').slice(0, -1).map((_, index, steps) => steps.slice(0, index + 1).join('/')))),
    nested: paths.filter((path) => path.split('/').length > 2),
  };
}

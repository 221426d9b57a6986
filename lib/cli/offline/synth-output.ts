import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { SynthApp } from './synth-app';
import type { BundleDeployment } from '../../constructs/bundle-deployment';

/** A written file, with the kinds of its objects. */
export interface WrittenFile {
  readonly name: string;
  readonly content: string;
  readonly kinds: readonly string[];
}

/** Result of a synthesis. */
export interface Written {
  readonly files: readonly WrittenFile[];
  readonly operators: readonly BundleDeployment[];
}

/**
 * Synthesizes an app into a folder. A synthesis that fails leaves no files: they are written beside the folder and moved on success.
 *
 * @param keep whether to keep the files in the folder; otherwise only their content is returned
 */
export function synthesizeInto(folder: string, keep: boolean, build: (outdir: string) => SynthApp): Written {
  const target = resolve(folder);
  mkdirSync(dirname(target), { recursive: true });
  const temporary = mkdtempSync(join(dirname(target), '.synth-'));
  try {
    const { app, operators } = build(temporary);
    app.synth();
    const files = readdirSync(temporary).sort().map((name) => {
      const content = readFileSync(join(temporary, name), 'utf8');
      return { name, content, kinds: kindsIn(content) };
    });
    if (keep) {
      mkdirSync(target, { recursive: true });
      files.forEach(({ name }) => renameSync(join(temporary, name), join(target, name)));
    }
    return { operators, files };
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/** Returns the kinds of the objects in a file, in the order in which they are applied. */
function kindsIn(yaml: string): string[] {
  return [...yaml.matchAll(/^kind: (.+)$/gm)].map((match) => match[1] ?? '');
}

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { App } from 'cdk8s';
import { BundleDeployment } from 'olm-constructs';

/** A file that was written, with the kinds of the objects in it. */
export interface WrittenFile {
  readonly name: string;
  readonly kinds: readonly string[];
}

/** What a synthesis gave. */
export interface Written {
  readonly files: readonly WrittenFile[];
  readonly operator: BundleDeployment;
}

/**
 * Synthesizes an app into a folder so that its files are either all there or none is: they are made beside the folder
 * and moved in when the synthesis is through.
 */
export function synthesizeInto(folder: string, build: (outdir: string) => { app: App; operator: BundleDeployment }): Written {
  const target = resolve(folder);
  mkdirSync(dirname(target), { recursive: true });
  const workshop = mkdtempSync(join(dirname(target), '.synth-'));
  try {
    const { app, operator } = build(workshop);
    app.synth();
    const names = readdirSync(workshop).sort();
    mkdirSync(target, { recursive: true });
    for (const name of names) {
      renameSync(join(workshop, name), join(target, name));
    }
    return { operator, files: names.map(name => ({ name, kinds: kindsIn(readFileSync(join(target, name), 'utf8')) })) };
  } finally {
    rmSync(workshop, { recursive: true });
  }
}

/** The kinds of the objects in a file, in the order in which they are applied. */
function kindsIn(yaml: string): string[] {
  return [...yaml.matchAll(/^kind: (.+)$/gm)].map(match => match[1] ?? '');
}

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { App } from 'cdk8s';
import { BundleDeployment } from 'olm-constructs';

/** A written file, with the kinds of its objects. */
export interface WrittenFile {
  readonly name: string;
  readonly kinds: readonly string[];
}

/** Result of a synthesis. */
export interface Written {
  readonly files: readonly WrittenFile[];
  readonly operator: BundleDeployment;
}

/** Synthesizes an app into a folder. A synthesis that fails leaves no files: they are written next to the folder and moved on success. */
export function synthesizeInto(folder: string, build: (outdir: string) => { app: App; operator: BundleDeployment }): Written {
  const target = resolve(folder);
  mkdirSync(dirname(target), { recursive: true });
  const temporary = mkdtempSync(join(dirname(target), '.synth-'));
  try {
    const { app, operator } = build(temporary);
    app.synth();
    const names = readdirSync(temporary).sort();
    mkdirSync(target, { recursive: true });
    for (const name of names) {
      renameSync(join(temporary, name), join(target, name));
    }
    return { operator, files: names.map(name => ({ name, kinds: kindsIn(readFileSync(join(target, name), 'utf8')) })) };
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/** Returns the kinds of the objects in a file, in the order in which they are applied. */
function kindsIn(yaml: string): string[] {
  return [...yaml.matchAll(/^kind: (.+)$/gm)].map(match => match[1] ?? '');
}

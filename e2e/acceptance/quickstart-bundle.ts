import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { Bundle } from 'olm-constructs';

/** The bundle folder of the quickstart. */
export const QUICKSTART_BUNDLE = path.resolve(__dirname, '../../examples/quickstart/bundle');

/** The bundle that follows it. */
export const NEXT_BUNDLE = path.resolve(__dirname, '../../examples/bundle-upgrade/bundle-0.2.0');

/** What a renamed bundle is made of, and what else changes in it. */
export interface RenamedBundleOptions {
  /**
   * The folder of the bundle to rename.
   *
   * @default - that of the quickstart's bundle
   */
  readonly source?: string;

  /**
   * Texts that take the place of others in all files.
   *
   * @default - none
   */
  readonly texts?: Readonly<Record<string, string>>;
}

/** The bundle of the quickstart under another name, with an API group of its own, so that both can be installed in one cluster. */
export function renamedBundle(name: string, folder: string, { source = QUICKSTART_BUNDLE, texts = {} }: RenamedBundleOptions = {}): Bundle {
  for (const part of ['manifests', 'metadata']) {
    mkdirSync(path.join(folder, part), { recursive: true });
    for (const file of readdirSync(path.join(source, part))) {
      const text = readFileSync(path.join(source, part, file), 'utf8');
      writeFileSync(path.join(folder, part, file), Object.entries(texts).reduce((all, [from, to]) => all.replaceAll(from, to), text.replaceAll('hello', name)));
    }
  }
  return Bundle.fromDirectory(folder);
}

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { Bundle } from 'olm-constructs/bundle';

/** Bundle folder of the quickstart. */
export const QUICKSTART_BUNDLE = path.resolve(__dirname, '../../examples/quickstart/bundle');

/** The next version of that bundle. */
export const NEXT_BUNDLE = path.resolve(__dirname, '../../examples/bundle-upgrade/bundle-0.2.0');

/** Source of a renamed bundle, and further changes to it. */
export interface RenamedBundleOptions {
  /**
   * Folder of the bundle to rename.
   *
   * @default - the bundle of the quickstart
   */
  readonly source?: string;

  /**
   * Strings to replace in all files.
   *
   * @default - none
   */
  readonly replacements?: Readonly<Record<string, string>>;
}

/** The quickstart's bundle under another name and with its own API group, so that both can be installed in one cluster. */
export function renamedBundle(name: string, folder: string, { source = QUICKSTART_BUNDLE, replacements = {} }: RenamedBundleOptions = {}): Bundle {
  for (const part of ['manifests', 'metadata']) {
    mkdirSync(path.join(folder, part), { recursive: true });
    for (const file of readdirSync(path.join(source, part))) {
      const content = readFileSync(path.join(source, part, file), 'utf8');
      writeFileSync(path.join(folder, part, file), Object.entries(replacements).reduce((all, [from, to]) => all.replaceAll(from, to), content.replaceAll('hello', name)));
    }
  }
  return Bundle.fromDirectory(folder);
}

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { Bundle } from 'olm-constructs';

/** The bundle folder of the quickstart. */
export const QUICKSTART_BUNDLE = path.resolve(__dirname, '../../examples/quickstart/bundle');

/** The bundle of the quickstart under another name, with an API group of its own, so that both can be installed in one cluster. */
export function renamedBundle(name: string, folder: string): Bundle {
  for (const part of ['manifests', 'metadata']) {
    mkdirSync(path.join(folder, part), { recursive: true });
    for (const file of readdirSync(path.join(QUICKSTART_BUNDLE, part))) {
      const text = readFileSync(path.join(QUICKSTART_BUNDLE, part, file), 'utf8');
      writeFileSync(path.join(folder, part, file), text.replaceAll('hello', name));
    }
  }
  return Bundle.fromDirectory(folder);
}

import { posix } from 'node:path';
import { Bundle } from '../../bundle/bundle';
import { toYaml } from '../../yaml/write';

/**
 * Returns the files of a bundle as RukPak reads them: a file for each object, as compact JSON, and the annotations. Properties and dependencies are
 * omitted, because RukPak does not evaluate them.
 */
export function bundleFiles(bundle: Bundle): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const manifest of bundle.manifests) {
    files.set(freePath(files, posix.parse(manifest.file).name), Buffer.from(manifest.toJson()));
  }
  return files.set('metadata/annotations.yaml', Buffer.from(toYaml({ annotations: bundle.annotations })));
}

/** Returns the path of the next object of a file; several objects may come from one file. */
function freePath(files: ReadonlyMap<string, Uint8Array>, name: string): string {
  const path = (number: number): string => `manifests/${name}${number === 1 ? '' : `-${number}`}.json`;
  let number = 1;
  while (files.has(path(number))) {
    number++;
  }
  return path(number);
}

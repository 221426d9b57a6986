import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Bundle } from '../../bundle/bundle';
import { parseImageReference } from '../../bundle/oci/image-reference';
import { PlainBundle } from '../../bundle/plain-bundle';
import { Catalog } from '../../catalog/catalog';
import { printableMessage } from '../../text/printable';

/** Returns the bundle at a path, relative to the program, or in an image. */
export function bundleAt(argument: string, source: string): Promise<Bundle> {
  return kindOf(argument, source) === 'image' ? Bundle.fetch(source) : Promise.resolve(Bundle.fromPath(source));
}

/** Returns the bundle in the format plain+v0 or helm+v3 in a folder, relative to the program. */
export function plainBundleAt(argument: string, source: string): Promise<PlainBundle> {
  if (kindOf(argument, source) === 'image') {
    throw new Error(printableMessage(`${argument}: a bundle in the format plain+v0 or helm+v3 must be a folder, got the image '${source}'`));
  }
  return Promise.resolve(PlainBundle.fromDirectory(source));
}

/** Returns the catalog in a file or folder, relative to the program, or in an image. */
export function catalogAt(argument: string, source: string): Promise<Catalog> {
  const kind = kindOf(argument, source);
  return kind === 'image' ? Catalog.fetch(source) : Promise.resolve(kind === 'folder' ? Catalog.fromDirectory(source) : Catalog.fromFile(source));
}

/**
 * Returns what a string refers to: what exists at that path, or else an image.
 *
 * @throws Error if it is neither
 */
function kindOf(argument: string, source: string): 'file' | 'folder' | 'image' {
  const found = statSync(source, { throwIfNoEntry: false });
  if (found !== undefined) {
    return found.isDirectory() ? 'folder' : 'file';
  }
  const isPath = /^\.{0,2}\//.test(source) || source.startsWith('~');
  if (!isPath && parseImageReference(source)?.domain !== undefined) {
    return 'image';
  }
  throw new Error(printableMessage(`${argument}: '${source}' does not exist: there is no ${resolve(source)}, and it is not an image with its registry, such as `
    + 'quay.io/org/bundle:v1.0.0; paths are relative to the folder of the Pulumi program'));
}

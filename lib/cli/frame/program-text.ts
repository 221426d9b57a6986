import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { goText } from '../../formats/json/utf8-text';
import type { ProgramText } from './run';

/**
 * Returns the texts that the program prints about itself.
 *
 * @param name the program as it is typed
 */
export function programText(name: 'olm-constructs' | 'kubectl olm' = 'olm-constructs'): ProgramText {
  return {
    name,
    description: 'Operators and the Operator Lifecycle Manager: inspects and changes clusters, and works with bundles and catalogs without a cluster.',
    version: packageVersion(),
    groups: {
      bundle: 'make bundles of the manifests of an operator, and push their images',
      list: 'list operators, their operands, and catalogs of a cluster',
      catalog: 'render, validate, change and push catalogs, and add one to a cluster',
      tree: 'write and compare trees of rendered manifests',
    },
  };
}

/** Set if the whole program is a single file without a package.json beside it. */
declare const OLM_CONSTRUCTS_VERSION: string | undefined;

/** Returns the version of the package. */
export function packageVersion(): string {
  return typeof OLM_CONSTRUCTS_VERSION === 'string' ? OLM_CONSTRUCTS_VERSION : versionIn(dirname(__dirname));
}

/** Returns the version in the package.json of a folder or of the nearest folder above it. */
function versionIn(folder: string): string {
  try {
    const { version } = JSON.parse(goText(readFileSync(join(folder, 'package.json')))) as { readonly version?: string };
    return version ?? 'unknown';
  } catch {
    return dirname(folder) === folder ? 'unknown' : versionIn(dirname(folder));
  }
}

import { Catalog } from '../../lib/catalog/catalog';
import { CatalogError } from '../../lib/catalog/declcfg/catalog-error';
import type { CatalogProblem } from '../../lib/catalog/declcfg/catalog-problem';

/** A blob that tests change. */
export interface SampleBlob {
  [field: string]: unknown;
}

/** Returns the blobs of a small catalog that opm accepts: a package with two channels and three bundles. */
export function validBlobs(): SampleBlob[] {
  return [
    { schema: 'olm.package', name: 'demo', defaultChannel: 'stable', description: 'Shows things' },
    {
      schema: 'olm.channel',
      name: 'stable',
      package: 'demo',
      entries: [
        { name: 'demo.v1.0.0' }, { name: 'demo.v1.1.0', replaces: 'demo.v1.0.0' },
        { name: 'demo.v1.2.0', replaces: 'demo.v1.1.0', skips: ['demo.v1.1.1'], skipRange: '<1.2.0' },
      ],
    },
    { schema: 'olm.channel', name: 'old', package: 'demo', entries: [{ name: 'demo.v1.0.0' }] },
    bundleBlob('1.0.0'), bundleBlob('1.1.0'), bundleBlob('1.2.0'),
  ];
}

/** Returns the blob of a bundle with an image. */
export function bundleBlob(version: string, more: SampleBlob = {}): SampleBlob {
  return {
    schema: 'olm.bundle', name: `demo.v${version}`, package: 'demo', image: `example.test/demo:v${version.replace('+', '-')}`,
    properties: [{ type: 'olm.package', value: { packageName: 'demo', version } }],
    ...more,
  };
}

/** Returns blobs as JSON, one per line. */
export function jsonOf(blobs: readonly SampleBlob[]): string {
  return blobs.map((blob) => `${JSON.stringify(blob)}\n`).join('');
}

/** Returns the problems of a catalog, or an empty list if it is valid. */
export function problemsOf(content: string): readonly CatalogProblem[] {
  return errorOf(() => Catalog.fromString(content))?.problems ?? [];
}

/** Returns the error of reading a catalog, or undefined if there is none. */
export function errorOf(read: () => Catalog): CatalogError | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof CatalogError) {
      return error;
    }
    throw error;
  }
}

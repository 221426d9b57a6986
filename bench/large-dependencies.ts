import { LARGE, largeCatalogLines } from '../test/catalog/large-catalog';

/** Returns a catalog of 7,000 bundles, two thirds of which require an API, and a third a package, of other operators. */
export function largeCatalogWithDependencies(): string {
  return [...largeCatalogLines(LARGE)].map(line => `${JSON.stringify(withDependencies(JSON.parse(line) as Blob))}\n`).join('');
}

interface Blob {
  readonly schema: string;
  readonly package?: string;
  readonly properties?: readonly object[];
}

/** Operators whose number modulo 3 is 2 require nothing. */
function withDependencies(blob: Blob): Blob {
  if (blob.schema !== 'olm.bundle') {
    return blob;
  }
  const number = Number(blob.package!.slice('operator-'.length));
  const other = (number * 7) % LARGE.packages;
  const provider = other - other % 3 + 2;
  return {
    ...blob,
    properties: [
      ...blob.properties!,
      ...number % 3 === 2 ? [] : [{ type: 'olm.gvk.required', value: { group: `operator-${provider}.example.test`, kind: 'Cluster', version: 'v1' } }],
      ...number % 3 === 0 ? [{ type: 'olm.package.required', value: { packageName: `operator-${number + 1}`, versionRange: '>=0.5.0' } }] : [],
    ],
  };
}

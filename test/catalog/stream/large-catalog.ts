import { closeSync, openSync, writeSync } from 'node:fs';

/** Size of a generated catalog. */
export interface LargeCatalog {
  readonly packages: number;
  readonly bundlesPerPackage: number;
  /** Approximate size of each bundle, in bytes. */
  readonly bundleBytes: number;
}

/**
 * Writes a generated catalog as `opm render` prints it, without holding it in memory: packages with two channels, and bundles with manifests
 * in base64 and the metadata that consoles show. Equal sizes result in equal files.
 */
export function writeLargeCatalog(path: string, { packages, bundlesPerPackage, bundleBytes }: LargeCatalog): void {
  const file = openSync(path, 'w');
  try {
    for (let number = 0; number < packages; number++) {
      for (const blob of packageBlobs(`operator-${String(number).padStart(4, '0')}`, bundlesPerPackage, bundleBytes)) {
        writeSync(file, `${JSON.stringify(blob, undefined, 4)}\n`);
      }
    }
  } finally {
    closeSync(file);
  }
}

function* packageBlobs(name: string, count: number, bytes: number): Generator<object> {
  const bundle = (index: number): string => `${name}.v1.${index}.0`;
  const indexes = Array.from({ length: count }, (_, index) => index);
  const entries = indexes.map((index) => ({ name: bundle(index), ...(index === 0 ? {} : { replaces: bundle(index - 1), skipRange: `<1.${index}.0` }) }));
  yield { schema: 'olm.package', name, defaultChannel: 'stable', icon: { base64data: 'aWNvbg==', mediatype: 'image/png' } };
  yield { schema: 'olm.channel', name: 'stable', package: name, entries };
  yield { schema: 'olm.channel', name: 'fast', package: name, entries: entries.slice(-3) };
  for (const index of indexes) {
    yield bundleBlob(name, bundle(index), `1.${index}.0`, bytes);
  }
}

/** Two thirds of a bundle are base64, one third is a string with quotes and line breaks, as in real bundles. */
function bundleBlob(packageName: string, name: string, version: string, bytes: number): object {
  const manifest = JSON.stringify({ kind: 'ConfigMap', metadata: { name }, data: { text: `${name} `.repeat(Math.ceil(bytes / 6 / name.length)) } });
  const data = Buffer.from(manifest).toString('base64');
  const description = `# ${name}\n\nThis "operator" runs \\ things.\n`.repeat(Math.ceil(bytes / 3 / 60));
  return {
    schema: 'olm.bundle',
    name,
    package: packageName,
    image: `example.com/${packageName}@sha256:${'0'.repeat(64)}`,
    properties: [
      { type: 'olm.gvk', value: { group: `${packageName}.example.com`, kind: 'Thing', version: 'v1' } },
      { type: 'olm.package', value: { packageName, version } },
      { type: 'olm.bundle.object', value: { data } },
      { type: 'olm.bundle.object', value: { data } },
      { type: 'olm.csv.metadata', value: { displayName: name, description, annotations: { capabilities: 'Full Lifecycle' } } },
    ],
    relatedImages: [{ name: 'operator', image: `example.com/${packageName}-controller:v${version}` }],
  };
}

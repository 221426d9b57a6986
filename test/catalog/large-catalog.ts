import { createHash } from 'node:crypto';

/** Size of a generated catalog. */
export interface LargeCatalogSize {
  readonly packages: number;
  readonly bundles: number;
}

/** As large as the largest public catalogs. */
export const LARGE: LargeCatalogSize = { packages: 300, bundles: 7000 };

/** Returns the lines of a generated catalog of bundle images, with about 9 KB per bundle, as in real catalogs. */
export function* largeCatalogLines({ packages, bundles }: LargeCatalogSize): Generator<string> {
  for (let index = 0; index < packages; index++) {
    const first = Math.floor((index * bundles) / packages);
    const count = Math.floor(((index + 1) * bundles) / packages) - first;
    for (const blob of packageBlobs(`operator-${index}`, count)) {
      yield `${JSON.stringify(blob)}\n`;
    }
  }
}

function packageBlobs(name: string, count: number): object[] {
  const versions = Array.from({ length: count }, (_, index) => `${Math.floor(index / 10)}.${index % 10}.0`);
  return [
    { schema: 'olm.package', name, defaultChannel: 'stable', description: words(60, name.length) },
    channel(name, 'candidate', versions),
    channel(name, 'stable', versions),
    ...versions.map((version, index) => bundle(name, version, index)),
  ];
}

function channel(name: string, channelName: string, versions: readonly string[]): object {
  return {
    schema: 'olm.channel',
    name: channelName,
    package: name,
    entries: versions.map((version, index) => ({
      name: `${name}.v${version}`,
      ...(index === 0 ? {} : { replaces: `${name}.v${versions[index - 1]!}`, skipRange: `<${version}` }),
    })),
  };
}

function bundle(name: string, version: string, seed: number): object {
  const kinds = ['Cluster', 'Backup', 'Restore', 'User'];
  return {
    schema: 'olm.bundle',
    name: `${name}.v${version}`,
    package: name,
    image: `quay.io/example/${name}@sha256:${digest(name, version, 0)}`,
    properties: [
      ...kinds.map((kind) => ({ type: 'olm.gvk', value: { group: `${name}.example.test`, kind, version: 'v1' } })),
      { type: 'olm.package', value: { packageName: name, version } },
      { type: 'olm.csv.metadata', value: csvMetadata(name, kinds, seed) },
    ],
    relatedImages: Array.from({ length: 8 }, (_, index) => ({ name: `image-${index}`, image: `quay.io/example/${name}@sha256:${digest(name, version, index)}` })),
  };
}

function csvMetadata(name: string, kinds: readonly string[], seed: number): object {
  return {
    annotations: { 'alm-examples': JSON.stringify(kinds.map((kind) => ({ kind, spec: { text: words(30, seed) } }))), 'capabilities': 'Full Lifecycle' },
    crdDescriptions: {
      owned: kinds.map((kind) => ({
        name: `${kind.toLowerCase()}s.${name}.example.test`,
        version: 'v1',
        kind,
        description: words(20, seed),
        specDescriptors: Array.from({ length: 6 }, (_, index) => ({ path: `spec.field${index}`, displayName: words(3, index), description: words(8, index) })),
      })),
    },
    description: words(300, seed),
    displayName: name,
    installModes: [{ type: 'AllNamespaces', supported: true }, { type: 'OwnNamespace', supported: seed % 2 === 0 }],
    provider: { name: 'Example' },
  };
}

const WORDS = ['the', 'operator', 'keeps', 'clusters', 'in', 'shape', 'while', 'their', 'owners', 'sleep', 'backups', 'run', 'every', 'night'];

/** Strings by length and seed; most bundles share them. */
const texts = new Map<string, string>();

function words(count: number, seed: number): string {
  const key = `${count} ${seed}`;
  const text = texts.get(key) ?? Array.from({ length: count }, (_, index) => WORDS[(index * (seed % 7 + 3) + seed) % WORDS.length]!).join(' ');
  texts.set(key, text);
  return text;
}

/** Returns a deterministic digest. */
function digest(...seeds: readonly (string | number)[]): string {
  return createHash('sha256').update(seeds.join('/')).digest('hex');
}

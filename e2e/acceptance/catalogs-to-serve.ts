import { createHash } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import * as path from 'node:path';
import { Bundle, Catalog, OperatorRegistryProps, SlimLevel } from 'olm-constructs';
import { NEXT_BUNDLE, QUICKSTART_BUNDLE } from './quickstart-bundle';
import { sampleBundles } from './sample-bundles';
import { DEFAULT_MAX_PART_BYTES, packCatalog } from '../../lib/bundle/catalog/pack';
import { writeLargeCatalog } from '../../test/bundle/catalog/stream/large-catalog';

/** A registry of one size class. */
export interface CatalogToServe {
  readonly title: string;
  /** How large the packed catalog is: at least so many bytes, and at most so many. */
  readonly packedBytes: readonly [least: number, most: number];
  /**
   * What the registry serves.
   *
   * @param folder for files that it takes to make it
   */
  readonly content: (folder: string) => OperatorRegistryProps;
}

const PART = DEFAULT_MAX_PART_BYTES;
const MEGABYTE = 1_000_000;

/** How near to the size of a part a catalog comes that just fits, or just does not. */
const NEAR_BYTES = 64;

/** Bundles that no later one of their channel follows: opm, and so we, refuse a channel with two heads. */
const LEFT_BEHIND = ['dns-operator@0.2.0', 'limitador-operator@0.10.0'];

/** Letters that gzip can make nothing of but for base64 itself, the same ones each time. */
function letters(count: number): string {
  const blocks = Array.from({ length: Math.ceil(count / 44) }, (_, index) => createHash('sha256').update(String(index)).digest('base64'));
  return blocks.join('').slice(0, count);
}

/** A catalog with a bundle by image, and a description of the package of so many letters. */
function catalogWithDescription(count: number): Catalog {
  const documents = [
    { schema: 'olm.package', name: 'filled', defaultChannel: 'stable', description: letters(count) },
    { schema: 'olm.channel', name: 'stable', package: 'filled', entries: [{ name: 'filled.v1.0.0' }] },
    {
      schema: 'olm.bundle',
      name: 'filled.v1.0.0',
      package: 'filled',
      image: `registry.example.com/filled-bundle@sha256:${'0'.repeat(64)}`,
      properties: [{ type: 'olm.package', value: { packageName: 'filled', version: '1.0.0' } }],
    },
  ];
  return Catalog.fromText(documents.map(document => JSON.stringify(document)).join('\n'));
}

/** With how many letters a catalog still fits into one part; with one letter more it does not. */
function lettersInOnePart(): number {
  let fits = 0;
  let tooMany = 2 * PART;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (packCatalog(catalogWithDescription(middle)).packedBytes <= PART) {
      fits = middle;
    } else {
      tooMany = middle;
    }
  }
  return fits;
}

/** A part of a catalog of 2,400 bundles, which is not held: heads, a range of versions, and bundles with a gap in between. */
export function partOfLargeCatalog(folder: string): Catalog {
  const file = path.join(folder, 'large-catalog.json');
  writeLargeCatalog(file, { packages: 120, bundlesPerPackage: 20, bundleBytes: 20_000 });
  const { catalog } = Catalog.selectFromFile(file, {
    packages: [
      { name: 'operator-0007', headsOnly: true },
      { name: 'operator-0042', channels: [{ name: 'stable', versionRange: '>=1.5.0 <1.12.0' }, { name: 'fast' }] },
      { name: 'operator-0099', bundles: ['operator-0099.v1.3.0', 'operator-0099.v1.19.0'] },
    ],
  });
  rmSync(file);
  return catalog;
}

/** Bundles as a catalog refers to them whose bundles are images. */
function catalogOfImages(bundles: Bundle[]): Catalog {
  const image = ({ package: name }: Bundle, index: number): string => `registry.example.com/${name}-bundle@sha256:${String(index).padStart(64, '0')}`;
  return Catalog.fromBundles(bundles, { images: Object.fromEntries(bundles.map((bundle, index) => [bundle.name, image(bundle, index)])) });
}

/** Registries of every size class. Those of bundles of real operators are among them where such bundles are there. */
export function catalogsToServe(): CatalogToServe[] {
  const samples = sampleBundles().filter(([name]) => !LEFT_BEHIND.includes(name));
  const [[largestName, largest] = ['', '']] = [...samples].sort(([, left], [, right]) => statSync(right).size - statSync(left).size);
  const readSamples = (): Bundle[] => samples.map(([, archive]) => Bundle.fromArchive(archive));
  const slim = SlimLevel.ICON_AND_EXAMPLES;
  return [
    { title: 'a tiny catalog', packedBytes: [1, 300], content: () => ({ catalog: catalogWithDescription(1) }) },
    { title: 'the quickstart', packedBytes: [1000, 10_000], content: () => ({ bundles: [Bundle.fromDirectory(QUICKSTART_BUNDLE)] }) },
    {
      title: 'two bundles by image', packedBytes: [300, 3000],
      content: () => ({ catalog: catalogOfImages([Bundle.fromDirectory(QUICKSTART_BUNDLE), Bundle.fromDirectory(NEXT_BUNDLE)]) }),
    },
    {
      title: 'a catalog that just fits into one ConfigMap', packedBytes: [PART - NEAR_BYTES, PART],
      content: () => ({ catalog: catalogWithDescription(lettersInOnePart()) }),
    },
    {
      title: 'a catalog that just does not fit into one ConfigMap', packedBytes: [PART + 1, PART + NEAR_BYTES],
      content: () => ({ catalog: catalogWithDescription(lettersInOnePart() + 1) }),
    },
    { title: 'a catalog of many ConfigMaps', packedBytes: [20 * PART, 30 * PART], content: () => ({ catalog: catalogWithDescription(4 * MEGABYTE) }) },
    { title: 'a part of a large catalog', packedBytes: [1000, PART], content: folder => ({ catalog: partOfLargeCatalog(folder) }) },
    ...samples.length === 0 ? [] : [
      {
        title: `the largest bundle, ${largestName}, slimmed`, packedBytes: [PART / 4, 4 * PART] as const,
        content: () => ({ bundles: [Bundle.fromArchive(largest)], slim }),
      },
      {
        title: `${String(samples.length)} bundles of real operators`, packedBytes: [20 * PART, 30 * PART] as const,
        content: () => ({ bundles: readSamples(), slim }),
      },
      {
        title: `${String(samples.length)} bundles of real operators by image`, packedBytes: [PART / 8, 4 * PART] as const,
        content: () => ({ catalog: catalogOfImages(readSamples()) }),
      },
    ],
  ];
}

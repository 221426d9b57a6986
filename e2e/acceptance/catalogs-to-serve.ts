import { createHash } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import * as path from 'node:path';
import { OperatorRegistryProps } from 'olm-constructs';
import { Bundle, SlimLevel } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { DEFAULT_MAX_PART_BYTES, packCatalog } from '../../lib/catalog/pack';
import { writeLargeCatalog } from '../../test/catalog/stream/large-catalog';
import { NEXT_BUNDLE, QUICKSTART_BUNDLE } from './quickstart-bundle';
import { sampleBundles } from './sample-bundles';

/** A registry of one size class. */
export interface CatalogToServe {
  readonly title: string;
  /** Minimum and maximum size of the packed catalog, in bytes. */
  readonly packedBytes: readonly [least: number, most: number];
  /**
   * Returns what the registry serves.
   *
   * @param folder folder for intermediate files
   */
  readonly content: (folder: string) => OperatorRegistryProps;
}

const PART = DEFAULT_MAX_PART_BYTES;
const MEGABYTE = 1_000_000;

/** Maximum distance to the size of a part for a catalog that just fits, or just does not. */
const NEAR_BYTES = 64;

/** Bundles without a successor in their channel: opm, and so this library, rejects a channel with two heads. */
const LEFT_BEHIND = ['dns-operator@0.2.0', 'limitador-operator@0.10.0'];

/** Returns a deterministic string that gzip cannot compress beyond base64. */
function incompressible(count: number): string {
  const blocks = Array.from({ length: Math.ceil(count / 44) }, (_, index) => createHash('sha256').update(String(index)).digest('base64'));
  return blocks.join('').slice(0, count);
}

/** A catalog with a bundle by image, and a package description with a given number of characters. */
function catalogWithDescription(count: number): Catalog {
  const documents = [
    { schema: 'olm.package', name: 'filled', defaultChannel: 'stable', description: incompressible(count) },
    { schema: 'olm.channel', name: 'stable', package: 'filled', entries: [{ name: 'filled.v1.0.0' }] },
    {
      schema: 'olm.bundle',
      name: 'filled.v1.0.0',
      package: 'filled',
      image: `registry.example.com/filled-bundle@sha256:${'0'.repeat(64)}`,
      properties: [{ type: 'olm.package', value: { packageName: 'filled', version: '1.0.0' } }],
    },
  ];
  return Catalog.fromString(documents.map(document => JSON.stringify(document)).join('\n'));
}

/** Returns the number of characters with which a catalog still fits into one part. */
function charactersInOnePart(): number {
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

/** Part of a catalog of 2,400 bundles that is never held in memory: heads, a version range, and bundles with a gap in between. */
export function partOfLargeCatalog(folder: string): Catalog {
  const file = path.join(folder, 'large-catalog.json');
  writeLargeCatalog(file, { packages: 120, bundlesPerPackage: 20, bundleBytes: 20_000 });
  const { catalog } = Catalog.filterFile(file, {
    packages: [
      { name: 'operator-0007', headsOnly: true },
      { name: 'operator-0042', channels: [{ name: 'stable', versionRange: '>=1.5.0 <1.12.0' }, { name: 'fast' }] },
      { name: 'operator-0099', bundles: ['operator-0099.v1.3.0', 'operator-0099.v1.19.0'] },
    ],
  });
  rmSync(file);
  return catalog;
}

/** A catalog that refers to bundles by image. */
function catalogOfImages(bundles: Bundle[]): Catalog {
  const image = ({ packageName: name }: Bundle, index: number): string => `registry.example.com/${name}-bundle@sha256:${String(index).padStart(64, '0')}`;
  return Catalog.fromBundles(bundles, { images: Object.fromEntries(bundles.map((bundle, index) => [bundle.name, image(bundle, index)])) });
}

/** Registries of every size class. */
export function catalogsToServe(): CatalogToServe[] {
  return [
    { title: 'a tiny catalog', packedBytes: [1, 300], content: () => ({ catalog: catalogWithDescription(1) }) },
    { title: 'the quickstart', packedBytes: [1000, 10_000], content: () => ({ bundles: [Bundle.fromDirectory(QUICKSTART_BUNDLE)] }) },
    {
      title: 'two bundles by image', packedBytes: [300, 3000],
      content: () => ({ catalog: catalogOfImages([Bundle.fromDirectory(QUICKSTART_BUNDLE), Bundle.fromDirectory(NEXT_BUNDLE)]) }),
    },
    {
      title: 'a catalog that just fits into one ConfigMap', packedBytes: [PART - NEAR_BYTES, PART],
      content: () => ({ catalog: catalogWithDescription(charactersInOnePart()) }),
    },
    {
      title: 'a catalog that just does not fit into one ConfigMap', packedBytes: [PART + 1, PART + NEAR_BYTES],
      content: () => ({ catalog: catalogWithDescription(charactersInOnePart() + 1) }),
    },
    { title: 'a catalog of many ConfigMaps', packedBytes: [20 * PART, 30 * PART], content: () => ({ catalog: catalogWithDescription(4 * MEGABYTE) }) },
    { title: 'a part of a large catalog', packedBytes: [1000, PART], content: folder => ({ catalog: partOfLargeCatalog(folder) }) },
  ];
}

/** Registries with the bundles of real operators, which may be missing. */
export function realCatalogsToServe(): CatalogToServe[] {
  const samples = (): Bundle[] => sampleBundles().filter(([name]) => !LEFT_BEHIND.includes(name)).map(([, archive]) => Bundle.fromArchive(archive));
  const largest = (): Bundle => {
    const [[, archive] = ['', '']] = sampleBundles().sort(([, left], [, right]) => statSync(right).size - statSync(left).size);
    return Bundle.fromArchive(archive);
  };
  const slim = SlimLevel.ICON_AND_EXAMPLES;
  return [
    { title: 'the largest bundle of a real operator, slimmed', packedBytes: [PART / 4, 4 * PART], content: () => ({ bundles: [largest()], slim }) },
    { title: 'the bundles of real operators', packedBytes: [20 * PART, 30 * PART], content: () => ({ bundles: samples(), slim }) },
    { title: 'the bundles of real operators by image', packedBytes: [PART / 8, 4 * PART], content: () => ({ catalog: catalogOfImages(samples()) }) },
  ];
}

import { LARGE, largeCatalogLines } from './large-catalog';
import { Catalog } from '../../lib/catalog/catalog';

describe('a catalog of 300 packages and 7,000 bundles', () => {
  const catalog = Catalog.fromString([...largeCatalogLines(LARGE)].join(''));

  it('is read completely', () => {
    expect(catalog.packages).toHaveLength(LARGE.packages);
    expect(catalog.bundles).toHaveLength(LARGE.bundles);
  });

  it('has an upgrade path to the head in every channel', () => {
    const ends = catalog.packages.map(({ defaultChannel, bundles }) => defaultChannel.pathToHead(bundles[0]!.name).at(-1)?.name);
    expect(ends).toEqual(catalog.packages.map(({ defaultChannel }) => defaultChannel.head.name));
  });

  it('is written as it was read', () => {
    const part = [...largeCatalogLines({ packages: 10, bundles: 100 })].join('');
    expect(Catalog.fromString(part).toJsonLines().length).toBe(part.length);
  });
});

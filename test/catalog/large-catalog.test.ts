import { LARGE, largeCatalogLines } from './large-catalog';
import { Catalog } from '../../../lib/bundle/catalog/catalog';

describe('a catalog of 300 packages and 7,000 bundles', () => {
  const catalog = Catalog.fromText([...largeCatalogLines(LARGE)].join(''));

  it('is read whole', () => {
    expect(catalog.packages).toHaveLength(LARGE.packages);
    expect(catalog.bundles).toHaveLength(LARGE.bundles);
  });

  it('has a way to the head in every channel', () => {
    const ends = catalog.packages.map(({ defaultChannel, bundles }) => defaultChannel.pathToHead(bundles[0]!.name).at(-1)?.name);
    expect(ends).toEqual(catalog.packages.map(({ defaultChannel }) => defaultChannel.head.name));
  });

  it('says, when a part of it is written, all that was read', () => {
    const part = [...largeCatalogLines({ packages: 10, bundles: 100 })].join('');
    expect(Catalog.fromText(part).toJsonLines().length).toBe(part.length);
  });
});

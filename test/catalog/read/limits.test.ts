import { catalogFetchLimits, catalogLayoutLimits, catalogReadLimits } from '../../../lib/catalog/read/read-options';

const MEBIBYTE = 1_048_576;
const OF_FILES = { maxFileBytes: 256 * MEBIBYTE, maxTotalBytes: 512 * MEBIBYTE, maxFiles: 100_000, maxYamlDepth: 500, maxYamlNodes: 20_000_000 };
/** An image contains more than its catalog, so its layers may be larger. */
const OF_IMAGES = { ...OF_FILES, maxTotalBytes: 3072 * MEBIBYTE };

describe('the limits for reading a catalog', () => {
  it('have defaults that are documented and allow the largest public catalogs', () => {
    expect(catalogReadLimits()).toEqual(OF_FILES);
  });

  it.each([
    ['a registry', catalogFetchLimits], ['an image layout', catalogLayoutLimits],
  ] as const)('apply to the image and the catalog in it, from %s', (_, limitsOf) => {
    const { maxFileBytes, maxTotalBytes, maxFiles } = OF_IMAGES;
    expect(limitsOf({})).toMatchObject({ catalog: OF_IMAGES, image: { maxFileBytes, maxTotalBytes, maxFiles } });
    const ofImage = { maxFileBytes: 5, maxTotalBytes: 6, maxFiles: 7 };
    const all = { ...ofImage, maxYamlDepth: 8, maxYamlNodes: 9 };
    expect(limitsOf(all)).toMatchObject({ catalog: all, image: ofImage });
  });

  it.each([0, -1, 1.5, NaN])('must be positive integers, not %p', (maxFiles) => {
    expect(() => catalogReadLimits({ maxFiles })).toThrow(/maxFiles/);
    expect(() => catalogFetchLimits({ maxFiles })).toThrow(/maxFiles/);
  });
});

import { catalogImageProblems, pulledImage } from '../../olm/settings/catalog-image';
import type { CatalogImage } from '../../olm/settings/catalog-image';

/**
 * Returns the reference that the image of a catalog is pulled by.
 *
 * @param path path of the component, for the error
 * @throws Error if the image is not a reference, or contradicts a setting
 */
export function checkedImage(path: string, image: CatalogImage): string {
  const problems = catalogImageProblems(image);
  if (problems.length > 0) {
    throw new Error(problems.map((problem) => `[${path}] ${problem}`).join('\n'));
  }
  return pulledImage(image);
}

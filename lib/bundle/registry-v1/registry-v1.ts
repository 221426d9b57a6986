import type { BundleContent } from '../bundle-content';
import { BundleError, BundleErrorCode } from '../bundle-error';
import { REGISTRY_V1 } from './annotations';
import type { BundleFiles } from './bundle-files';
import { MANIFESTS, METADATA } from './bundle-files';
import { checkCsv } from './csv-shape';
import { readManifests } from './manifests';
import { readMetadata } from './metadata';
import { Problems } from './problems';
import type { ReadLimits } from './read-options';

/**
 * Reads the files of a bundle of format registry+v1.
 *
 * @param source where the files came from, for messages
 * @param files the files
 * @param limits the limits
 * @throws BundleError with everything that is wrong
 */
export function readRegistryV1(source: string, files: BundleFiles, limits: ReadLimits): BundleContent {
  const problems = new Problems();
  for (const folder of [MANIFESTS, METADATA]) {
    if (!files.folders.has(folder)) {
      problems.add(BundleErrorCode.LAYOUT, `there is no folder ${folder}/; a bundle has ${MANIFESTS}/ and ${METADATA}/`);
    }
  }
  if (problems.list.length > 0) {
    throw new BundleError(source, problems.list);
  }
  const manifests = readManifests(files, limits, problems);
  checkCsv(manifests, problems);
  const metadata = readMetadata(files, limits, problems);
  if (problems.list.length > 0) {
    throw new BundleError(source, problems.list);
  }
  return { mediaType: REGISTRY_V1, manifests, ...metadata };
}

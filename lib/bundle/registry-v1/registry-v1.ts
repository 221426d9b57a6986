import { type BundleFiles, MANIFESTS, METADATA } from '../files/bundle-files';
import { Problems } from '../files/problems';
import type { ReadLimits } from '../files/read-options';
import type { BundleContent } from '../model/bundle-content';
import { BundleError, BundleErrorCode } from '../model/bundle-error';
import { REGISTRY_V1 } from './annotations';
import { checkCsv } from './csv-shape';
import { readManifests } from './manifests';
import { readMetadata } from './metadata';

/**
 * Reads the files of a bundle in the registry+v1 format.
 *
 * @param source source of the files, for messages
 * @param files files
 * @param limits limits
 * @throws BundleError with all problems
 */
export function readRegistryV1(source: string, files: BundleFiles, limits: ReadLimits): BundleContent {
  const problems = new Problems(limits.accept);
  for (const folder of [MANIFESTS, METADATA]) {
    if (!files.folders.has(folder)) {
      problems.add(BundleErrorCode.LAYOUT, `folder ${folder}/ is missing; a bundle must have ${MANIFESTS}/ and ${METADATA}/`);
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
  return { mediaType: REGISTRY_V1, manifests, ...metadata, acceptedProblems: problems.accepted };
}

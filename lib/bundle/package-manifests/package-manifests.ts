import { compareUtf8 } from '../../formats/json/go-json';
import { fieldAt } from '../../formats/json/json-value';
import { Budget } from '../files/budget';
import { type BundleFiles, isHidden, isManifestName, MANIFESTS } from '../files/bundle-files';
import { readDocumentFile } from '../files/document-file';
import { folderEntries, readFileIn } from '../files/folder-entries';
import { Problems } from '../files/problems';
import type { ReadLimits } from '../files/read-options';
import { refusal, statOf } from '../files/refusal';
import { BUNDLE_ANNOTATION, FRAMEWORK_PREFIX } from '../model/annotation-keys';
import type { BundleContent } from '../model/bundle-content';
import { BundleError, BundleErrorCode, type BundleProblem } from '../model/bundle-error';
import type { Manifest } from '../model/manifest';
import { REGISTRY_V1 } from '../registry-v1/annotations';
import { checkCsv } from '../registry-v1/csv-shape';
import { readManifests } from '../registry-v1/manifests';
import { isPackage, type PackageFile, readPackageFile } from './package-file';

/** Bundle created from a version folder. */
export interface VersionContent {
  /** Name of the folder. */
  readonly folder: string;

  /** Content of the bundle. */
  readonly content: BundleContent;
}

/** Annotations of a ClusterServiceVersion that operator-sdk sets, and that are copied to the bundle. */
const SDK_ANNOTATIONS = [`${FRAMEWORK_PREFIX}/builder`, `${FRAMEWORK_PREFIX}/project_layout`];

/**
 * Reads a folder of package manifests, the format before bundles: a file with the package and its channels, and a folder for each
 * version. The bundles are those that `operator-sdk pkgman-to-bundle` creates.
 *
 * @param path path of the folder
 * @param limits limits for all versions together
 * @throws BundleError with all problems
 */
export function readPackageManifests(path: string, limits: ReadLimits): VersionContent[] {
  if (!statOf(path).isDirectory()) {
    throw refusal(path, BundleErrorCode.WRONG_KIND, 'this is a file, not a folder; specify the folder that contains the package file');
  }
  const budget = new Budget(path, limits);
  const problems = new Problems(limits.accept);
  const entries = folderEntries(path, '', budget).filter(({ name }) => !isHidden(name));
  const unusual = entries.find((entry) => !entry.isDirectory() && !entry.isFile());
  if (unusual !== undefined) {
    throw refusal(path, BundleErrorCode.UNSAFE_ENTRY, 'this is neither a regular file nor a folder; package manifests may contain only these', unusual.name);
  }
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const packageFile = findPackage(path, names, budget, limits, problems);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (folders.length === 0) {
    problems.add(BundleErrorCode.LAYOUT, 'no folder with a version of the operator found; package manifests must have one for each version');
  }
  const versions = folders.map((folder) => readVersion(path, folder, packageFile, budget, limits, problems));
  checkHeads(packageFile, versions, problems);
  if (problems.list.length > 0) {
    throw new BundleError(path, problems.list);
  }
  return versions.map(({ folder, content }) => (
    { folder, content: { ...content, acceptedProblems: [...problems.accepted, ...content.acceptedProblems ?? []] } }
  ));
}

function findPackage(path: string, names: readonly string[], budget: Budget, limits: ReadLimits, problems: Problems): PackageFile | undefined {
  const found: PackageFile[] = [];
  for (const name of names.filter(isManifestName)) {
    const document = readDocumentFile(name, readFileIn(path, name, budget), 'object', limits, problems);
    if (document !== undefined && isPackage(document.value)) {
      if (found.length > 0) {
        problems.add(BundleErrorCode.PACKAGE, 'this is a second package file; a folder must contain exactly one', name);
      }
      found.push(readPackageFile(name, document, problems));
    }
  }
  if (found.length === 0) {
    problems.add(BundleErrorCode.PACKAGE, 'no package file found, which defines the channels; add a file with packageName and channels, such as NAME.package.yaml');
  }
  return found[0];
}

function readVersion(
  path: string,
  folder: string,
  packageFile: PackageFile | undefined,
  budget: Budget,
  limits: ReadLimits,
  problems: Problems,
): VersionContent {
  const found = new Problems(limits.accept);
  const manifests = readManifests(versionFiles(path, folder, budget), limits, found).filter((manifest) => !isScorecard(manifest));
  checkCsv(manifests, found);
  for (const problem of found.list) {
    const { code, message, line, column = 1 } = problem;
    problems.add(code, message, fileOf(folder, problem), line === undefined ? undefined : { line, column });
  }
  const csv = manifests.find(({ kind }) => kind === 'ClusterServiceVersion');
  const annotations = packageFile === undefined ? {} : annotationsOfVersion(packageFile, csv);
  return { folder, content: { mediaType: REGISTRY_V1, annotations, manifests, dependencies: [], properties: [], acceptedProblems: found.accepted } };
}

/** Returns the files of a version, by their paths in the bundle. */
function versionFiles(path: string, folder: string, budget: Budget): BundleFiles {
  const files = new Map<string, Buffer>();
  const nested: string[] = [];
  for (const entry of folderEntries(path, folder, budget)) {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      const inside = folderEntries(path, file, budget).filter((inner) => inner.isFile() && isManifestName(inner.name));
      nested.push(...inside.map((inner) => `${MANIFESTS}/${entry.name}/${inner.name}`));
    } else if (entry.isFile()) {
      files.set(`${MANIFESTS}/${entry.name}`, readFileIn(path, file, budget));
    } else {
      throw refusal(path, BundleErrorCode.UNSAFE_ENTRY, 'this is neither a regular file nor a folder; package manifests may contain only these', file);
    }
  }
  return { files, folders: new Set([MANIFESTS]), nested };
}

/** Maps the file of a problem to the folder of package manifests. */
function fileOf(folder: string, { file }: BundleProblem): string {
  return file === undefined ? folder : file.replace(MANIFESTS, () => folder);
}

/** Whether a manifest configures operator-sdk's scorecard, which tests the bundle and is not part of it. */
function isScorecard({ kind, group }: Manifest): boolean {
  return kind === 'Configuration' && group === 'scorecard.operatorframework.io';
}

/** Returns the annotations of a version. It is in the channels whose head it is, or otherwise in the default channel. */
function annotationsOfVersion({ packageName, channels, defaultChannel }: PackageFile, csv: Manifest | undefined): { [key: string]: string } {
  const heads = channels.filter(({ currentCsv }) => currentCsv === csv?.name).map(({ name }) => name);
  const sdkAnnotations = SDK_ANNOTATIONS.flatMap((key) => {
    const value = fieldAt(csv?.content, 'metadata', 'annotations', key);
    return typeof value === 'string' ? [[key, value]] : [];
  });
  return {
    [BUNDLE_ANNOTATION.MEDIA_TYPE]: REGISTRY_V1,
    [BUNDLE_ANNOTATION.MANIFESTS]: 'manifests/',
    [BUNDLE_ANNOTATION.METADATA]: 'metadata/',
    [BUNDLE_ANNOTATION.PACKAGE]: packageName,
    [BUNDLE_ANNOTATION.CHANNELS]: heads.length === 0 ? defaultChannel : heads.join(','),
    [BUNDLE_ANNOTATION.DEFAULT_CHANNEL]: defaultChannel,
    ...(Object.fromEntries(sdkAnnotations) as { [key: string]: string }),
  };
}

function checkHeads(packageFile: PackageFile | undefined, versions: readonly VersionContent[], problems: Problems): void {
  const names = versions.flatMap(({ content }) => content.manifests).filter(({ kind }) => kind === 'ClusterServiceVersion').map(({ name }) => name);
  for (const { name, currentCsv } of packageFile?.channels ?? []) {
    if (currentCsv !== '' && !names.includes(currentCsv)) {
      const available = [...names].sort(compareUtf8).join(', ');
      const message = `the head of the channel ${name} is ${currentCsv}, which is not in any folder; available: ${available === '' ? 'none' : available}`;
      problems.add(BundleErrorCode.PACKAGE, message);
    }
  }
}

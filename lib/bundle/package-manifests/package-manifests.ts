import type { BundleContent } from '../../bundle-content';
import type { BundleProblem } from '../../bundle-error';
import { BundleError, BundleErrorCode } from '../../bundle-error';
import { compareUtf8 } from '../../go-json';
import { fieldAt } from '../../json-value';
import type { Manifest } from '../../manifest';
import { REGISTRY_V1 } from '../annotations';
import { Budget } from '../budget';
import type { BundleFiles } from '../bundle-files';
import { isHidden, isManifestName, MANIFESTS } from '../bundle-files';
import { checkCsv } from '../csv-shape';
import { readDocumentFile } from '../document-file';
import { statOf } from '../file-access';
import { folderEntries, readFileIn } from '../folder-entries';
import { readManifests } from '../manifests';
import { Problems } from '../problems';
import type { ReadLimits } from '../read-options';
import { refusal } from '../refusal';
import type { PackageFile } from './package-file';
import { isPackage, readPackageFile } from './package-file';

/** A bundle that was made from a version folder. */
export interface VersionContent {
  /** The name of the folder. */
  readonly folder: string;

  /** The bundle. */
  readonly content: BundleContent;
}

const PREFIX = 'operators.operatorframework.io';

/** Annotations of a ClusterServiceVersion, by which operator-sdk tells its own work, that go over to the bundle. */
const STAMPS = [`${PREFIX}/builder`, `${PREFIX}/project_layout`];

/**
 * Reads a folder of package manifests, which came before bundles: a file with the package and its channels, and a folder for each
 * version. The bundles are those that `operator-sdk pkgman-to-bundle` makes of it.
 *
 * @param path the folder
 * @param limits the limits, which hold for all versions together
 * @throws BundleError with everything that is wrong
 */
export function readPackageManifests(path: string, limits: ReadLimits): VersionContent[] {
  if (!statOf(path).isDirectory()) {
    throw refusal(path, BundleErrorCode.WRONG_KIND, 'this is a file, not a folder; give the folder in which the file of the package stands');
  }
  const budget = new Budget(path, limits);
  const problems = new Problems();
  const entries = folderEntries(path, '', budget).filter(({ name }) => !isHidden(name));
  const unusual = entries.find((entry) => !entry.isDirectory() && !entry.isFile());
  if (unusual !== undefined) {
    throw refusal(path, BundleErrorCode.UNSAFE_ENTRY, 'this is neither a plain file nor a folder; package manifests must consist of these', unusual.name);
  }
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const packageFile = findPackage(path, names, budget, limits, problems);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (folders.length === 0) {
    problems.add(BundleErrorCode.LAYOUT, 'there is no folder with a version of the operator; package manifests have one for each version');
  }
  const versions = folders.map((folder) => readVersion(path, folder, packageFile, budget, limits, problems));
  checkHeads(packageFile, versions, problems);
  if (problems.list.length > 0) {
    throw new BundleError(path, problems.list);
  }
  return versions;
}

function findPackage(path: string, names: readonly string[], budget: Budget, limits: ReadLimits, problems: Problems): PackageFile | undefined {
  const found: PackageFile[] = [];
  for (const name of names.filter(isManifestName)) {
    const document = readDocumentFile(name, readFileIn(path, name, budget), 'object', limits, problems);
    if (document !== undefined && isPackage(document.value)) {
      if (found.length > 0) {
        problems.add(BundleErrorCode.PACKAGE, 'this is a second file of a package; a folder holds exactly one package', name);
      }
      found.push(readPackageFile(name, document, problems));
    }
  }
  if (found.length === 0) {
    problems.add(BundleErrorCode.PACKAGE, 'there is no file with packageName and channels, such as NAME.package.yaml; without it the channels are not known');
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
  const found = new Problems();
  const manifests = readManifests(versionFiles(path, folder, budget), limits, found).filter((manifest) => !isScorecard(manifest));
  checkCsv(manifests, found);
  for (const problem of found.list) {
    const { code, message, line, column = 1 } = problem;
    problems.add(code, message, fileOf(folder, problem), line === undefined ? undefined : { line, column });
  }
  const csv = manifests.find(({ kind }) => kind === 'ClusterServiceVersion');
  const annotations = packageFile === undefined ? {} : annotationsOf(packageFile, csv);
  return { folder, content: { mediaType: REGISTRY_V1, annotations, manifests, dependencies: [], properties: [] } };
}

/** The files of a version, as they will stand in the bundle. */
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
      throw refusal(path, BundleErrorCode.UNSAFE_ENTRY, 'this is neither a plain file nor a folder; package manifests must consist of these', file);
    }
  }
  return { files, folders: new Set([MANIFESTS]), nested };
}

/** Where a problem of a version stands in the folder of package manifests. */
function fileOf(folder: string, { file }: BundleProblem): string {
  return file === undefined ? folder : file.replace(MANIFESTS, () => folder);
}

/** A configuration of operator-sdk's scorecard: it is a test of the bundle, not a part of it. */
function isScorecard({ kind, group }: Manifest): boolean {
  return kind === 'Configuration' && group === 'scorecard.operatorframework.io';
}

/** The channels of a version are those whose head it is; a version that is the head of none goes into the default channel. */
function annotationsOf({ packageName, channels, defaultChannel }: PackageFile, csv: Manifest | undefined): { [key: string]: string } {
  const heads = channels.filter(({ currentCsv }) => currentCsv === csv?.name).map(({ name }) => name);
  const stamps = STAMPS.flatMap((key) => {
    const value = fieldAt(csv?.content, 'metadata', 'annotations', key);
    return typeof value === 'string' ? [[key, value]] : [];
  });
  return {
    [`${PREFIX}.bundle.mediatype.v1`]: REGISTRY_V1,
    [`${PREFIX}.bundle.manifests.v1`]: 'manifests/',
    [`${PREFIX}.bundle.metadata.v1`]: 'metadata/',
    [`${PREFIX}.bundle.package.v1`]: packageName,
    [`${PREFIX}.bundle.channels.v1`]: heads.length === 0 ? defaultChannel : heads.join(','),
    [`${PREFIX}.bundle.channel.default.v1`]: defaultChannel,
    ...(Object.fromEntries(stamps) as { [key: string]: string }),
  };
}

function checkHeads(packageFile: PackageFile | undefined, versions: readonly VersionContent[], problems: Problems): void {
  const names = versions.flatMap(({ content }) => content.manifests).filter(({ kind }) => kind === 'ClusterServiceVersion').map(({ name }) => name);
  for (const { name, currentCsv } of packageFile?.channels ?? []) {
    if (currentCsv !== '' && !names.includes(currentCsv)) {
      const there = [...names].sort(compareUtf8).join(', ');
      const message = `the head of the channel ${name} is ${currentCsv}, which no folder holds; there are ${there === '' ? 'none' : there}`;
      problems.add(BundleErrorCode.PACKAGE, message);
    }
  }
}

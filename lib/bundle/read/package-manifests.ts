import { goField } from '../../formats/json/folded-keys';
import { compareUtf8 } from '../../formats/json/go-json';
import { describeType, field, fieldAt, isMap, stringField } from '../../formats/json/json-value';
import { nearestPosition, type ValuePath } from '../../formats/json/source-position';
import { listOf, STRING, struct, withFieldNames } from '../../formats/yaml/go-type';
import { append } from '../../text/lists';
import { type BundleFiles, isHidden, isManifestName, MANIFESTS } from '../files/bundle-files';
import { type DocumentFile, readDocumentFile } from '../files/document-file';
import { Budget, type ReadLimits } from '../files/read-options';
import { refusal, statOf } from '../files/refusal';
import { BUNDLE_ANNOTATION, type BundleContent, FRAMEWORK_PREFIX } from '../model/bundle-content';
import { BundleError, Problems } from '../model/bundle-error';
import { BundleErrorCode, type BundleProblem } from '../model/bundle-problem';
import type { Manifest } from '../model/manifest';
import { REGISTRY_V1 } from './annotations';
import { folderEntries, readFileIn } from './bundle-source';
import { checkCsv } from './csv-shape';
import { readManifests } from './registry-v1';

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
      append(nested, inside.map((inner) => `${MANIFESTS}/${entry.name}/${inner.name}`));
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

/** A channel of a package. */
interface PackageChannel {
  /** Name of the channel. */
  readonly name: string;

  /** Name of the ClusterServiceVersion at the head of the channel. */
  readonly currentCsv: string;
}

/** Content of a package file. */
interface PackageFile {
  /** Name of the package. */
  readonly packageName: string;

  /** Channels, in the order of the file. */
  readonly channels: readonly PackageChannel[];

  /** Name of the default channel. */
  readonly defaultChannel: string;
}

const PACKAGE = struct({ packageName: STRING, channels: listOf(struct({ name: STRING, currentCSV: STRING })), defaultChannel: STRING });
const FIELDS = ['packageName', 'channels', 'defaultChannel'];

/** Whether a document is the content of a package file. Its fields decide, not the file name. */
function isPackage(value: unknown): boolean {
  return FIELDS.some((name) => (goField(value, name) ?? '') !== '') && stringField(value, 'kind') === undefined;
}

/**
 * Reads a package file.
 *
 * @param file path of the file, for messages
 * @param document content of the file
 * @param problems receives the problems of the file
 * @see https://pkg.go.dev/github.com/operator-framework/api/pkg/manifests#PackageManifest
 */
function readPackageFile(file: string, { value: document, locate }: DocumentFile, problems: Problems): PackageFile {
  const value = withFieldNames(document, PACKAGE);
  const fault = (message: string, path: ValuePath): void => {
    problems.add(BundleErrorCode.PACKAGE, message, file, nearestPosition(locate, path));
  };
  const requiredString = (parent: unknown, name: string, path: ValuePath): string => {
    const found = field(parent, name);
    if (typeof found === 'string' && found !== '') {
      return found;
    }
    const remedy = typeof found === 'number' || typeof found === 'boolean' ? '; put it in quotes' : '';
    fault(`${name} must be a non-empty string, got ${describeType(found)}${remedy}`, [...path, name]);
    return '';
  };

  const packageName = requiredString(value, 'packageName', []);
  const list = field(value, 'channels');
  const channels: PackageChannel[] = [];
  if (!Array.isArray(list) || list.length === 0) {
    fault(`channels must be a list with at least one channel, got ${Array.isArray(list) ? 'none' : describeType(list)}`, ['channels']);
  } else {
    for (const [index, entry] of list.entries()) {
      if (!isMap(entry)) {
        fault(`a channel must be a map with name and currentCSV, got ${describeType(entry)}`, ['channels', index]);
        continue;
      }
      const channel = { name: requiredString(entry, 'name', ['channels', index]), currentCsv: requiredString(entry, 'currentCSV', ['channels', index]) };
      if (channels.some(({ name }) => name === channel.name && name !== '')) {
        fault(`the channel ${channel.name} is listed twice; remove one`, ['channels', index]);
      }
      if (channel.name.includes(',')) {
        fault(`the name of a channel must not contain a comma, which separates channels in a bundle, got ${describeType(channel.name)}`, ['channels', index]);
      }
      channels.push(channel);
    }
  }
  return { packageName, channels, defaultChannel: defaultChannelOf(value, channels, fault) };
}

/**
 * Returns the default channel; a single channel is the default if none is set. As in operator-sdk, it need not be in the list: versions that
 * are not the head of any channel are put into it.
 */
function defaultChannelOf(value: unknown, channels: readonly PackageChannel[], fault: (message: string, path: ValuePath) => void): string {
  const found = field(value, 'defaultChannel') ?? '';
  if (typeof found !== 'string') {
    fault(`defaultChannel must be a string, got ${describeType(found)}; put it in quotes`, ['defaultChannel']);
    return '';
  }
  if (found === '' && channels.length > 1) {
    fault(`defaultChannel must name one of the channels ${channels.map(({ name }) => name).join(', ')}`, []);
  }
  return found === '' ? (channels[0]?.name ?? '') : found;
}

import { goField } from '../../formats/json/folded-keys';
import { describeType, isMap, stringField } from '../../formats/json/json-value';
import { nearestPosition } from '../../formats/json/source-position';
import { type BundleFiles, isHidden, isManifestName, MANIFESTS, METADATA } from '../files/bundle-files';
import { type DocumentFile, readDocumentFile } from '../files/document-file';
import type { ReadLimits } from '../files/read-options';
import type { BundleContent } from '../model/bundle-content';
import { BundleError, Problems } from '../model/bundle-error';
import { BundleErrorCode } from '../model/bundle-problem';
import { type BundleProperty, dependencyFault, type PropertyFault, propertyListOf } from '../model/bundle-property';
import { Manifest } from '../model/manifest';
import { parseAnnotations, REGISTRY_V1 } from './annotations';
import { checkCsv } from './csv-shape';
import { otherCaseRemedy } from './other-case';

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

/** Content of metadata/. */
interface Metadata {
  /** Annotations. */
  readonly annotations: { readonly [key: string]: string };

  /** Dependencies. */
  readonly dependencies: readonly BundleProperty[];

  /** Properties. */
  readonly properties: readonly BundleProperty[];
}

/** A readable file of metadata/. */
interface MetadataFile extends DocumentFile {
  readonly file: string;
  readonly content: Buffer;
}

/**
 * Reads metadata/. As in opm's registry parser, any file there may contain annotations, dependencies or properties, and the first by name is used;
 * but a file with the usual name takes precedence, since some of OLM's tools read only that file.
 */
function readMetadata({ files }: BundleFiles, limits: ReadLimits, problems: Problems): Metadata {
  const readable: MetadataFile[] = [];
  for (const [file, content] of files) {
    if (file.startsWith(`${METADATA}/`)) {
      const document = readDocumentFile(file, content, 'any', limits, isManifestName(file) ? problems : new Problems());
      if (document !== undefined) {
        readable.push({ file, content, ...document });
      }
    }
  }
  return {
    annotations: readAnnotations(readable, limits, problems),
    dependencies: readList(readable, 'dependencies', BundleErrorCode.DEPENDENCIES, problems),
    properties: readList(readable, 'properties', BundleErrorCode.PROPERTIES, problems),
  };
}

function readAnnotations(
  readable: readonly MetadataFile[],
  limits: ReadLimits,
  problems: Problems,
): { readonly [key: string]: string } {
  const found = firstWith(readable, 'annotations');
  if (found === undefined) {
    const canonical = `${METADATA}/annotations.yaml`;
    if (!problems.isBroken(canonical)) {
      problems.add(BundleErrorCode.ANNOTATIONS, `no file in ${METADATA}/ contains a map of annotations; create ${canonical}`);
    }
    return {};
  }
  const document = readDocumentFile(found.file, found.content, 'string', limits, problems);
  return document === undefined ? {} : parseAnnotations(found.file, document, problems);
}

function readList(
  readable: readonly MetadataFile[],
  key: 'dependencies' | 'properties',
  code: BundleErrorCode,
  problems: Problems,
): BundleProperty[] {
  const found = firstWith(readable, key);
  if (found === undefined) {
    return [];
  }
  const fault: PropertyFault = (message, path) =>
    problems.add(code, message, found.file, problems.listsMore ? nearestPosition(found.locate, path) : undefined);
  return propertyListOf(found.value, key, key === 'dependencies' ? dependencyFault : () => undefined, fault);
}

function firstWith(readable: readonly MetadataFile[], key: string): MetadataFile | undefined {
  const candidates = readable.filter(({ value }) => {
    const found = goField(value, key);
    return found !== undefined && found !== null && (typeof found !== 'object' || Object.keys(found).length > 0);
  });
  return candidates.find(({ file }) => file === `${METADATA}/${key}.yaml`) ?? candidates[0];
}

/**
 * Reads the objects in manifests/, in the order of their file names.
 *
 * As in opm's registry parser, hidden files and files that are not objects are ignored. However, opm drops every file that it cannot read, with only
 * a warning, so a bundle may lose half of what it needs. Here an unreadable file is a problem, unless its name shows that it is not a manifest, such
 * as README.md.
 */
export function readManifests({ files, nested }: BundleFiles, limits: ReadLimits, problems: Problems): Manifest[] {
  const manifests: Manifest[] = [];
  for (const [file, content] of files) {
    if (file.startsWith(`${MANIFESTS}/`) && !isHidden(file)) {
      const manifest = readManifest(file, content, limits, isManifestName(file) ? problems : new Problems());
      if (manifest !== undefined) {
        manifests.push(manifest);
      }
    }
  }
  for (const file of nested) {
    if (file.startsWith(`${MANIFESTS}/`)) {
      problems.add(BundleErrorCode.LAYOUT, `OLM ignores subfolders of ${MANIFESTS}/; move the file to ${MANIFESTS}/`, file);
    }
  }
  return manifests;
}

function readManifest(file: string, content: Buffer, limits: ReadLimits, problems: Problems): Manifest | undefined {
  const document = readDocumentFile(file, content, 'object', limits, problems);
  if (document === undefined || document.value === undefined || document.value === null) {
    return undefined;
  }
  const { value, locate } = document;
  if (!isMap(value)) {
    const message = `a manifest must be a map, the fields of a Kubernetes object, got ${describeType(value)}`;
    problems.add(BundleErrorCode.MANIFEST, message, file, locate([]));
    return undefined;
  }
  const kind = stringField(value, 'kind');
  if (kind === undefined || kind === '') {
    const remedy = otherCaseRemedy(value, 'kind') || '; remove the file if it is not a Kubernetes object';
    const message = `a manifest must have a kind, got ${describeType(value['kind'])}${remedy}`;
    problems.add(BundleErrorCode.MANIFEST, message, file, nearestPosition(locate, ['kind']));
    return undefined;
  }
  return Manifest._of(file, value, locate);
}

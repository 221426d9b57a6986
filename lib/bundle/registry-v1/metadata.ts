import { goField } from '../../formats/json/folded-keys';
import { nearestPosition } from '../../formats/json/source-position';
import { type BundleFiles, isManifestName, METADATA } from '../files/bundle-files';
import { type DocumentFile, readDocumentFile } from '../files/document-file';
import { Problems } from '../files/problems';
import type { ReadLimits } from '../files/read-options';
import { BundleErrorCode } from '../model/bundle-error';
import type { BundleProperty } from '../model/bundle-property';
import { parseAnnotations } from './annotations';
import { dependencyFault, type PropertyFault, propertyListOf } from './property-list';

/** Content of metadata/. */
export interface Metadata {
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
export function readMetadata({ files }: BundleFiles, limits: ReadLimits, problems: Problems): Metadata {
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

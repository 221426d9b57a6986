import { BundleErrorCode } from '../bundle-error';
import type { BundleProperty } from '../bundle-property';
import { annotationsOf } from './annotations';
import type { BundleFiles } from './bundle-files';
import { isManifestName, METADATA } from './bundle-files';
import { dependencyFault } from './dependency-fault';
import type { DocumentFile } from './document-file';
import { readDocumentFile } from './document-file';
import { Problems } from './problems';
import type { PropertyFault } from './property-list';
import { goField, propertyListOf } from './property-list';
import type { ReadLimits } from './read-options';

/** What metadata/ says. */
export interface Metadata {
  /** The annotations. */
  readonly annotations: { readonly [key: string]: string };

  /** The dependencies. */
  readonly dependencies: readonly BundleProperty[];

  /** The properties. */
  readonly properties: readonly BundleProperty[];
}

/** A file of metadata/ that could be read. */
interface MetadataFile extends DocumentFile {
  readonly file: string;
  readonly content: Buffer;
}

/**
 * Reads metadata/. As in opm's registry parser, any file there may hold annotations, dependencies or properties, and the first one by
 * name that does counts; but a file of the customary name goes before all others, since some of OLM's tools look at no other.
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
    annotations: readAnnotations(readable, files, limits, problems),
    dependencies: readList(readable, 'dependencies', BundleErrorCode.DEPENDENCIES, problems),
    properties: readList(readable, 'properties', BundleErrorCode.PROPERTIES, problems),
  };
}

function readAnnotations(
  readable: readonly MetadataFile[],
  files: BundleFiles['files'],
  limits: ReadLimits,
  problems: Problems,
): { readonly [key: string]: string } {
  const found = firstWith(readable, 'annotations');
  if (found === undefined) {
    const canonical = `${METADATA}/annotations.yaml`;
    if (!files.has(canonical) || readable.some(({ file }) => file === canonical)) {
      problems.add(BundleErrorCode.ANNOTATIONS, `no file in ${METADATA}/ holds a map of annotations; write ${canonical}`);
    }
    return {};
  }
  const text = readDocumentFile(found.file, found.content, 'text', limits, problems);
  return text === undefined ? {} : annotationsOf(found.file, text, problems);
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
    problems.add(code, message, found.file, problems.listsMore ? (found.locate(path) ?? found.locate([])) : undefined);
  return propertyListOf(found.value, key, key === 'dependencies' ? dependencyFault : () => undefined, fault);
}

function firstWith(readable: readonly MetadataFile[], key: string): MetadataFile | undefined {
  const holders = readable.filter(({ value }) => {
    const found = goField(value, key);
    return found !== undefined && found !== null && (typeof found !== 'object' || Object.keys(found).length > 0);
  });
  return holders.find(({ file }) => file === `${METADATA}/${key}.yaml`) ?? holders[0];
}

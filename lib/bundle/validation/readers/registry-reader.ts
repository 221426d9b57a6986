import { field, isMap, textField } from '../../json-value';
import { METADATA } from '../../read/bundle-files';
import { goField } from '../../read/property-list';
import type { Fault } from '../rule';
import type { SubjectObject, ValidationSubject } from '../subject';
import { subjectObject } from '../subject';
import { seenObject } from './decoded-object';
import type { GoReader } from './go-decoder';
import { goDecode } from './go-decoder';
import type { GoType } from './go-type';
import { ANY, listOf, mapOf, struct, TEXT } from './go-type';
import { isManifest } from './subject-of';

/** A file of manifests/ as `opm alpha bundle validate` sees it. */
export type RegistryFile =
  | { readonly file: string; readonly object: SubjectObject; readonly hidden: boolean }
  | { readonly file: string; readonly fault: Fault };

/** The media types that a bundle can turn out to have. */
export type DetectedMediaType = 'helm' | 'plain' | 'registry+v1';

/** What `opm alpha bundle validate` makes of a bundle. */
export interface RegistryView {
  /** The media type by what stands in manifests/; undefined when nothing stands there. */
  readonly mediaType: DetectedMediaType | undefined;

  /** The files of manifests/, hidden ones too. */
  readonly files: readonly RegistryFile[];

  /** The first file of metadata/, by name, that holds a map of annotations. */
  readonly annotations: { readonly file: string; readonly values: { readonly [key: string]: string } } | undefined;

  /** The first other file of metadata/, by name, that holds dependencies. */
  readonly dependencies: { readonly file: string; readonly list: readonly RegistryDependency[] } | undefined;
}

/** A dependency. */
export interface RegistryDependency {
  /** The type; empty when there is none. */
  readonly type: string;

  /** The value, whatever it is. */
  readonly value: unknown;
}

/**
 * Reads a bundle as operator-registry does to validate it.
 *
 * @see https://github.com/operator-framework/operator-registry/blob/master/pkg/lib/bundle/validate.go
 */
export function readAsRegistry(subject: ValidationSubject): RegistryView {
  const files: RegistryFile[] = [];
  for (const [file, content] of subject.files) {
    if (isManifest(file)) {
      files.push(registryFile(subject, file, content));
    }
  }
  const annotations = annotationsOf(subject);
  return { mediaType: mediaTypeOf(subject, files), files, annotations, dependencies: dependenciesOf(subject, annotations?.file) };
}

function registryFile(subject: ValidationSubject, file: string, content: Buffer): RegistryFile {
  const document = subject.documents.get(file);
  if (document === undefined) {
    const { message, position } = subject.faults.get(file)!;
    return { file, fault: { message, file, position } };
  }
  const seen = seenObject(content, document);
  if ('fault' in seen) {
    return { file, fault: { message: seen.fault, file, path: [] } };
  }
  return { file, object: subjectObject(file, seen.object.kind === '' ? {} : (document.value as SubjectObject['json'])), hidden: seen.object.hidden };
}

function mediaTypeOf(subject: ValidationSubject, files: readonly RegistryFile[]): DetectedMediaType | undefined {
  if (files.length === 0) {
    return undefined;
  }
  const chart = subject.documents.get('manifests/Chart.yaml');
  if (chart !== undefined && (textField(chart.value, 'name') ?? '') !== '') {
    return 'helm';
  }
  return files.some((file) => 'object' in file && file.object.kind === 'ClusterServiceVersion') ? 'registry+v1' : 'plain';
}

const ANNOTATIONS = struct({ annotations: mapOf(TEXT) });
const DEPENDENCIES = struct({ dependencies: listOf(struct({ type: TEXT, value: ANY })) });

function annotationsOf(subject: ValidationSubject): RegistryView['annotations'] {
  for (const { file, value } of metadataFiles(subject)) {
    const found = decoded(subject, file, value, ANNOTATIONS);
    const annotations = goField(found, 'annotations');
    if (isMap(annotations)) {
      const values = Object.entries(annotations).map(([key, text]) => [key, (text as string | undefined) ?? ''] as const);
      return { file, values: Object.fromEntries(values) };
    }
  }
  return undefined;
}

function dependenciesOf(subject: ValidationSubject, annotationsFile: string | undefined): RegistryView['dependencies'] {
  for (const { file, value } of metadataFiles(subject)) {
    if (file === annotationsFile) {
      continue;
    }
    const list = goField(decoded(subject, file, value, DEPENDENCIES), 'dependencies');
    if (Array.isArray(list) && list.length > 0) {
      return { file, list: list.map((entry) => ({ type: textField(entry, 'type') ?? '', value: field(entry, 'value') })) };
    }
  }
  return undefined;
}

/** The documents of metadata/ that operator-registry can read: not those behind a document without content. */
function metadataFiles(subject: ValidationSubject): { readonly file: string; readonly value: unknown }[] {
  return [...subject.documents.values()].filter(({ file, value, loss }) => file.startsWith(`${METADATA}/`) && isMap(value) && loss?.extent !== 'all');
}

/** What a document decodes into; undefined when Go refuses it. */
function decoded(subject: ValidationSubject, file: string, value: unknown, type: GoType): unknown {
  const { value: found, faults } = goDecode(value, type, readerOf(subject, file));
  return faults.length > 0 ? undefined : found;
}

/** Who decodes a file into a type: a file that begins with a brace is tried as JSON first. */
export function readerOf(subject: ValidationSubject, file: string): GoReader {
  return /^\s*\{/.test(subject.files.get(file)!.toString('latin1', 0, 64)) ? 'json' : 'yaml';
}

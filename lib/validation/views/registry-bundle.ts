import { METADATA } from '../../bundle/files/bundle-files';
import { goField } from '../../formats/json/folded-keys';
import { field, isMap, stringField } from '../../formats/json/json-value';
import { goDecode, type GoReader } from '../../formats/yaml/go-decoder';
import { ANY, type GoType, listOf, mapOf, STRING, struct } from '../../formats/yaml/go-type';
import { type BundleObject, bundleObject, type BundleView } from '../model/bundle-view';
import type { Fault } from '../model/rule';
import { decodeObject, isManifest } from './bundle-view-of';

/** A file in manifests/ as `opm alpha bundle validate` reads it. */
export type RegistryFile =
  | { readonly file: string; readonly object: BundleObject; readonly hidden: boolean }
  | { readonly file: string; readonly fault: Fault };

/** Media types that opm detects. */
export type DetectedMediaType = 'helm' | 'plain' | 'registry+v1';

/** A bundle as `opm alpha bundle validate` reads it. */
export interface RegistryBundle {
  /** Media type detected from manifests/, or undefined if manifests/ is empty. */
  readonly mediaType: DetectedMediaType | undefined;

  /** Files in manifests/, including hidden ones. */
  readonly files: readonly RegistryFile[];

  /** First file in metadata/, by name, with a map of annotations. */
  readonly annotations: { readonly file: string; readonly values: { readonly [key: string]: string } } | undefined;

  /** First other file in metadata/, by name, with dependencies. */
  readonly dependencies: { readonly file: string; readonly list: readonly RegistryDependency[] } | undefined;
}

/** A dependency of the bundle. */
export interface RegistryDependency {
  /** Type, or an empty string. */
  readonly type: string;

  /** Value, of any type. */
  readonly value: unknown;
}

/**
 * Reads a bundle as operator-registry does to validate it.
 *
 * @see https://github.com/operator-framework/operator-registry/blob/master/pkg/lib/bundle/validate.go
 */
export function readRegistryBundle(view: BundleView): RegistryBundle {
  const files: RegistryFile[] = [];
  for (const [file, content] of view.files) {
    if (isManifest(file)) {
      files.push(registryFile(view, file, content));
    }
  }
  const annotations = decodeAnnotations(view);
  return { mediaType: mediaTypeOf(view, files), files, annotations, dependencies: decodeDependencies(view, annotations?.file) };
}

function registryFile(view: BundleView, file: string, content: Buffer): RegistryFile {
  const document = view.documents.get(file);
  if (document === undefined) {
    const { message, position } = view.faults.get(file)!;
    return { file, fault: { message, file, position } };
  }
  const result = decodeObject(content, document);
  if ('fault' in result) {
    return { file, fault: { message: result.fault, file, path: [] } };
  }
  return { file, object: bundleObject(file, result.object.kind === '' ? {} : (document.value as BundleObject['json'])), hidden: result.object.hidden };
}

function mediaTypeOf(view: BundleView, files: readonly RegistryFile[]): DetectedMediaType | undefined {
  if (files.length === 0) {
    return undefined;
  }
  const chart = view.documents.get('manifests/Chart.yaml');
  if (chart !== undefined && (stringField(chart.value, 'name') ?? '') !== '') {
    return 'helm';
  }
  return files.some((file) => 'object' in file && file.object.kind === 'ClusterServiceVersion') ? 'registry+v1' : 'plain';
}

const ANNOTATIONS = struct({ annotations: mapOf(STRING) });
const DEPENDENCIES = struct({ dependencies: listOf(struct({ type: STRING, value: ANY })) });

function decodeAnnotations(view: BundleView): RegistryBundle['annotations'] {
  for (const { file, value } of metadataFiles(view)) {
    const found = decoded(view, file, value, ANNOTATIONS);
    const annotations = goField(found, 'annotations');
    if (isMap(annotations)) {
      const values = Object.entries(annotations).map(([key, value]) => [key, (value as string | undefined) ?? ''] as const);
      return { file, values: Object.fromEntries(values) };
    }
  }
  return undefined;
}

function decodeDependencies(view: BundleView, annotationsFile: string | undefined): RegistryBundle['dependencies'] {
  for (const { file, value } of metadataFiles(view)) {
    if (file === annotationsFile) {
      continue;
    }
    const list = goField(decoded(view, file, value, DEPENDENCIES), 'dependencies');
    if (Array.isArray(list) && list.length > 0) {
      return { file, list: list.map((entry) => ({ type: stringField(entry, 'type') ?? '', value: field(entry, 'value') })) };
    }
  }
  return undefined;
}

/** Returns the documents in metadata/ that operator-registry reads. It ignores documents that follow one without content. */
function metadataFiles(view: BundleView): { readonly file: string; readonly value: unknown }[] {
  return [...view.documents.values()].filter(({ file, value, loss }) => file.startsWith(`${METADATA}/`) && isMap(value) && loss?.extent !== 'all');
}

/** Decodes a document into a Go type. Returns undefined if Go rejects it. */
function decoded(view: BundleView, file: string, value: unknown, type: GoType): unknown {
  const { value: found, faults } = goDecode(value, type, readerOf(view, file));
  return faults.length > 0 ? undefined : found;
}

/** Returns the reader that decodes a file. A file that starts with a brace is first parsed as JSON. */
export function readerOf(view: BundleView, file: string): GoReader {
  return /^\s*\{/.test(view.files.get(file)!.toString('latin1', 0, 64)) ? 'json' : 'yaml';
}

import type { Bundle } from '../../bundle/bundle';
import { type BundleFiles, isHidden, MANIFESTS, METADATA } from '../../bundle/files/bundle-files';
import { decodeFile, type FileFault } from '../../bundle/files/document-file';
import { type ReadLimits, readLimits } from '../../bundle/files/read-options';
import { olmProperties } from '../../bundle/model/bundle-property';
import type { BundleProblem } from '../../bundle/model/bundle-problem';
import { exactJson } from '../../formats/json/exact-json';
import { defined } from '../../formats/json/defined';
import { goField } from '../../formats/json/folded-keys';
import { isMap, type JsonMap, stringField } from '../../formats/json/json-value';
import { withFieldNames } from '../../formats/yaml/go-type';
import { type BundleDocument, type BundleObject, bundleObject, BundleView, type BundleViewOptions } from '../model/bundle-view';
import { crdType } from './crd-type';
import { csvType } from './csv-type';

/**
 * Returns the view of everything that can be read of a bundle, including what some of OLM's tools ignore.
 *
 * @param source the files
 * @param refused problems with entries that were skipped while reading
 * @param limits limits of decoding
 * @param options options about the target of the bundle
 */
export function viewOfFiles(
  source: BundleFiles,
  refused: readonly BundleProblem[],
  limits: ReadLimits,
  options: BundleViewOptions,
): BundleView {
  const documents = new Map<string, BundleDocument>();
  const faults = new Map<string, FileFault>();
  for (const [file, content] of source.files) {
    const { document, loss, fault } = decodeFile(content, isManifest(file) ? 'object' : 'any', limits);
    if (document !== undefined) {
      documents.set(file, { file, ...document, ...defined({ loss }) });
    }
    if (fault !== undefined) {
      faults.set(file, fault);
    }
  }
  const annotationsFile = annotationsFileOf(documents);
  const content = annotationsFile === undefined ? undefined : source.files.get(annotationsFile);
  const annotations = content === undefined ? undefined : decodeFile(content, 'string', limits).document?.value;
  return new BundleView({
    ...source,
    options,
    refused,
    bundle: undefined,
    limits,
    documents,
    faults,
    ...objectsIn(documents),
    annotationsFile,
    annotations: stringEntries(goField(annotations, 'annotations')),
  });
}

/**
 * Returns the view of a bundle that was already read. Its files are no longer available, so each file is its manifest as JSON, and metadata/ is
 * generated from the annotations, dependencies and properties.
 */
export function viewOfBundle(bundle: Bundle, options: BundleViewOptions): BundleView {
  const files = new Map<string, Buffer>();
  const documents = new Map<string, BundleDocument>();
  for (const manifest of bundle.manifests) {
    files.set(manifest.file, Buffer.from(manifest.toJson()));
    documents.set(manifest.file, { file: manifest.file, value: manifest.content, locate: (path) => manifest._positionOf(path) });
  }
  for (const [name, value] of metadataOf(bundle)) {
    const file = `${METADATA}/${name}.yaml`;
    files.set(file, Buffer.from(exactJson(value)));
    documents.set(file, { file, value, locate: () => undefined });
  }
  return new BundleView({
    options,
    files,
    folders: new Set([MANIFESTS, METADATA]),
    nested: [],
    refused: bundle.acceptedProblems,
    bundle,
    limits: readLimits(),
    documents,
    faults: new Map(),
    ...objectsIn(documents),
    annotationsFile: `${METADATA}/annotations.yaml`,
    annotations: bundle.annotations,
  });
}

function metadataOf(bundle: Bundle): (readonly [name: string, value: unknown])[] {
  const dependencies = bundle.dependencies.length > 0 ? [['dependencies', { dependencies: bundle.dependencies }] as const] : [];
  // The annotation `olm.properties` is in the CSV.
  const ofFiles = bundle.properties.slice(0, bundle.properties.length - olmProperties(bundle.csv.manifest).properties.length);
  const properties = ofFiles.length > 0 ? [['properties', { properties: ofFiles }] as const] : [];
  return [['annotations', { annotations: bundle.annotations }] as const, ...dependencies, ...properties];
}

function objectsIn(documents: ReadonlyMap<string, BundleDocument>): {
  readonly objects: readonly BundleObject[];
  readonly csv: BundleObject | undefined;
  readonly crds: readonly BundleObject[];
} {
  const objects: BundleObject[] = [];
  for (const { file, value } of documents.values()) {
    if (isManifest(file) && !isHidden(file) && isMap(value)) {
      objects.push(withFields(bundleObject(file, value)));
    }
  }
  return {
    objects,
    csv: objects.find(({ kind }) => kind === 'ClusterServiceVersion'),
    crds: objects.filter(({ kind }) => kind === 'CustomResourceDefinition'),
  };
}

/** Returns an object with its field names in the case of the Go type; Go ignores it. */
function withFields(object: BundleObject): BundleObject {
  const type = object.kind === 'ClusterServiceVersion' ? csvType() : object.kind === 'CustomResourceDefinition' ? crdType(object.apiVersion) : undefined;
  const json = type === undefined ? object.json : (withFieldNames(object.json, type) as JsonMap);
  return json === object.json ? object : bundleObject(object.file, json);
}

/** Returns the file with the annotations: metadata/annotations.yaml if there are annotations in it, otherwise the first file with annotations. */
function annotationsFileOf(documents: ReadonlyMap<string, BundleDocument>): string | undefined {
  const holders = [...documents.values()].filter(({ file, value }) => !isManifest(file) && isMap(goField(value, 'annotations')));
  const canonical = `${METADATA}/annotations.yaml`;
  return (holders.find(({ file }) => file === canonical) ?? holders[0])?.file;
}

/** Returns the entries of a map whose values are strings; null counts as the empty string, as in Go. */
export function stringEntries(map: unknown): { readonly [key: string]: string } {
  const entries = Object.entries(isMap(map) ? map : {}).filter(([, value]) => typeof value === 'string' || value === null);
  return Object.fromEntries(entries.map(([key, value]) => [key, (value ?? '') as string]));
}

/** Whether a file is in manifests/. */
export function isManifest(file: string): boolean {
  return file.startsWith(`${MANIFESTS}/`);
}

/**
 * Result of decoding a file of manifests/ before its kind is known, as Go's tools do.
 *
 * - `object`: an object. `hidden` is set if the file starts with a document without content, which leaves its kind empty.
 * - `fault`: why the file contains no object.
 */
export type DecodedObject = { readonly object: { readonly kind: string; readonly hidden: boolean } } | { readonly fault: string };

/** Decodes a YAML or JSON file as Go's tools do. */
export function decodeObject(content: Buffer, { value, loss }: BundleDocument): DecodedObject {
  if (content.length === 0) {
    return { fault: 'the file is empty; remove it, or add a Kubernetes object' };
  }
  if (loss?.extent === 'all' || value === undefined || value === null) {
    return { object: { kind: '', hidden: loss?.extent === 'all' } };
  }
  if (!isMap(value)) {
    return { fault: `the file contains ${Array.isArray(value) ? 'a list' : 'a scalar'}, not a Kubernetes object` };
  }
  const kind = stringField(value, 'kind') ?? '';
  return kind === '' ? { fault: 'kind is missing, so the file contains no Kubernetes object' } : { object: { kind, hidden: false } };
}

import type { JsonMap } from '../json-value';
import { field, isMap, mapField, textField } from '../json-value';
import type { BundleFiles } from '../read/bundle-files';
import { isHidden, isManifestName, MANIFESTS, METADATA } from '../read/bundle-files';
import { readDocumentFile } from '../read/document-file';
import { Problems } from '../read/problems';
import { goField } from '../read/property-list';
import type { ReadLimits } from '../read/read-options';
import type { Locate } from '../source-position';

const PREFIX = 'operators.operatorframework.io.bundle.';

/** What the user says about the place where the bundle is to run, for the rules that ask. */
export interface SubjectOptions {
  /** The release of Kubernetes that the bundle is for, such as `1.25`, as the user wrote it. */
  readonly k8sVersion?: string;

  /** The categories that the annotation `categories` may name, in place of the standard ones. */
  readonly categories?: readonly string[];
}

/** The first document of a file of the bundle. */
export interface SubjectDocument {
  /** Path inside the bundle. */
  readonly file: string;

  /** What the document holds; undefined when the file holds nothing. */
  readonly value: unknown;

  /** Where a value stands in the file. */
  readonly locate: Locate;
}

/** A Kubernetes object of the bundle: the first document of a file of manifests/ that is a map. Fields may hold anything. */
export interface SubjectObject {
  /** Path inside the bundle. */
  readonly file: string;

  /** The field apiVersion; empty when it is missing or no text. */
  readonly apiVersion: string;

  /** The group in apiVersion; empty for the core group. */
  readonly group: string;

  /** The version in apiVersion. */
  readonly version: string;

  /** The field kind; empty when it is missing or no text. */
  readonly kind: string;

  /** The field metadata.name; empty when it is missing or no text. */
  readonly name: string;

  /** The object as it stands in the file. */
  readonly json: JsonMap;
}

/** What rules look at: a bundle, however broken, read once. */
export class ValidationSubject {
  /** What the user says about the place where the bundle is to run. */
  public readonly options: SubjectOptions;

  /** The files directly in manifests/ and metadata/, by path inside the bundle, in order of the paths. */
  public readonly files: ReadonlyMap<string, Buffer>;

  /** The first document of every file that could be read. */
  public readonly documents: ReadonlyMap<string, SubjectDocument>;

  /** Every object of manifests/, in order of the files. */
  public readonly objects: readonly SubjectObject[];

  /** The first ClusterServiceVersion. */
  public readonly csv?: SubjectObject;

  /** The CustomResourceDefinitions, of whatever version. */
  public readonly crds: readonly SubjectObject[];

  /** The file of metadata/ that holds the annotations. */
  public readonly annotationsFile?: string;

  /** The annotations, as text. */
  public readonly annotations: { readonly [key: string]: string };

  /** The name of the package; empty when no annotation tells. */
  public readonly packageName: string;

  /** The channels as the annotation has them between commas, not trimmed; empty when no annotation tells. */
  public readonly channels: readonly string[];

  /** The default channel; empty when no annotation tells. */
  public readonly defaultChannel: string;

  public constructor(source: BundleFiles, limits: ReadLimits, options: SubjectOptions = {}) {
    this.options = options;
    this.files = source.files;
    const documents = new Map<string, SubjectDocument>();
    const objects: SubjectObject[] = [];
    let annotations: JsonMap = {};
    for (const [file, content] of source.files) {
      const inManifests = file.startsWith(`${MANIFESTS}/`);
      const document = readDocumentFile(file, content, inManifests ? 'object' : 'any', limits, new Problems());
      if (document === undefined) {
        continue;
      }
      documents.set(file, { file, ...document });
      if (inManifests && isMap(document.value) && !isHidden(file)) {
        objects.push(objectOf(file, document.value));
      }
      if (file.startsWith(`${METADATA}/`) && this.annotationsFile === undefined && isMap(goField(document.value, 'annotations'))) {
        this.annotationsFile = file;
        annotations = mapField(readDocumentFile(file, content, 'text', limits, new Problems())?.value, 'annotations');
      }
    }
    this.documents = documents;
    this.objects = objects;
    const csv = objects.find(({ kind, file }) => kind === 'ClusterServiceVersion' && isManifestName(file));
    if (csv !== undefined) {
      this.csv = csv;
    }
    this.crds = objects.filter(({ kind }) => kind === 'CustomResourceDefinition');
    this.annotations = textsOf(annotations);
    this.packageName = this.annotations[`${PREFIX}package.v1`] ?? '';
    const channels = this.annotations[`${PREFIX}channels.v1`] ?? '';
    this.channels = channels === '' ? [] : channels.split(',');
    this.defaultChannel = this.annotations[`${PREFIX}channel.default.v1`] ?? '';
  }
}

function objectOf(file: string, json: JsonMap): SubjectObject {
  const apiVersion = textField(json, 'apiVersion') ?? '';
  const slash = apiVersion.indexOf('/');
  return {
    file,
    apiVersion,
    group: slash < 0 ? '' : apiVersion.slice(0, slash),
    version: apiVersion.slice(slash + 1),
    kind: textField(json, 'kind') ?? '',
    name: textField(field(json, 'metadata'), 'name') ?? '',
    json,
  };
}

function textsOf(map: JsonMap): { readonly [key: string]: string } {
  return Object.fromEntries(Object.entries(map).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

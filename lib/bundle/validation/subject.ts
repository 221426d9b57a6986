import type { BundleProblem } from '../bundle-error';
import type { JsonMap } from '../json-value';
import { field, textField } from '../json-value';
import type { FileFault } from '../read/document-file';
import type { Locate } from '../source-position';
import type { YamlLoss } from '../yaml/read-yaml';
import type { ImagePlatforms } from './image-platforms';

const PREFIX = 'operators.operatorframework.io.bundle.';

/** What the user says about the place where the bundle is to run, for the rules that ask. */
export interface SubjectOptions {
  /** The release of Kubernetes that the bundle is for, such as `1.25`, as the user wrote it. */
  readonly k8sVersion?: string;

  /** The categories that the annotation `categories` may name, in place of the standard ones. */
  readonly categories?: readonly string[];

  /** The platforms that the images of the bundle are made for. */
  readonly imagePlatforms?: readonly ImagePlatforms[];

  /** The value of the label `com.redhat.openshift.versions` of the bundle's image, such as `v4.6-v4.8`. */
  readonly openshiftVersions?: string;
}

/** The first document with content of a file of the bundle. */
export interface SubjectDocument {
  /** Path inside the bundle. */
  readonly file: string;

  /** What the document holds; undefined when the file holds nothing. */
  readonly value: unknown;

  /** Where a value stands in the file. */
  readonly locate: Locate;

  /** What some of OLM's tools lose of the file. */
  readonly loss?: YamlLoss;
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

/** What a subject is made of. */
export interface SubjectParts {
  /** What the user says about the place where the bundle is to run. */
  readonly options: SubjectOptions;

  /** The files directly in manifests/ and metadata/, by path inside the bundle, in order of the paths. */
  readonly files: ReadonlyMap<string, Buffer>;

  /** The folders of the bundle, without a slash at the end: `manifests`, `metadata` and the folders in them. */
  readonly folders: ReadonlySet<string>;

  /** Files in folders of manifests/, at which no tool of OLM looks. */
  readonly nested: readonly string[];

  /** What a bundle must not hold, such as links; it was left out. */
  readonly refused: readonly BundleProblem[];

  /** The first document of every file that could be read; numbers and booleans in those of metadata/ are as they stand. */
  readonly documents: ReadonlyMap<string, SubjectDocument>;

  /** Why the other files could not be read. */
  readonly faults: ReadonlyMap<string, FileFault>;

  /** Every object of manifests/, in order of the files. */
  readonly objects: readonly SubjectObject[];

  /** The ClusterServiceVersion: the first one where the bundle has several. */
  readonly csv: SubjectObject | undefined;

  /** The CustomResourceDefinitions, of whatever version. */
  readonly crds: readonly SubjectObject[];

  /** The file of metadata/ that holds the annotations. */
  readonly annotationsFile: string | undefined;

  /** The annotations, as text. */
  readonly annotations: { readonly [key: string]: string };
}

/**
 * What rules look at: a bundle, however broken, read once.
 *
 * A subject is one view of it. The one that our own rules get shows all that can be read. Rules that carry over from upstream get what
 * the tool that has them would have seen, where files may be missing and values may have become text.
 */
export class ValidationSubject implements SubjectParts {
  public readonly options: SubjectOptions;
  public readonly files: ReadonlyMap<string, Buffer>;
  public readonly folders: ReadonlySet<string>;
  public readonly nested: readonly string[];
  public readonly refused: readonly BundleProblem[];
  public readonly documents: ReadonlyMap<string, SubjectDocument>;
  public readonly faults: ReadonlyMap<string, FileFault>;
  public readonly objects: readonly SubjectObject[];
  public readonly csv: SubjectObject | undefined;
  public readonly crds: readonly SubjectObject[];
  public readonly annotationsFile: string | undefined;
  public readonly annotations: { readonly [key: string]: string };

  /** The name of the package; empty when no annotation tells. */
  public readonly packageName: string;

  /** The channels as the annotation has them between commas, not trimmed; empty when no annotation tells. */
  public readonly channels: readonly string[];

  /** The default channel; empty when no annotation tells. */
  public readonly defaultChannel: string;

  public constructor(parts: SubjectParts) {
    this.options = parts.options;
    this.files = parts.files;
    this.folders = parts.folders;
    this.nested = parts.nested;
    this.refused = parts.refused;
    this.documents = parts.documents;
    this.faults = parts.faults;
    this.objects = parts.objects;
    this.csv = parts.csv;
    this.crds = parts.crds;
    this.annotationsFile = parts.annotationsFile;
    this.annotations = parts.annotations;
    this.packageName = this.annotations[`${PREFIX}package.v1`] ?? '';
    const channels = this.annotations[`${PREFIX}channels.v1`] ?? '';
    this.channels = channels === '' ? [] : channels.split(',');
    this.defaultChannel = this.annotations[`${PREFIX}channel.default.v1`] ?? '';
  }

  /** Another view of the same bundle. */
  public with(changes: Partial<SubjectParts>): ValidationSubject {
    return new ValidationSubject({ ...this, ...changes });
  }
}

/** The object that a document is. */
export function subjectObject(file: string, json: JsonMap): SubjectObject {
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

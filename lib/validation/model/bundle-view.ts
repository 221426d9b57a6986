import type { Bundle } from '../../bundle/bundle';
import type { FileFault } from '../../bundle/files/document-file';
import type { ReadLimits } from '../../bundle/files/read-options';
import { BUNDLE_ANNOTATION } from '../../bundle/model/bundle-content';
import type { BundleProblem } from '../../bundle/model/bundle-problem';
import { field, type JsonMap, stringField } from '../../formats/json/json-value';
import type { Locate } from '../../formats/json/source-position';
import type { YamlLoss } from '../../formats/yaml/read-yaml';

/** Platforms that an image supports. The library does not look them up in registries. */
export interface ImagePlatforms {
  /** Image reference, as the bundle has it. */
  readonly image: string;

  /** Platforms in the form `<os>/<architecture>`, such as `linux/arm64`. */
  readonly platforms: string[];
}

/** Options about the target of the bundle, for the rules that depend on it. @internal */
export interface BundleViewOptions {
  /** Version of Kubernetes that the bundle targets, such as `1.25`, as the user wrote it. */
  readonly k8sVersion?: string;

  /** Release of OLM v0 that installs the bundle, such as `0.31.0`, as the user wrote it. */
  readonly olmVersion?: string;

  /** Categories that the annotation `categories` may list, instead of the standard ones. */
  readonly categories?: readonly string[];

  /** Platforms that the images of the bundle support. */
  readonly imagePlatforms?: readonly ImagePlatforms[];

  /** Value of the label `com.redhat.openshift.versions` of the bundle image, such as `v4.6-v4.8`. */
  readonly openshiftVersions?: string;
}

/** First document with content of a file in the bundle. @internal */
export interface BundleDocument {
  /** Path inside the bundle. */
  readonly file: string;

  /** Content of the document, or undefined if the file is empty. */
  readonly value: unknown;

  /** Returns the position of a value in the file. */
  readonly locate: Locate;

  /** Part of the file that some of OLM's tools ignore. */
  readonly loss?: YamlLoss;
}

/** A Kubernetes object of the bundle: the first document of a file in manifests/, if it is a map. Fields may have any type. @internal */
export interface BundleObject {
  /** Path inside the bundle. */
  readonly file: string;

  /** The field apiVersion, or an empty string if it is not a string. */
  readonly apiVersion: string;

  /** Group in apiVersion, or an empty string for the core group. */
  readonly group: string;

  /** Version in apiVersion. */
  readonly version: string;

  /** The field kind, or an empty string if it is not a string. */
  readonly kind: string;

  /** The field metadata.name, or an empty string if it is not a string. */
  readonly name: string;

  /** The object as in the file. */
  readonly json: JsonMap;
}

/**
 * Everything that can be read of a bundle, valid or not, for rules to check.
 *
 * The library's own rules receive the complete view. A rule that was ported from upstream receives the view of the original tool, where files may be
 * missing and values may be converted to strings.
 *
 * @internal
 */
export class BundleView {
  /** Options about the target of the bundle. */
  declare public readonly options: BundleViewOptions;

  /** Files directly in manifests/ and metadata/, by path inside the bundle, sorted by path. */
  declare public readonly files: ReadonlyMap<string, Buffer>;

  /** Folders of the bundle, without a trailing slash: `manifests`, `metadata` and their subfolders. */
  declare public readonly folders: ReadonlySet<string>;

  /** Files in subfolders of manifests/, which no tool of OLM reads. */
  declare public readonly nested: readonly string[];

  /** Problems with entries that were skipped while reading, such as links. */
  declare public readonly refused: readonly BundleProblem[];

  /** First document of each readable file, by path. Numbers and booleans in metadata/ are not converted to strings. */
  declare public readonly documents: ReadonlyMap<string, BundleDocument>;

  /** Faults of the files that could not be read, by path. */
  declare public readonly faults: ReadonlyMap<string, FileFault>;

  /** The bundle, if it was read before. */
  declare public readonly bundle: Bundle | undefined;

  /** Limits with which the files were read. */
  declare public readonly limits: ReadLimits;

  /** Objects in manifests/, in the order of the files. */
  declare public readonly objects: readonly BundleObject[];

  /** The CSV, or the first one if the bundle has several. */
  declare public readonly csv: BundleObject | undefined;

  /** The CRDs, of any apiVersion. */
  declare public readonly crds: readonly BundleObject[];

  /** File in metadata/ with the annotations. */
  declare public readonly annotationsFile: string | undefined;

  /** Annotations of the bundle, with values as strings. */
  declare public readonly annotations: { readonly [key: string]: string };

  /** Name of the package, or an empty string if no annotation sets it. */
  public readonly packageName: string;

  /** Channels as listed in the annotation, not trimmed, or an empty list if no annotation sets them. */
  public readonly channels: readonly string[];

  /** Default channel, or an empty string if no annotation sets it. */
  public readonly defaultChannel: string;

  public constructor(parts: BundleViewParts) {
    Object.assign(this, parts);
    this.packageName = this.annotations[BUNDLE_ANNOTATION.PACKAGE] ?? '';
    const channels = this.annotations[BUNDLE_ANNOTATION.CHANNELS] ?? '';
    this.channels = channels === '' ? [] : channels.split(',');
    this.defaultChannel = this.annotations[BUNDLE_ANNOTATION.DEFAULT_CHANNEL] ?? '';
  }

  /** Returns another view of the same bundle. */
  public with(changes: Partial<BundleViewParts>): BundleView {
    return new BundleView({ ...this, ...changes });
  }
}

/** What a view is made of; the rest follows from it. @internal */
export type BundleViewParts = Omit<BundleView, 'packageName' | 'channels' | 'defaultChannel' | 'with'>;

/** Returns a document as an object of the bundle. @internal */
export function bundleObject(file: string, json: JsonMap): BundleObject {
  const apiVersion = stringField(json, 'apiVersion') ?? '';
  const slash = apiVersion.indexOf('/');
  return {
    file,
    apiVersion,
    group: slash < 0 ? '' : apiVersion.slice(0, slash),
    version: apiVersion.slice(slash + 1),
    kind: stringField(json, 'kind') ?? '',
    name: stringField(field(json, 'metadata'), 'name') ?? '',
    json,
  };
}

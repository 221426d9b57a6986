import { isHidden, isManifestName } from '../../bundle/files/bundle-files';
import { BUNDLE_ANNOTATION } from '../../bundle/model/bundle-content';
import { goField } from '../../formats/json/folded-keys';
import { isMap, stringField } from '../../formats/json/json-value';
import { formatPath } from '../../formats/json/source-position';
import { goDecode, type TypeFault } from '../../formats/yaml/go-decoder';
import { STRING, struct } from '../../formats/yaml/go-type';
import { append } from '../../text/lists';
import { type BundleObject, bundleObject, type BundleView } from '../model/bundle-view';
import type { Fault } from '../model/rule';
import { decodeObject, isManifest, stringEntries } from './bundle-view-of';
import { crdType } from './crd-type';
import { csvType } from './csv-type';

/** IDs of the rules that the loader of operator-sdk enforces. */
export type LoadRule =
  | 'load-annotations'
  | 'load-crd-type'
  | 'load-crd-version'
  | 'load-csv-missing'
  | 'load-csv-several'
  | 'load-csv-type'
  | 'load-folder'
  | 'load-hidden-file'
  | 'load-object';

/** A bundle as loaded by operator-sdk. */
export interface LoadedBundle {
  /** Faults at which operator-sdk stops. It only reports the first one. */
  readonly faults: readonly (Fault & { readonly rule: LoadRule })[];

  /** The bundle that its validators receive, or undefined if there are faults. */
  readonly view: BundleView | undefined;
}

/**
 * Loads a bundle as operator-sdk does before validation.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/manifests/bundleloader.go
 */
export function loadManifests(view: BundleView): LoadedBundle {
  return new ManifestsLoader(view).load();
}

class ManifestsLoader {
  readonly #faults: (Fault & { readonly rule: LoadRule })[] = [];
  readonly #objects: BundleObject[] = [];
  readonly #csvs: BundleObject[] = [];
  readonly #crds: BundleObject[] = [];

  public constructor(private readonly view: BundleView) {}

  public load(): LoadedBundle {
    this.#layout();
    for (const [file, content] of this.view.files) {
      if (isManifest(file)) {
        this.#manifest(file, content);
      }
    }
    const [csv, ...more] = this.#csvs;
    if (csv === undefined) {
      this.#faults.push({ rule: 'load-csv-missing', ...missingCsv(this.view, 'operator-sdk') });
    }
    for (const other of more) {
      this.#faults.push({ rule: 'load-csv-several', message: `this is a second CSV; the first is in ${csv!.file}`, file: other.file, path: ['kind'] });
    }
    const annotations = this.#annotations();
    const faults = this.#faults;
    const changes = { objects: this.#objects, csv, crds: this.#crds, ...annotations };
    return { faults, view: faults.length > 0 ? undefined : this.view.with(changes) };
  }

  #layout(): void {
    for (const folder of this.view.folders) {
      if (folder.startsWith('manifests/')) {
        this.#faults.push({ rule: 'load-folder', message: 'this is a folder; manifests/ may contain only files', file: folder });
      }
    }
  }

  #manifest(file: string, content: Buffer): void {
    const document = this.view.documents.get(file);
    if (isHidden(file)) {
      this.#faults.push({ rule: 'load-hidden-file', message: 'the file name starts with a dot; operator-sdk refuses bundles with hidden files', file });
      return;
    }
    if (document === undefined) {
      const { message, position } = this.view.faults.get(file)!;
      this.#faults.push({ rule: 'load-object', message, file, position });
      return;
    }
    const decoded = decodeObject(content, document);
    if ('fault' in decoded) {
      this.#faults.push({ rule: 'load-object', message: decoded.fault, file, path: [] });
      return;
    }
    const json = decoded.object.kind === '' ? {} : (document.value as BundleObject['json']);
    this.#object(bundleObject(file, json));
  }

  #object(object: BundleObject): void {
    this.#objects.push(object);
    if (object.kind === 'ClusterServiceVersion') {
      const decoded = goDecode(object.json, csvType(), 'yaml');
      this.#typeFaults('load-csv-type', object.file, decoded.faults);
      this.#csvs.push(bundleObject(object.file, decoded.value as BundleObject['json']));
    } else if (object.kind === 'CustomResourceDefinition') {
      const type = crdType(object.apiVersion);
      if (type === undefined) {
        const message = `unknown apiVersion of a CRD: ${JSON.stringify(object.apiVersion)}`;
        this.#faults.push({ rule: 'load-crd-version', message, file: object.file, path: ['apiVersion'] });
        return;
      }
      const decoded = goDecode(object.json, type, 'yaml');
      this.#typeFaults('load-crd-type', object.file, decoded.faults);
      this.#crds.push(bundleObject(object.file, decoded.value as BundleObject['json']));
    }
  }

  #typeFaults(rule: LoadRule, file: string, faults: readonly TypeFault[]): void {
    append(this.#faults, faults.map((fault) => typeFault(rule, file, fault)));
  }

  /** Reads the annotations from every file whose name starts with `annotations`; the last one wins. */
  #annotations(): { readonly annotationsFile: string | undefined; readonly annotations: { readonly [key: string]: string } } {
    let annotationsFile: string | undefined;
    let annotations: { readonly [key: string]: string } = {};
    for (const file of this.view.files.keys()) {
      if (!/\/annotations[^/]*$/.test(file)) {
        continue;
      }
      const document = this.view.documents.get(file);
      if (document === undefined) {
        if (!isManifest(file)) {
          const { message, position } = this.view.faults.get(file)!;
          this.#faults.push({ rule: 'load-annotations', message, file, position });
        }
        continue;
      }
      const decoded = goDecode(document.value, ANNOTATIONS_FILE, 'yaml');
      this.#typeFaults('load-annotations', file, decoded.faults);
      annotationsFile = file;
      annotations = stringEntries(goField(isMap(decoded.value) ? decoded.value : {}, 'annotations'));
    }
    return { annotationsFile, annotations: onlyKnown(annotations) };
  }
}

const KNOWN: readonly string[] = [BUNDLE_ANNOTATION.PACKAGE, BUNDLE_ANNOTATION.CHANNELS, BUNDLE_ANNOTATION.DEFAULT_CHANNEL];
const ANNOTATIONS_FILE = struct({ annotations: struct(Object.fromEntries(KNOWN.map((key) => [key, STRING]))) });

function onlyKnown(annotations: { readonly [key: string]: string }): { readonly [key: string]: string } {
  return Object.fromEntries(KNOWN.filter((key) => Object.hasOwn(annotations, key)).map((key) => [key, annotations[key]!]));
}

/** Returns the fault that a tool does not find a CSV, with the reason if the bundle has one that the tool ignores. */
export function missingCsv(view: BundleView, tool: string): Fault {
  const loss = view.csv === undefined ? undefined : view.documents.get(view.csv.file)?.loss;
  return loss === undefined
    ? { message: `manifests/ contains no CSV that ${tool} can read`, isConsequence: hasUnreadableManifest(view) }
    : { message: `${tool} does not find this CSV: ${loss.message}`, file: view.csv!.file, position: loss.position };
}

/** Whether a manifest, which may be the CSV, cannot be read, or has no kind. */
export function hasUnreadableManifest({ files, documents, refused }: BundleView): boolean {
  const isLost = (file: string): boolean => (stringField(documents.get(file)?.value, 'kind') ?? '') === '';
  return refused.some(({ file = '' }) => isManifest(file)) || [...files.keys()].some((file) => isManifest(file) && isManifestName(file) && !isHidden(file) && isLost(file));
}

/** Returns the fault for a value of the wrong type. */
export function typeFault<Id extends string>(rule: Id, file: string, { path, message }: TypeFault): Fault & { readonly rule: Id } {
  return { rule, message: `${path.length === 0 ? 'the document' : formatPath(path)} ${message}`, file, path };
}


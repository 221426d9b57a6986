import { isMap } from '../../json-value';
import { isHidden } from '../../read/bundle-files';
import { goField } from '../../read/property-list';
import type { ValuePath } from '../../source-position';
import type { Fault } from '../rule';
import type { SubjectObject, ValidationSubject } from '../subject';
import { subjectObject } from '../subject';
import { pathText } from '../value-path';
import { crdType } from './crd-type';
import { csvType } from './csv-type';
import { seenObject } from './decoded-object';
import type { TypeFault } from './go-decoder';
import { goDecode } from './go-decoder';
import { struct, TEXT } from './go-type';
import { isManifest, textsOf } from './subject-of';

const PREFIX = 'operators.operatorframework.io.bundle.';

/** The rules that the loader of operator-sdk holds a bundle to. */
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

/** What the loader of operator-sdk makes of a bundle. */
export interface ApiView {
  /** What it stops at. It tells no more of the bundle then than the first of it. */
  readonly faults: readonly (Fault & { readonly rule: LoadRule })[];

  /** What its validators get to see; undefined when there are faults. */
  readonly subject: ValidationSubject | undefined;
}

/**
 * Loads a bundle as operator-sdk does before it validates anything.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/manifests/bundleloader.go
 */
export function loadAsApi(subject: ValidationSubject): ApiView {
  return new ApiLoader(subject).load();
}

class ApiLoader {
  readonly #faults: (Fault & { readonly rule: LoadRule })[] = [];
  readonly #objects: SubjectObject[] = [];
  readonly #csvs: SubjectObject[] = [];
  readonly #crds: SubjectObject[] = [];

  public constructor(private readonly subject: ValidationSubject) {}

  public load(): ApiView {
    this.#layout();
    for (const [file, content] of this.subject.files) {
      if (isManifest(file)) {
        this.#manifest(file, content);
      }
    }
    const [csv, ...more] = this.#csvs;
    if (csv === undefined) {
      this.#faults.push({ rule: 'load-csv-missing', ...missingCsv(this.subject, 'operator-sdk') });
    }
    for (const other of more) {
      this.#faults.push({ rule: 'load-csv-several', message: `there is a ClusterServiceVersion in ${csv!.file} already`, file: other.file, path: ['kind'] });
    }
    const annotations = this.#annotations();
    const faults = this.#faults;
    const view = { objects: this.#objects, csv, crds: this.#crds, ...annotations };
    return { faults, subject: faults.length > 0 ? undefined : this.subject.with(view) };
  }

  #layout(): void {
    for (const folder of this.subject.folders) {
      if (folder.startsWith('manifests/')) {
        this.#faults.push({ rule: 'load-folder', message: 'this is a folder, and manifests/ may hold files only', file: folder });
      }
    }
  }

  #manifest(file: string, content: Buffer): void {
    const document = this.subject.documents.get(file);
    if (isHidden(file)) {
      this.#faults.push({ rule: 'load-hidden-file', message: 'the name of this file begins with a dot, and operator-sdk refuses the whole bundle for it', file });
      return;
    }
    if (document === undefined) {
      const { message, position } = this.subject.faults.get(file)!;
      this.#faults.push({ rule: 'load-object', message, file, position });
      return;
    }
    const seen = seenObject(content, document);
    if ('fault' in seen) {
      this.#faults.push({ rule: 'load-object', message: seen.fault, file, path: [] });
      return;
    }
    const json = seen.object.kind === '' ? {} : (document.value as SubjectObject['json']);
    this.#object(subjectObject(file, json));
  }

  #object(object: SubjectObject): void {
    this.#objects.push(object);
    if (object.kind === 'ClusterServiceVersion') {
      const decoded = goDecode(object.json, csvType(), 'yaml');
      this.#typeFaults('load-csv-type', object.file, decoded.faults);
      this.#csvs.push(subjectObject(object.file, decoded.value as SubjectObject['json']));
    } else if (object.kind === 'CustomResourceDefinition') {
      const type = crdType(object.apiVersion);
      if (type === undefined) {
        const message = `no tool of OLM knows CustomResourceDefinitions of apiVersion ${JSON.stringify(object.apiVersion)}`;
        this.#faults.push({ rule: 'load-crd-version', message, file: object.file, path: ['apiVersion'] });
        return;
      }
      const decoded = goDecode(object.json, type, 'yaml');
      this.#typeFaults('load-crd-type', object.file, decoded.faults);
      this.#crds.push(subjectObject(object.file, decoded.value as SubjectObject['json']));
    }
  }

  #typeFaults(rule: LoadRule, file: string, faults: readonly TypeFault[]): void {
    this.#faults.push(...faults.map((fault) => typeFault(rule, file, fault)));
  }

  /** Every file whose name begins with `annotations` is asked; the last one counts. */
  #annotations(): { readonly annotationsFile: string | undefined; readonly annotations: { readonly [key: string]: string } } {
    let annotationsFile: string | undefined;
    let annotations: { readonly [key: string]: string } = {};
    for (const file of this.subject.files.keys()) {
      if (!/\/annotations[^/]*$/.test(file)) {
        continue;
      }
      const document = this.subject.documents.get(file);
      if (document === undefined) {
        if (!isManifest(file)) {
          const { message, position } = this.subject.faults.get(file)!;
          this.#faults.push({ rule: 'load-annotations', message, file, position });
        }
        continue;
      }
      const decoded = goDecode(document.value, ANNOTATIONS_FILE, 'yaml');
      this.#typeFaults('load-annotations', file, decoded.faults);
      annotationsFile = file;
      annotations = textsOf(goField(isMap(decoded.value) ? decoded.value : {}, 'annotations'));
    }
    return { annotationsFile, annotations: onlyKnown(annotations) };
  }
}

const KNOWN = ['package.v1', 'channels.v1', 'channel.default.v1'].map((key) => `${PREFIX}${key}`);
const ANNOTATIONS_FILE = struct({ annotations: struct(Object.fromEntries(KNOWN.map((key) => [key, TEXT]))) });

function onlyKnown(annotations: { readonly [key: string]: string }): { readonly [key: string]: string } {
  return Object.fromEntries(KNOWN.filter((key) => Object.hasOwn(annotations, key)).map((key) => [key, annotations[key]!]));
}

/** That there is no ClusterServiceVersion for a tool; where it is one that the tool loses, the reason. */
export function missingCsv(subject: ValidationSubject, tool: string): Fault {
  const loss = subject.csv === undefined ? undefined : subject.documents.get(subject.csv.file)?.loss;
  return loss === undefined
    ? { message: `no file of manifests/ holds a ClusterServiceVersion that ${tool} can read` }
    : { message: `${tool} does not see this ClusterServiceVersion: ${loss.message}`, file: subject.csv!.file, position: loss.position };
}

/** A fault of a rule for a value of the wrong type. */
export function typeFault<Id extends string>(rule: Id, file: string, { path, message }: TypeFault): Fault & { readonly rule: Id } {
  const place: ValuePath = path;
  return { rule, message: `${place.length === 0 ? 'the document' : pathText(place)} ${message}`, file, path: place };
}


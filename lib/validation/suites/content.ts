import { fieldAt, isMap, mapListField, stringField, stringMapField } from '../../formats/json/json-value';
import { FieldPath } from '../../formats/schema/checks/field-error';
import { goDecode } from '../../formats/yaml/go-decoder';
import { ANY, listOf, OBJECT, STRING, struct } from '../../formats/yaml/go-type';
import { append } from '../../text/lists';
import { objectMetaErrors } from '../kubernetes/object-meta';
import { isBundleKind } from '../model/bundle-kinds';
import { type BundleObject, bundleObject, type BundleView } from '../model/bundle-view';
import type { Fault, Rule } from '../model/rule';
import { FindingSeverity } from '../model/finding';
import { crdType } from '../views/crd-type';
import { csvType } from '../views/csv-type';
import { missingCsv, typeFault } from '../views/manifests-loader';
import { readerOf, type RegistryFile } from '../views/registry-bundle';
import type { ToolViews } from '../views/tool-views';
import { CRD_RULES } from './crd';
import { CSV_RULES } from './csv';

const SOURCE = 'https://github.com/operator-framework/operator-registry/blob/master/pkg/lib/bundle/validate.go';

/** A rule without its check. */
type RuleData = Omit<Rule, 'check'>;

function content(id: string, summary: string, remedy: string): RuleData {
  return { id, severity: FindingSeverity.ERROR, summary, remedy, source: SOURCE };
}

const UNREADABLE = content('content-unreadable', 'manifests/ contains only files', 'move the files to manifests/ itself, and remove the folder');
const DECODE = content('content-decode', 'each file in manifests/ contains a Kubernetes object whose fields have the right types', 'correct the file, or move it out of manifests/');
const KIND = content('content-kind', 'each object is of a kind that OLM can install', 'let the operator create the object, or remove it');
const CSV = content('content-csv', 'manifests/ contains a CSV', 'add a CSV, or fix the file that should contain it');
const CRD_VERSION = content('content-crd-version', 'CRDs have an apiVersion that OLM knows', 'migrate the CRD to apiextensions.k8s.io/v1');
const METADATA = content('content-metadata', 'the metadata of each object is valid', 'correct the metadata');
const OWNED_CRD = content('content-owned-crd', 'each owned CRD is in manifests/', 'add the CRD to manifests/, or correct name, version and kind of the owned CRD');
const RELEASE = content('content-release-substitutes', 'the CSV has either spec.release or the annotation olm.substitutesFor', 'remove spec.release or the annotation olm.substitutesFor');

/** Rules of the suite other than those for CSVs and CRDs. */
export const CONTENT_RULES: readonly RuleData[] = [UNREADABLE, DECODE, KIND, CSV, CRD_VERSION, METADATA, OWNED_CRD, RELEASE];

/** A fault with its rule. */
export interface RuleFault {
  /** The rule. */
  readonly rule: RuleData;

  /** The fault. */
  readonly fault: Fault;
}

/** Checks the files of a bundle and the relations between them, as `opm alpha bundle validate` does. */
export function* checkContent(views: ToolViews): Iterable<RuleFault> {
  const { complete, registry } = views;
  if (registry.mediaType === 'helm') {
    return;
  }
  if (!complete.folders.has('manifests') || registry.mediaType === undefined) {
    yield { rule: UNREADABLE, fault: { message: 'manifests/ contains no files', remedy: 'move the manifests to manifests/' } };
  }
  for (const folder of complete.folders) {
    if (folder.startsWith('manifests/')) {
      yield { rule: UNREADABLE, fault: { message: 'this is a folder; manifests/ may contain only files', file: folder } };
    }
  }
  for (const file of registry.files) {
    yield* 'fault' in file ? [{ rule: DECODE, fault: file.fault }] : checkFile(complete, file, registry.mediaType === 'registry+v1');
  }
  yield* checkRelations(complete, registry.files.flatMap((file) => ('object' in file ? [file.object] : [])));
}

function* checkFile(
  view: BundleView,
  { object, hidden }: Extract<RegistryFile, { object: unknown }>,
  ofRegistryV1: boolean,
): Iterable<RuleFault> {
  const { file, kind } = object;
  if (ofRegistryV1 && !isBundleKind(kind)) {
    const loss = view.documents.get(file)?.loss;
    const message = kind === '' ? `opm finds no object in this file${loss === undefined ? '' : `: ${loss.message}`}` : `OLM cannot install objects of kind ${kind}`;
    yield { rule: KIND, fault: { message, file, value: kind, ...(hidden && loss !== undefined ? { position: loss.position } : { path: ['kind'] }) } };
  } else if (kind === 'ClusterServiceVersion') {
    const { value, faults } = goDecode(object.json, csvType(), 'converter');
    yield* faults.map((fault) => ({ rule: DECODE, fault: typeFault('content-decode', file, fault) }));
    if (faults.length === 0) {
      yield* errorsOf(CSV_RULES, view.with({ csv: bundleObject(file, value as BundleObject['json']) }));
    }
  } else if (kind === 'CustomResourceDefinition') {
    yield* checkCrd(view, object);
  } else if (!hidden) {
    yield* checkObject(view, file);
  }
}

function* checkCrd(view: BundleView, { file, apiVersion, json }: BundleObject): Iterable<RuleFault> {
  const type = crdType(apiVersion);
  if (type === undefined) {
    const message = `unknown apiVersion of a CRD: ${JSON.stringify(apiVersion)}`;
    yield { rule: CRD_VERSION, fault: { message, file, path: ['apiVersion'] } };
    return;
  }
  const { value, faults } = goDecode(json, type, readerOf(view, file));
  yield* faults.map((fault) => ({ rule: DECODE, fault: typeFault('content-decode', file, fault) }));
  if (faults.length === 0) {
    yield* errorsOf(CRD_RULES, view.with({ crds: [bundleObject(file, value as BundleObject['json'])] }));
  }
}

const META = struct(OBJECT);

/** Checks the metadata of an object that is neither a CSV nor a CRD. */
function* checkObject(view: BundleView, file: string): Iterable<RuleFault> {
  const { value, faults } = goDecode(view.documents.get(file)!.value, META, 'json');
  if (faults.length > 0) {
    yield* faults.map((fault) => ({ rule: DECODE, fault: typeFault('content-decode', file, fault) }));
    return;
  }
  const metadata = isMap(value) ? value['metadata'] : undefined;
  for (const { message, path, field } of objectMetaErrors(metadata, new FieldPath('metadata', ['metadata']))) {
    yield { rule: METADATA, fault: { message, file, path, field } };
  }
}

/** Yields the errors of rules; opm does not report their warnings. */
function* errorsOf(rules: readonly Rule[], view: BundleView): Iterable<RuleFault> {
  for (const rule of rules) {
    for (const fault of rule.check(view)) {
      if ((fault.severity ?? rule.severity) === FindingSeverity.ERROR) {
        yield { rule, fault };
      }
    }
  }
}

const LOOSE_CSV = struct({ ...OBJECT, spec: ANY });
const OWNED = struct({ owned: listOf(struct({ group: STRING, name: STRING, version: STRING, kind: STRING })) });

/** Checks the relations between the CSV, or the first one if there are several, and the other files. */
function* checkRelations(view: BundleView, objects: readonly BundleObject[]): Iterable<RuleFault> {
  if (objects.length === 0) {
    return;
  }
  const csv = objects.find(({ kind }) => kind === 'ClusterServiceVersion');
  if (csv === undefined) {
    yield { rule: CSV, fault: missingCsv(view, 'opm') };
    return;
  }
  const loose = goDecode(csv.json, LOOSE_CSV, 'json').faults;
  const spec = csv.json['spec'];
  const badSpec = isMap(spec) ? [] : [{ path: ['spec'], message: 'must be a map' }];
  const definitions = goDecode(fieldAt(spec, 'customresourcedefinitions'), OWNED, 'json');
  const owned = definitions.faults.map(({ path, message }) => ({ path: ['spec', 'customresourcedefinitions', ...path], message }));
  const crds = crdKeys(objects);
  const faults = [...loose, ...badSpec, ...owned].map((fault) => typeFault('content-decode', csv.file, fault));
  yield* [...faults, ...crds.faults].map((fault) => ({ rule: DECODE, fault }));
  if (faults.length === 0 && crds.faults.length === 0) {
    yield* checkOwned(csv.file, definitions.value, crds.keys);
  }
  const release = fieldAt(spec, 'release');
  if (release !== undefined && release !== null && release !== '' && (stringMapField(csv.json['metadata'], 'annotations')['olm.substitutesFor'] ?? '') !== '') {
    yield { rule: RELEASE, fault: { message: 'the CSV has both spec.release and the annotation olm.substitutesFor', file: csv.file, path: ['spec', 'release'] } };
  }
}

function* checkOwned(file: string, definitions: unknown, keys: Set<string>): Iterable<RuleFault> {
  const owned = mapListField(definitions, 'owned');
  for (const [index, crd] of owned.entries()) {
    const [group, name, version, kind] = ['group', 'name', 'version', 'kind'].map((key) => stringField(crd, key) ?? '');
    const key = `{${[group, kind, name, version].join(' ')}}`;
    if (!keys.delete(key)) {
      const message = `the owned CRD ${name} with version ${version} and kind ${kind} is missing from manifests/, or listed twice`;
      yield { rule: OWNED_CRD, fault: { message, file, path: ['spec', 'customresourcedefinitions', 'owned', index], value: key } };
    }
  }
}

/** Returns the versions of the CRDs in a bundle as keys of opm: group (always empty, as opm ignores it), kind, name and version. */
function crdKeys(objects: readonly BundleObject[]): { readonly keys: Set<string>; readonly faults: readonly Fault[] } {
  const keys = new Set<string>();
  const faults: Fault[] = [];
  for (const { file, kind, apiVersion, version, name, json } of objects) {
    if (kind !== 'CustomResourceDefinition' || (version !== 'v1' && version !== 'v1beta1')) {
      continue;
    }
    append(faults, goDecode(json, crdType(apiVersion) ?? LOOSE_CSV, 'kubernetes').faults.map((fault) => typeFault('content-decode', file, fault)));
    const spec = json['spec'];
    const names = mapListField(spec, 'versions').map((entry) => stringField(entry, 'name') ?? '');
    const own = version === 'v1beta1' ? (stringField(spec, 'version') ?? '') : '';
    for (const each of own === '' ? names : [own]) {
      keys.add(`{${['', stringField(fieldAt(spec, 'names'), 'kind') ?? '', name, each].join(' ')}}`);
    }
  }
  return { keys, faults };
}

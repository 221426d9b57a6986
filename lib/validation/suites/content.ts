import { fieldAt, isMap, mapsField, textField, textMapField } from '../../json-value';
import { isBundleKind } from '../bundle-kinds';
import { FieldPlace } from '../kubernetes/field-fault';
import { objectMetaFaults } from '../kubernetes/object-meta';
import { missingCsv, typeFault } from '../readers/api-loader';
import { crdType } from '../readers/crd-type';
import { csvType } from '../readers/csv-type';
import { goDecode } from '../readers/go-decoder';
import { ANY, listOf, OBJECT, struct, TEXT } from '../readers/go-type';
import type { RegistryFile } from '../readers/registry-reader';
import { readerOf } from '../readers/registry-reader';
import type { Fault, Rule } from '../rule';
import { FindingSeverity } from '../severity';
import type { SubjectObject, ValidationSubject } from '../subject';
import { subjectObject } from '../subject';
import type { BundleViews } from '../views';
import { CRD_RULES } from './crd';
import { CSV_RULES } from './csv';

const SOURCE = 'https://github.com/operator-framework/operator-registry/blob/master/pkg/lib/bundle/validate.go';

/** A rule without its check. */
type RuleData = Omit<Rule, 'check'>;

function content(id: string, summary: string, remedy: string): RuleData {
  return { id, severity: FindingSeverity.ERROR, summary, remedy, source: SOURCE };
}

const UNREADABLE = content('content-unreadable', 'everything in manifests/ is a file', 'move the files up into manifests/, and remove the folder');
const DECODE = content('content-decode', 'each file of manifests/ is a Kubernetes object whose fields have the right types', 'correct the file, or move it out of manifests/');
const KIND = content('content-kind', 'each object is of a kind that OLM can install', 'let the operator create the object, or leave it out');
const CSV = content('content-csv', 'there is a ClusterServiceVersion', 'add one, or mend the file that was to be it');
const CRD_VERSION = content('content-crd-version', 'CustomResourceDefinitions are of a version that OLM knows', 'write the CustomResourceDefinition for apiextensions.k8s.io/v1');
const METADATA = content('content-metadata', 'the metadata of each object is what API servers take', 'correct the metadata');
const OWNED_CRD = content('content-owned-crd', 'each owned CRD stands in manifests/', 'add the CustomResourceDefinition, or correct name, version and kind of the owned CRD');
const RELEASE = content('content-release-substitutes', 'a bundle has a release or says which one it substitutes', 'remove spec.release or the annotation olm.substitutesFor');

/** The rules of the suite that are not those for ClusterServiceVersions and CustomResourceDefinitions. */
export const CONTENT_RULES: readonly RuleData[] = [UNREADABLE, DECODE, KIND, CSV, CRD_VERSION, METADATA, OWNED_CRD, RELEASE];

/** A breach of a rule. */
export interface RuleFault {
  /** The rule. */
  readonly rule: RuleData;

  /** The breach. */
  readonly fault: Fault;
}

/** Checks the files of a bundle, and what belongs together, as `opm alpha bundle validate` does. */
export function* checkContent(views: BundleViews): Iterable<RuleFault> {
  const { subject, registry } = views;
  if (registry.mediaType === 'helm') {
    return;
  }
  if (!subject.folders.has('manifests') || registry.mediaType === undefined) {
    yield { rule: UNREADABLE, fault: { message: 'there is no file in manifests/', remedy: 'put the manifests into manifests/' } };
  }
  for (const folder of subject.folders) {
    if (folder.startsWith('manifests/')) {
      yield { rule: UNREADABLE, fault: { message: 'this is a folder, and manifests/ may hold files only', file: folder } };
    }
  }
  for (const file of registry.files) {
    yield* 'fault' in file ? [{ rule: DECODE, fault: file.fault }] : checkFile(subject, file, registry.mediaType === 'registry+v1');
  }
  yield* checkTogether(subject, registry.files.flatMap((file) => ('object' in file ? [file.object] : [])));
}

function* checkFile(
  subject: ValidationSubject,
  { object, hidden }: Extract<RegistryFile, { object: unknown }>,
  ofRegistryV1: boolean,
): Iterable<RuleFault> {
  const { file, kind } = object;
  if (ofRegistryV1 && !isBundleKind(kind)) {
    const loss = subject.documents.get(file)?.loss;
    const what = kind === '' ? `opm sees no object here${loss === undefined ? '' : `: ${loss.message}`}` : `OLM cannot install objects of kind ${kind}`;
    yield { rule: KIND, fault: { message: what, file, value: kind, ...(hidden && loss !== undefined ? { position: loss.position } : { path: ['kind'] }) } };
  } else if (kind === 'ClusterServiceVersion') {
    const { value, faults } = goDecode(object.json, csvType(), 'converter');
    yield* faults.map((fault) => ({ rule: DECODE, fault: typeFault('content-decode', file, fault) }));
    if (faults.length === 0) {
      yield* errorsOf(CSV_RULES, subject.with({ csv: subjectObject(file, value as SubjectObject['json']) }));
    }
  } else if (kind === 'CustomResourceDefinition') {
    yield* checkCrd(subject, object);
  } else if (!hidden) {
    yield* checkObject(subject, file);
  }
}

function* checkCrd(subject: ValidationSubject, { file, apiVersion, json }: SubjectObject): Iterable<RuleFault> {
  const type = crdType(apiVersion);
  if (type === undefined) {
    const message = `no tool of OLM knows CustomResourceDefinitions of apiVersion ${JSON.stringify(apiVersion)}`;
    yield { rule: CRD_VERSION, fault: { message, file, path: ['apiVersion'] } };
    return;
  }
  const { value, faults } = goDecode(json, type, readerOf(subject, file));
  yield* faults.map((fault) => ({ rule: DECODE, fault: typeFault('content-decode', file, fault) }));
  if (faults.length === 0) {
    yield* errorsOf(CRD_RULES, subject.with({ crds: [subjectObject(file, value as SubjectObject['json'])] }));
  }
}

const META = struct(OBJECT);

/** Any other object: its metadata must be what an API server takes. */
function* checkObject(subject: ValidationSubject, file: string): Iterable<RuleFault> {
  const { value, faults } = goDecode(subject.documents.get(file)!.value, META, 'json');
  if (faults.length > 0) {
    yield* faults.map((fault) => ({ rule: DECODE, fault: typeFault('content-decode', file, fault) }));
    return;
  }
  const metadata = isMap(value) ? value['metadata'] : undefined;
  for (const { message, path, field } of objectMetaFaults(metadata, new FieldPlace('metadata', ['metadata']))) {
    yield { rule: METADATA, fault: { message, file, path, field } };
  }
}

/** The errors that rules find; opm does not report their warnings. */
function* errorsOf(rules: readonly Rule[], subject: ValidationSubject): Iterable<RuleFault> {
  for (const rule of rules) {
    for (const fault of rule.check(subject)) {
      if ((fault.severity ?? rule.severity) === FindingSeverity.ERROR) {
        yield { rule, fault };
      }
    }
  }
}

const LOOSE_CSV = struct({ ...OBJECT, spec: ANY });
const OWNED = struct({ owned: listOf(struct({ group: TEXT, name: TEXT, version: TEXT, kind: TEXT })) });

/** What the ClusterServiceVersion says of the other files. The first one of them counts. */
function* checkTogether(subject: ValidationSubject, objects: readonly SubjectObject[]): Iterable<RuleFault> {
  if (objects.length === 0) {
    return;
  }
  const csv = objects.find(({ kind }) => kind === 'ClusterServiceVersion');
  if (csv === undefined) {
    yield { rule: CSV, fault: missingCsv(subject, 'opm') };
    return;
  }
  const loose = goDecode(csv.json, LOOSE_CSV, 'json').faults;
  const spec = csv.json['spec'];
  const badSpec = isMap(spec) ? [] : [{ path: ['spec'], message: 'must be a map, the description of the operator' }];
  const owned = goDecode(fieldAt(spec, 'customresourcedefinitions'), OWNED, 'json').faults
    .map(({ path, message }) => ({ path: ['spec', 'customresourcedefinitions', ...path], message }));
  const crds = crdKeys(objects);
  const faults = [...loose, ...badSpec, ...owned].map((fault) => typeFault('content-decode', csv.file, fault));
  yield* [...faults, ...crds.faults].map((fault) => ({ rule: DECODE, fault }));
  if (faults.length === 0 && crds.faults.length === 0) {
    yield* checkOwned(csv, crds.keys);
  }
  const release = fieldAt(spec, 'release');
  if (release !== undefined && release !== null && release !== '' && (textMapField(csv.json['metadata'], 'annotations')['olm.substitutesFor'] ?? '') !== '') {
    yield { rule: RELEASE, fault: { message: 'there are both spec.release and the annotation olm.substitutesFor', file: csv.file, path: ['spec', 'release'] } };
  }
}

function* checkOwned(csv: SubjectObject, keys: Set<string>): Iterable<RuleFault> {
  const owned = mapsField(fieldAt(csv.json, 'spec', 'customresourcedefinitions'), 'owned');
  for (const [index, crd] of owned.entries()) {
    const [group, name, version, kind] = ['group', 'name', 'version', 'kind'].map((key) => textField(crd, key) ?? '');
    const key = `{${[group, kind, name, version].join(' ')}}`;
    if (!keys.delete(key)) {
      const message = `the owned CRD ${name} with version ${version} and kind ${kind} does not stand in manifests/, or is owned twice`;
      yield { rule: OWNED_CRD, fault: { message, file: csv.file, path: ['spec', 'customresourcedefinitions', 'owned', index], value: key } };
    }
  }
}

/** The versions of the CRDs in a bundle, as opm keeps them: group, which it does not look at, kind, name and version. */
function crdKeys(objects: readonly SubjectObject[]): { readonly keys: Set<string>; readonly faults: readonly Fault[] } {
  const keys = new Set<string>();
  const faults: Fault[] = [];
  for (const { file, kind, apiVersion, version, name, json } of objects) {
    if (kind !== 'CustomResourceDefinition' || (version !== 'v1' && version !== 'v1beta1')) {
      continue;
    }
    faults.push(...goDecode(json, crdType(apiVersion) ?? LOOSE_CSV, 'json').faults.map((fault) => typeFault('content-decode', file, fault)));
    const spec = json['spec'];
    const names = mapsField(spec, 'versions').map((entry) => textField(entry, 'name') ?? '');
    const own = version === 'v1beta1' ? (textField(spec, 'version') ?? '') : '';
    for (const each of own === '' ? names : [own]) {
      keys.add(`{${['', textField(fieldAt(spec, 'names'), 'kind') ?? '', name, each].join(' ')}}`);
    }
  }
  return { keys, faults };
}

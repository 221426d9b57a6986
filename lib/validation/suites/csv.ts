import { textField, textMapField } from '../../json-value';
import { parseVersion } from '../../catalog/version';
import type { Fault, Rule } from '../rule';
import { FindingSeverity } from '../severity';
import type { SubjectObject, ValidationSubject } from '../subject';
import { csvNameFault } from '../csv-name';
import { missingFields } from '../required-fields';
import { EXAMPLE_RULES } from './csv-examples';
import { INSTALL_MODE_RULES } from './csv-install-modes';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/csv.go';
const { ERROR, WARNING } = FindingSeverity;

/** Rules of operator-framework's validator for ClusterServiceVersions. */
export const CSV_RULES: readonly Rule[] = [
  {
    id: 'csv-name',
    severity: ERROR,
    summary: 'the name of the ClusterServiceVersion is a DNS name that fits into a label',
    remedy: 'use lower case letters, digits, - and ., at most 63 of them, such as my-operator.v1.2.3',
    source: SOURCE,
    check: withCsv(function* (csv) {
      const demand = csvNameFault(csv.name);
      if (demand !== undefined) {
        yield { message: `the name ${JSON.stringify(csv.name)} must ${demand}`, file: csv.file, path: ['metadata', 'name'] };
      }
    }),
  },
  {
    id: 'csv-replaces-name',
    severity: ERROR,
    summary: 'the name in spec.replaces is one that a ClusterServiceVersion can have',
    remedy: 'name the ClusterServiceVersion that this one takes the place of, exactly as it is called',
    source: SOURCE,
    check: withCsv(function* (csv) {
      const replaces = textField(csv.json['spec'], 'replaces') ?? '';
      const demand = replaces === '' ? undefined : csvNameFault(replaces);
      if (demand !== undefined) {
        yield { message: `the name ${JSON.stringify(replaces)} in spec.replaces must ${demand}`, file: csv.file, path: ['spec', 'replaces'] };
      }
    }),
  },
  {
    id: 'csv-apiversion',
    severity: ERROR,
    summary: 'the ClusterServiceVersion has an apiVersion',
    remedy: 'write apiVersion: operators.coreos.com/v1alpha1',
    source: SOURCE,
    check: withCsv(function* (csv) {
      if (csv.apiVersion.split('/').length > 2 || csv.version === '') {
        yield { message: `the apiVersion must name a version, got ${JSON.stringify(csv.apiVersion)}`, file: csv.file, path: ['apiVersion'] };
      }
    }),
  },
  {
    id: 'csv-required',
    severity: ERROR,
    summary: 'required fields of the ClusterServiceVersion are set',
    remedy: 'set the field',
    source: 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/typecheck.go',
    check: withCsv(missingFields),
  },
  {
    id: 'csv-minkube',
    severity: ERROR,
    summary: 'spec.minKubeVersion says the oldest Kubernetes on which the operator runs, as a whole version',
    remedy: 'write all three numbers without a v, such as 1.27.0',
    source: SOURCE,
    check: withCsv(minKubeVersion),
  },
  ...EXAMPLE_RULES.map((rule) => ({ ...rule, source: SOURCE, check: withCsv(rule.check) })),
  ...INSTALL_MODE_RULES.map((rule) => ({ ...rule, source: SOURCE, check: withCsv(rule.check) })),
  {
    id: 'annot-case',
    severity: ERROR,
    summary: 'annotations that OLM knows are written in the case that it looks for',
    remedy: 'write the annotation in the right case; OLM does not see it otherwise',
    source: 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/annotations.go',
    check: withCsv(function* (csv) {
      yield* annotationCase(csv);
    }),
  },
  {
    id: 'annot-properties',
    severity: WARNING,
    summary: 'properties stand in metadata/properties.yaml rather than in an annotation',
    remedy: 'move the properties into metadata/properties.yaml',
    source: 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/annotations.go',
    check: withCsv(function* (csv) {
      if (Object.hasOwn(annotationsOf(csv), 'olm.properties')) {
        const path = ['metadata', 'annotations', 'olm.properties'];
        yield { message: 'the annotation olm.properties holds properties of the bundle', file: csv.file, path };
      }
    }),
  },
];

/** A check of the ClusterServiceVersion, which finds nothing where there is none. */
function withCsv(check: (csv: SubjectObject) => Iterable<Fault>): (subject: ValidationSubject) => Iterable<Fault> {
  return ({ csv }) => (csv === undefined ? [] : check(csv));
}

function annotationsOf(csv: SubjectObject): { readonly [key: string]: string } {
  return textMapField(csv.json['metadata'], 'annotations');
}

function* minKubeVersion(csv: SubjectObject): Iterable<Fault> {
  const text = textField(csv.json['spec'], 'minKubeVersion') ?? '';
  if (text.trim() === '') {
    const message = 'spec.minKubeVersion is not set, so OLM installs the operator on any Kubernetes, however old';
    const remedy = 'set it to the oldest release that you test with, such as 1.27.0';
    yield { message, file: csv.file, path: ['spec', 'minKubeVersion'], severity: WARNING, remedy };
  } else if (parseVersion(text) === undefined) {
    yield { message: `spec.minKubeVersion must be a whole version, got ${JSON.stringify(text)}`, file: csv.file, path: ['spec', 'minKubeVersion'], value: text };
  }
}

const KNOWN_ANNOTATIONS = ['olm.operatorGroup', 'olm.operatorNamespace', 'olm.targetNamespaces', 'olm.providedAPIs', 'olm.skipRange'];

/** Annotations of an object that differ from one that OLM knows in nothing but case. */
export function* annotationCase(object: SubjectObject): Iterable<Fault> {
  for (const key of Object.keys(annotationsOf(object))) {
    const known = KNOWN_ANNOTATIONS.find((name) => name.toLowerCase() === key.toLowerCase());
    if (known !== undefined && known !== key) {
      const message = `the annotation ${key} must be written ${known}`;
      yield { message, file: object.file, path: ['metadata', 'annotations', key], value: key };
    }
  }
}

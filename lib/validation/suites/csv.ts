import { field, isMap, stringField } from '../../formats/json/json-value';
import type { ValuePath } from '../../formats/json/source-position';
import { parseVersion } from '../../formats/semver/version';
import { type GoType, OBJECT_META, STRING, struct } from '../../formats/yaml/go-type';
import type { BundleObject } from '../model/bundle-view';
import { annotationsOf, csvNameError, withCsv } from '../model/csv-parts';
import { FindingSeverity } from '../model/finding';
import type { Fault, Rule } from '../model/rule';
import { csvType } from '../views/csv-type';
import { EXAMPLE_RULES } from './csv-examples';
import { INSTALL_MODE_RULES } from './csv-install-modes';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/csv.go';
const { ERROR, WARNING } = FindingSeverity;

/** Rules of operator-framework's validator for ClusterServiceVersions. */
export const CSV_RULES: readonly Rule[] = [
  {
    id: 'csv-name',
    severity: ERROR,
    summary: 'the name of the CSV is a DNS name that fits into a label',
    remedy: 'use at most 63 lowercase letters, digits, dashes and dots, such as my-operator.v1.2.3',
    source: SOURCE,
    check: withCsv(function* (csv) {
      const requirement = csvNameError(csv.name);
      if (requirement !== undefined) {
        yield { message: `the name ${JSON.stringify(csv.name)} must ${requirement}`, file: csv.file, path: ['metadata', 'name'] };
      }
    }),
  },
  {
    id: 'csv-replaces-name',
    severity: ERROR,
    summary: 'spec.replaces is a valid name of a CSV',
    remedy: 'set the exact name of the CSV that this one replaces',
    source: SOURCE,
    check: withCsv(function* (csv) {
      const replaces = stringField(csv.json['spec'], 'replaces') ?? '';
      const requirement = replaces === '' ? undefined : csvNameError(replaces);
      if (requirement !== undefined) {
        yield { message: `the name ${JSON.stringify(replaces)} in spec.replaces must ${requirement}`, file: csv.file, path: ['spec', 'replaces'] };
      }
    }),
  },
  {
    id: 'csv-apiversion',
    severity: ERROR,
    summary: 'the CSV has an apiVersion',
    remedy: 'set apiVersion: operators.coreos.com/v1alpha1',
    source: SOURCE,
    check: withCsv(function* (csv) {
      if (csv.apiVersion.split('/').length > 2 || csv.version === '') {
        yield { message: `apiVersion must have the form <group>/<version>, got ${JSON.stringify(csv.apiVersion)}`, file: csv.file, path: ['apiVersion'] };
      }
    }),
  },
  {
    id: 'csv-required',
    severity: ERROR,
    summary: 'the required fields of the CSV are set',
    remedy: 'set the field',
    source: 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/typecheck.go',
    check: withCsv(missingFields),
  },
  {
    id: 'csv-minkube',
    severity: ERROR,
    summary: 'spec.minKubeVersion is the full version of the oldest supported Kubernetes release',
    remedy: 'set all three numbers, without a v, such as 1.27.0',
    source: SOURCE,
    check: withCsv(minKubeVersionFaults),
  },
  ...EXAMPLE_RULES.map((rule) => ({ ...rule, source: SOURCE, check: withCsv(rule.check) })),
  ...INSTALL_MODE_RULES.map((rule) => ({ ...rule, source: SOURCE, check: withCsv(rule.check) })),
  {
    id: 'annot-case',
    severity: ERROR,
    summary: 'annotations that OLM knows have the right case',
    remedy: 'correct the case of the annotation; OLM ignores it otherwise',
    source: 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/annotations.go',
    check: withCsv(function* (csv) {
      yield* annotationCase(csv);
    }),
  },
  {
    id: 'annot-properties',
    severity: WARNING,
    summary: 'properties are in metadata/properties.yaml, not in an annotation',
    remedy: 'move the properties to metadata/properties.yaml',
    source: 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/annotations.go',
    check: withCsv(function* (csv) {
      if (Object.hasOwn(annotationsOf(csv), 'olm.properties')) {
        const path = ['metadata', 'annotations', 'olm.properties'];
        yield { message: 'the annotation olm.properties contains properties of the bundle', file: csv.file, path };
      }
    }),
  },
];

/** Yields what OLM ignores or refuses about `spec.minKubeVersion`. */
export function* minKubeVersionFaults({ file, json }: BundleObject): Iterable<Fault> {
  const path = ['spec', 'minKubeVersion'];
  const version = stringField(json['spec'], 'minKubeVersion') ?? '';
  if (version.trim() === '') {
    const message = 'spec.minKubeVersion is not set, so OLM installs the operator on any Kubernetes version';
    const remedy = 'set spec.minKubeVersion to the oldest release that you test with, such as 1.27.0';
    yield { message, file, path, severity: WARNING, remedy };
  } else if (parseVersion(version) === undefined) {
    yield { message: `spec.minKubeVersion must be a full version such as 1.27.0, got ${JSON.stringify(version)}`, file, path, value: version };
  }
}

const KNOWN_ANNOTATIONS = ['olm.operatorGroup', 'olm.operatorNamespace', 'olm.targetNamespaces', 'olm.providedAPIs', 'olm.skipRange'];

/** Yields a fault for each annotation that only differs from a known one in case. */
export function* annotationCase(object: BundleObject): Iterable<Fault> {
  for (const key of Object.keys(annotationsOf(object))) {
    const known = KNOWN_ANNOTATIONS.find((name) => name.toLowerCase() === key.toLowerCase());
    if (known !== undefined && known !== key) {
      const message = `the annotation ${key} must be spelled ${known}`;
      yield { message, file: object.file, path: ['metadata', 'annotations', key], value: key };
    }
  }
}

/**
 * Returns a fault for each missing required field of a CSV, except fields in lists. A field with only empty values counts as missing, and then its
 * own fields are not reported.
 */
function* missingFields(csv: BundleObject): Iterable<Fault> {
  const { json, file } = csv;
  const missing = (name: string, path: ValuePath, what: string): Fault => ({ message: `${what} must be set`, file, path, field: name });
  if (csv.kind === '' && csv.apiVersion === '') {
    yield missing('TypeMeta', [], 'apiVersion and kind');
  }
  if (isEmpty(json['metadata'], OBJECT_META)) {
    yield missing('ObjectMeta', ['metadata'], 'metadata');
  }
  const spec = json['spec'];
  const types = csvType().fields['spec'] as { readonly fields: { readonly [name: string]: GoType } };
  if (isEmpty(spec, csvType().fields['spec']!)) {
    yield missing('Spec', ['spec'], 'spec');
    return;
  }
  const install = field(spec, 'install');
  if (isEmpty(install, types.fields['install']!)) {
    yield missing('Spec.InstallStrategy', ['spec', 'install'], 'spec.install');
  } else {
    if (isEmpty(field(install, 'strategy'), STRING)) {
      yield missing('Spec.InstallStrategy.StrategyName', ['spec', 'install', 'strategy'], 'spec.install.strategy');
    }
    const details = field(install, 'spec');
    if (!isEmpty(details, STRATEGY) && isEmpty(field(details, 'deployments'), ITEMS)) {
      const name = 'Spec.InstallStrategy.StrategySpec.DeploymentSpecs';
      yield missing(name, ['spec', 'install', 'spec', 'deployments'], 'spec.install.spec.deployments');
    }
  }
  if (isEmpty(field(spec, 'displayName'), STRING)) {
    yield missing('Spec.DisplayName', ['spec', 'displayName'], 'spec.displayName');
  }
}

const ITEMS: GoType = { is: 'list', items: STRING };
const STRATEGY = struct({ deployments: ITEMS, permissions: ITEMS, clusterPermissions: ITEMS });

/** Whether a value is the zero value of its Go type. Lists and maps never are, even if they are empty. */
function isEmpty(value: unknown, type: GoType): boolean {
  if (value === undefined || value === null) {
    return true;
  }
  if (type.is !== 'struct') {
    return value === '' || value === false || value === 0;
  }
  return isMap(value) && Object.entries(type.fields).every(([name, inner]) => isEmpty(field(value, name), inner));
}

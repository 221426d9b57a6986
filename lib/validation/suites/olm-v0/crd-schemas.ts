import { field, isMap, type JsonMap, mapListField, stringField } from '../../../formats/json/json-value';
import type { ValuePath } from '../../../formats/json/source-position';
import { FindingSeverity } from '../../model/finding';
import { type Fault, inFile, locatedMaps, type Rule } from '../../model/rule';

const STRUCTURAL = 'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema';
const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

/** Rules about the schemas of CRDs, which upstream's validators leave to the API server. */
export const CRD_SCHEMA_RULES: readonly Rule[] = [
  {
    id: 'olm-v0-crd-schema',
    severity: FindingSeverity.ERROR,
    summary: 'each version of a CRD has a structural schema: every field has a type',
    remedy: 'generate the CRD again, or add what is missing; OLM v0 installs nothing of the bundle otherwise',
    source: STRUCTURAL,
    *check({ crds }) {
      // Clusters that still serve v1beta1 accept schemas that are not structural.
      for (const { file, json } of crds.filter(({ version }) => version === 'v1')) {
        yield* inFile(file, schemaFaults(json));
      }
    },
  },
];

function* schemaFaults(crd: JsonMap): Iterable<Fault> {
  for (const { value: version, path } of locatedMaps(field(crd, 'spec'), 'versions', ['spec'])) {
    const holder = field(version, 'schema');
    const schema = field(holder, 'openAPIV3Schema');
    if (schema === undefined || schema === null) {
      yield { message: `version ${stringField(version, 'name') ?? '?'} has no schema.openAPIV3Schema`, path };
    } else if (isMap(schema)) {
      yield* structureFaults(schema, [...path, 'schema', 'openAPIV3Schema'], true);
    }
  }
}

/** Values whose type need not be set: an integer or a string, or anything. */
const UNTYPED = ['x-kubernetes-int-or-string', 'x-kubernetes-preserve-unknown-fields'];

/**
 * Yields where a schema is not structural.
 *
 * @see https://github.com/kubernetes/apiextensions-apiserver/blob/master/pkg/apiserver/schema/validation.go
 */
function* structureFaults(schema: JsonMap, path: ValuePath, isRoot: boolean): Iterable<Fault> {
  const type = stringField(schema, 'type') ?? '';
  if (type === '' && (isRoot || !UNTYPED.some((key) => schema[key] === true))) {
    yield { message: `the schema of ${placeOf(path)} has no type`, path };
  } else if (type !== '' && !TYPES.includes(type)) {
    yield { message: `the schema of ${placeOf(path)} has the unknown type ${JSON.stringify(type)}; types: ${TYPES.join(', ')}`, path: [...path, 'type'] };
  } else if (isRoot && type !== 'object') {
    yield { message: `the schema of an object must have the type object, got ${JSON.stringify(type)}`, path: [...path, 'type'] };
  }
  const items = field(schema, 'items');
  if (type === 'array' && (items === undefined || items === null)) {
    yield { message: `the schema of ${placeOf(path)} is a list without items`, path };
  }
  const properties = field(schema, 'properties');
  for (const [key, inner] of isMap(properties) ? Object.entries(properties) : []) {
    yield* isMap(inner) ? structureFaults(inner, [...path, 'properties', key], false) : [];
  }
  for (const key of ['items', 'additionalProperties']) {
    const inner = field(schema, key);
    yield* isMap(inner) ? structureFaults(inner, [...path, key], false) : [];
  }
}

/** Returns the field of the object that a part of its schema describes, such as `spec.size`. */
function placeOf(path: ValuePath): string {
  const steps = path.slice(path.indexOf('openAPIV3Schema') + 1).filter((step, at, all) => step !== 'properties' || all[at - 1] === 'properties');
  const place = steps.map((step) => (step === 'items' ? '[]' : step === 'additionalProperties' ? '.*' : `.${step}`)).join('').replace(/^\./, '');
  return place === '' ? 'the object' : place;
}

/** Returns the versions of a CRD that it serves. */
export function servedVersions(crd: JsonMap): string[] {
  return mapListField(field(crd, 'spec'), 'versions').filter((version) => version['served'] === true).map((version) => stringField(version, 'name') ?? '');
}

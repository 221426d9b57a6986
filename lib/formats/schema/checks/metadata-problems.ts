import {
  field as fieldOf, integerField, isMap, type JsonMap, mapListField, stringField, stringListField, stringMapField,
} from '../../json/json-value';
import { type FieldError, FieldPath } from './field-error';
import { innerValues, type JsonSchema } from './json-schema';
import { label1035Errors, labelErrors, subdomainErrors } from './kubernetes-names';
import { annotationsErrors, finalizerErrors, labelsErrors, ownerErrors, withoutTrailingDash } from './object-meta';
import { storedValue } from './stored-value';
import { blockingProblem, type ObjectProblem, problem, type ValueProblem, valueProblems } from './value-problems';

/** Returns the problems of the metadata of an object that is sent to the API server, which may lack a namespace because clients add it. */
export function metadataProblems(metadata: unknown, unknown: ObjectProblem[]): ValueProblem[] {
  const path = new FieldPath('metadata', ['metadata']);
  const name = stringField(metadata, 'name') ?? '';
  const generateName = stringField(metadata, 'generateName') ?? '';
  return [
    ...checkedMetadata(metadata, 'metadata', unknown, stored => [
      ...path.child('generateName').errors(generateName === '' ? [] : subdomainErrors(withoutTrailingDash(generateName)), generateName),
      ...path.child('name').errors(name === '' ? generatedErrors(generateName) : subdomainErrors(name), name === '' ? generateName : name),
      ...commonErrors(stored, path),
    ]),
    ...(name === '' && generateName === '' ? [blockingProblem('metadata.name', 'is required')] : []),
  ];
}

/** Returns the problems of the metadata of an object in a field of another one, whose name must only be valid in a URL. */
function embeddedMetadataProblems(metadata: unknown, field: string, unknown: ObjectProblem[]): ValueProblem[] {
  const path = new FieldPath(field, [field]);
  return checkedMetadata(metadata, field, unknown, stored => [
    ...path.child('generateName').errors(segmentErrors(stringField(stored, 'generateName') ?? '', true)),
    ...path.child('name').errors(segmentErrors(stringField(stored, 'name') ?? '', false)),
    ...commonErrors(stored, path),
  ]);
}

function checkedMetadata(metadata: unknown, field: string, unknown: ObjectProblem[], errorsOf: (stored: JsonMap) => FieldError[]): ValueProblem[] {
  const stored = storedValue(metadata ?? {}, OBJECT_META, field, unknown);
  const problems = valueProblems(stored, OBJECT_META, field);
  return problems.length > 0 ? problems : errorsOf(stored as JsonMap).map(error => problem(error.field, error.requirement));
}

function commonErrors(metadata: JsonMap, path: FieldPath): FieldError[] {
  const namespace = stringField(metadata, 'namespace') ?? '';
  const generation = integerField(metadata, 'generation') ?? 0;
  return [
    ...path.child('namespace').errors(namespace === '' ? [] : labelErrors(namespace), namespace),
    ...(generation < 0 ? [path.child('generation').error('not be negative', generation)] : []),
    ...labelsErrors(stringMapField(metadata, 'labels'), path.child('labels')),
    ...annotationsErrors(stringMapField(metadata, 'annotations'), path.child('annotations')),
    ...ownerErrors(mapListField(metadata, 'ownerReferences'), path.child('ownerReferences')),
    ...finalizerErrors(stringListField(metadata, 'finalizers'), path.child('finalizers')),
  ];
}

/** Checks the name that the API server generates from a prefix: the start of the prefix, and five characters. */
function generatedErrors(generateName: string): string[] {
  return generateName === '' ? [] : subdomainErrors(`${generateName.slice(0, 58)}xxxxx`);
}

function segmentErrors(name: string, isPrefix: boolean): string[] {
  return [
    ...(!isPrefix && (name === '.' || name === '..') ? [`not be '${name}'`] : []),
    ...['/', '%'].filter(character => name.includes(character)).map(character => `not contain '${character}'`),
  ];
}

const API_VERSION = /^(?:[^/]*\/)?[^/]*$/;

/**
 * Returns the problems in the common fields of objects that are embedded in fields of another object.
 *
 * @see https://github.com/kubernetes/apiextensions-apiserver/tree/master/pkg/apiserver/schema/objectmeta
 */
export function embeddedResourceProblems(value: unknown, schema: JsonSchema, field: string, unknown: ObjectProblem[]): ValueProblem[] {
  return [
    ...(schema['x-kubernetes-embedded-resource'] === true && isMap(value) ? resourceProblems(value, field, unknown) : []),
    ...innerValues(value, schema, field).flatMap(inner => embeddedResourceProblems(inner.value, inner.schema, inner.field, unknown)),
  ];
}

function resourceProblems(resource: JsonMap, field: string, unknown: ObjectProblem[]): ValueProblem[] {
  return [
    ...identityProblems(resource, 'apiVersion', field, apiVersion => (API_VERSION.test(apiVersion) ? [] : ['have the form <version> or <group>/<version>'])),
    ...identityProblems(resource, 'kind', field, kind => label1035Errors(kind.toLowerCase())),
    ...(fieldOf(resource, 'metadata') === undefined ? [] : embeddedMetadataProblems(resource['metadata'], `${field}.metadata`, unknown)),
  ];
}

function identityProblems(resource: JsonMap, key: string, field: string, errorsOf: (value: string) => string[]): ValueProblem[] {
  const value = fieldOf(resource, key);
  const here = `${field}.${key}`;
  if (value === undefined) {
    return [blockingProblem(here, 'is required')];
  }
  if (typeof value !== 'string') {
    return [problem(here, 'must be a string')];
  }
  return value === '' ? [problem(here, 'must not be empty')] : errorsOf(value).map(requirement => problem(here, `must ${requirement}`));
}

const STRING: JsonSchema = { type: 'string' };
const BOOLEAN: JsonSchema = { type: 'boolean' };
const INT64: JsonSchema = { type: 'integer', format: 'int64' };
const TIME: JsonSchema = { type: 'string', format: 'date-time' };
const STRINGS: JsonSchema = { type: 'object', additionalProperties: STRING };
const listOf = (properties: JsonSchema['properties']): JsonSchema => ({ type: 'array', items: { type: 'object', properties: properties! } });

/**
 * Fields of `metadata`, which CRDs do not declare.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/
 */
const OBJECT_META: JsonSchema = {
  type: 'object',
  properties: {
    annotations: STRINGS,
    creationTimestamp: TIME,
    deletionGracePeriodSeconds: INT64,
    deletionTimestamp: TIME,
    finalizers: { type: 'array', items: STRING },
    generateName: STRING,
    generation: INT64,
    labels: STRINGS,
    managedFields: listOf({
      apiVersion: STRING,
      fieldsType: STRING,
      fieldsV1: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true },
      manager: STRING,
      operation: STRING,
      subresource: STRING,
      time: TIME,
    }),
    name: STRING,
    namespace: STRING,
    ownerReferences: listOf({ apiVersion: STRING, blockOwnerDeletion: BOOLEAN, controller: BOOLEAN, kind: STRING, name: STRING, uid: STRING }),
    resourceVersion: STRING,
    selfLink: STRING,
    uid: STRING,
  },
};

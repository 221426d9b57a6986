import { field as fieldOf, isMap, type JsonMap } from '../../json/json-value';
import { label1035Errors } from '../formats/names';
import type { JsonSchema } from '../model/json-schema';
import type { ObjectProblem } from '../model/object-problem';
import { blockingProblem, problem, type ValueProblem } from '../model/value-problem';
import { innerValues } from '../structure/inner-values';
import { embeddedMetadataProblems } from './metadata-problems';

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

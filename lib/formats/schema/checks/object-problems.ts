import { field as fieldOf, type JsonMap } from '../../json/json-value';
import type { KubernetesManifest } from '../kubernetes-manifest';
import type { JsonSchema } from './json-schema';
import { embeddedResourceProblems, metadataProblems } from './metadata-problems';
import { ruleProblems } from './rule-problems';
import { storedValue } from './stored-value';
import { duplicateItems, type ObjectProblem, valueProblems } from './value-problems';

/** The parts of a CRD that determine which objects are valid. */
interface Definition {
  readonly group: string;
  readonly names: { readonly kind: string };
  readonly versions: readonly DefinitionVersion[];
}

interface DefinitionVersion {
  readonly name: string;
  readonly served: boolean;
  readonly schema: { readonly openAPIV3Schema: JsonSchema };
  readonly subresources?: { readonly status?: object };
}

/**
 * Returns the fields of an object that the API server rejects under a CRD, with strict field validation, or an empty list if it accepts the object.
 *
 * As on the API server, rules in the Common Expression Language are only evaluated if nothing is missing, too large, of the wrong type or outside of
 * an `enum`, and a status is ignored if it is a subresource. Webhooks and everything that depends on the cluster are not checked. Of the functions
 * that the API server adds to the language, only those for regular expressions, URLs, formats and quantities are supported; expressions that use
 * others are left to the API server.
 *
 * @param crd a CustomResourceDefinition that the API server accepts
 * @param object any value
 * @param earlier the object in the cluster, for rules about changes; by default the object is new
 *
 * @see https://github.com/kubernetes/apiextensions-apiserver/blob/master/pkg/registry/customresource/strategy.go
 */
export function objectProblems(crd: KubernetesManifest, object: object, earlier?: object): ObjectProblem[] {
  const { group, names: { kind }, versions } = crd['spec'] as Definition;
  const served = versions.filter(version => version.served);
  const version = served.find(({ name }) => fieldOf(object, 'apiVersion') === `${group}/${name}`);
  if (version === undefined) {
    return [{ field: 'apiVersion', message: `must be ${served.map(({ name }) => `${group}/${name}`).join(' or ')}` }];
  }
  if (fieldOf(object, 'kind') !== kind) {
    return [{ field: 'kind', message: `must be ${kind}` }];
  }
  const schema = version.schema.openAPIV3Schema;
  const unknown: ObjectProblem[] = [];
  const before = earlier === undefined ? undefined : storedValue(earlier, schema, '', [], true);
  const sent = storedValue(object, schema, '', unknown, true);
  const value = version.subresources?.status === undefined ? sent : withStatusOf(before, sent);
  const problems = [
    ...metadataProblems(fieldOf(object, 'metadata'), unknown),
    ...valueProblems(value, schema, ''),
    ...embeddedResourceProblems(value, schema, '', unknown),
    ...duplicateItems(value, schema, ''),
  ];
  const rules = problems.some(({ blocksRules }) => blocksRules) ? [] : ruleProblems(value, schema, before);
  return [...unknown, ...problems.map(({ field, message }) => ({ field, message })), ...rules];
}

/** Returns an object with the status of the earlier one: only updates of the subresource change the status. */
function withStatusOf(earlier: unknown, object: unknown): JsonMap {
  const { status: _, ...others } = object as JsonMap;
  const status = fieldOf(earlier, 'status');
  return status === undefined ? others : { ...others, status };
}

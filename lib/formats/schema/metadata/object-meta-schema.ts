import type { JsonSchema } from '../model/json-schema';

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
export const OBJECT_META: JsonSchema = {
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

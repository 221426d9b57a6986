import {
  ANY, BOOLEAN, BYTES, type GoType, INT32, INT64, listOf, mapOf, NUMBER, OBJECT, STRING, struct, type StructType, TIME,
} from '../../formats/yaml/go-type';

const column = { name: STRING, type: STRING, format: STRING, description: STRING, priority: INT32 };
const columnsV1 = listOf(struct({ ...column, jsonPath: STRING }, ['name', 'type', 'jsonPath']));
const columnsV1beta1 = listOf(struct({ ...column, JSONPath: STRING }));
const subresources = struct({
  status: struct({}),
  scale: struct(
    { specReplicasPath: STRING, statusReplicasPath: STRING, labelSelectorPath: STRING },
    ['specReplicasPath', 'statusReplicasPath'],
    ['labelSelectorPath'],
  ),
});
const clientConfig = struct({
  url: STRING,
  service: struct({ namespace: STRING, name: STRING, path: STRING, port: INT32 }, ['namespace', 'name'], ['path', 'port']),
  caBundle: BYTES,
}, [], ['url']);
const selectableFields = listOf(struct({ jsonPath: STRING }, ['jsonPath']));
const names = struct(
  { plural: STRING, singular: STRING, shortNames: listOf(STRING), kind: STRING, listKind: STRING, categories: listOf(STRING) },
  ['plural', 'kind'],
);

/** Kubernetes' JSONSchemaProps. */
const schemaFields: { [name: string]: GoType } = {
  id: STRING,
  $schema: STRING,
  $ref: STRING,
  description: STRING,
  type: STRING,
  format: STRING,
  title: STRING,
  default: ANY,
  example: ANY,
  maximum: NUMBER,
  exclusiveMaximum: BOOLEAN,
  minimum: NUMBER,
  exclusiveMinimum: BOOLEAN,
  maxLength: INT64,
  minLength: INT64,
  pattern: STRING,
  maxItems: INT64,
  minItems: INT64,
  uniqueItems: BOOLEAN,
  multipleOf: NUMBER,
  enum: listOf(ANY),
  maxProperties: INT64,
  minProperties: INT64,
  required: listOf(STRING),
  'nullable': BOOLEAN,
  'externalDocs': struct({ description: STRING, url: STRING }),
  'x-kubernetes-preserve-unknown-fields': BOOLEAN,
  'x-kubernetes-embedded-resource': BOOLEAN,
  'x-kubernetes-int-or-string': BOOLEAN,
  'x-kubernetes-list-map-keys': listOf(STRING),
  'x-kubernetes-list-type': STRING,
  'x-kubernetes-map-type': STRING,
  'x-kubernetes-validations': listOf(
    struct(
      { rule: STRING, message: STRING, messageExpression: STRING, reason: STRING, fieldPath: STRING, optionalOldSelf: BOOLEAN },
      ['rule'],
      ['reason', 'optionalOldSelf'],
    ),
  ),
};
const schema: GoType = struct(schemaFields, [], [
  'maximum', 'minimum', 'multipleOf', 'maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties',
  'x-kubernetes-preserve-unknown-fields', 'x-kubernetes-list-type', 'x-kubernetes-map-type',
]);
for (const name of ['definitions', 'patternProperties', 'properties']) {
  schemaFields[name] = mapOf(schema);
}
for (const name of ['additionalItems', 'additionalProperties']) {
  schemaFields[name] = { is: 'schema-or', schema, ignoresOthers: false };
}
schemaFields['items'] = { is: 'schema-or', schema, list: listOf(schema), ignoresOthers: true };
schemaFields['dependencies'] = mapOf({ is: 'schema-or', schema, list: listOf(STRING), ignoresOthers: true });
schemaFields['not'] = schema;
for (const name of ['allOf', 'anyOf', 'oneOf']) {
  schemaFields[name] = listOf(schema);
}

const version = {
  name: STRING,
  served: BOOLEAN,
  storage: BOOLEAN,
  deprecated: BOOLEAN,
  deprecationWarning: STRING,
  schema: struct({ openAPIV3Schema: schema }),
  subresources,
  selectableFields,
};

const reviewVersions = { conversionReviewVersions: listOf(STRING) };
const conversionV1 = struct({ strategy: STRING, webhook: struct({ clientConfig, ...reviewVersions }, ['conversionReviewVersions']) }, ['strategy']);
const conversionV1beta1 = struct({ strategy: STRING, webhookClientConfig: clientConfig, ...reviewVersions });

const status = struct({
  conditions: listOf(struct({ type: STRING, status: STRING, lastTransitionTime: TIME, reason: STRING, message: STRING, observedGeneration: INT64 })),
  acceptedNames: names,
  storedVersions: listOf(STRING),
  observedGeneration: INT64,
});

/**
 * Go type of a CRD of apiextensions.k8s.io/v1.
 *
 * @see https://pkg.go.dev/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1#CustomResourceDefinition
 */
export const CRD_V1: StructType = struct({
  ...OBJECT,
  spec: struct({
    group: STRING,
    names,
    scope: STRING,
    versions: listOf(struct({ ...version, additionalPrinterColumns: columnsV1 }, ['name', 'served', 'storage'], ['deprecationWarning'])),
    conversion: conversionV1,
    preserveUnknownFields: BOOLEAN,
  }, ['group', 'names', 'scope', 'versions']),
  status,
}, ['spec']);

/**
 * Go type of a CRD of apiextensions.k8s.io/v1beta1.
 *
 * @see https://pkg.go.dev/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1#CustomResourceDefinition
 */
export const CRD_V1BETA1: StructType = struct({
  ...OBJECT,
  spec: struct({
    group: STRING,
    version: STRING,
    names,
    scope: STRING,
    validation: struct({ openAPIV3Schema: schema }),
    subresources,
    versions: listOf(struct({ ...version, additionalPrinterColumns: columnsV1beta1 })),
    additionalPrinterColumns: columnsV1beta1,
    selectableFields,
    conversion: conversionV1beta1,
    preserveUnknownFields: BOOLEAN,
  }),
  status,
});

/** Returns the Go type of a CRD by its apiVersion, or undefined for versions that OLM's tools do not support. */
export function crdType(apiVersion: string): StructType | undefined {
  switch (apiVersion) {
    case 'apiextensions.k8s.io/v1':
      return CRD_V1;
    case 'apiextensions.k8s.io/v1beta1':
      return CRD_V1BETA1;
    default:
      return undefined;
  }
}

import type { GoType, StructType } from './go-type';
import { ANY, BOOLEAN, INT64, listOf, mapOf, NUMBER, OBJECT, struct, TEXT, TIME } from './go-type';

const columns = listOf(struct({
  name: TEXT,
  type: TEXT,
  format: TEXT,
  description: TEXT,
  priority: { is: 'int32' },
  jsonPath: TEXT,
  JSONPath: TEXT,
}));
const subresources = struct({
  status: struct({}),
  scale: struct({ specReplicasPath: TEXT, statusReplicasPath: TEXT, labelSelectorPath: TEXT }),
});
const clientConfig = struct({
  url: TEXT,
  service: struct({ namespace: TEXT, name: TEXT, path: TEXT, port: { is: 'int32' } }),
  caBundle: { is: 'bytes' },
});
const selectableFields = listOf(struct({ jsonPath: TEXT }));
const names = struct({ plural: TEXT, singular: TEXT, shortNames: listOf(TEXT), kind: TEXT, listKind: TEXT, categories: listOf(TEXT) });

/** Kubernetes' JSONSchemaProps. */
const schemaFields: { [name: string]: GoType } = {
  id: TEXT,
  $schema: TEXT,
  $ref: TEXT,
  description: TEXT,
  type: TEXT,
  format: TEXT,
  title: TEXT,
  maximum: NUMBER,
  exclusiveMaximum: BOOLEAN,
  minimum: NUMBER,
  exclusiveMinimum: BOOLEAN,
  maxLength: INT64,
  minLength: INT64,
  pattern: TEXT,
  maxItems: INT64,
  minItems: INT64,
  uniqueItems: BOOLEAN,
  multipleOf: NUMBER,
  enum: listOf(ANY),
  maxProperties: INT64,
  minProperties: INT64,
  required: listOf(TEXT),
  'nullable': BOOLEAN,
  'externalDocs': struct({ description: TEXT, url: TEXT }),
  'x-kubernetes-preserve-unknown-fields': BOOLEAN,
  'x-kubernetes-embedded-resource': BOOLEAN,
  'x-kubernetes-int-or-string': BOOLEAN,
  'x-kubernetes-list-map-keys': listOf(TEXT),
  'x-kubernetes-list-type': TEXT,
  'x-kubernetes-map-type': TEXT,
  'x-kubernetes-validations': listOf(
    struct({ rule: TEXT, message: TEXT, messageExpression: TEXT, reason: TEXT, fieldPath: TEXT, optionalOldSelf: BOOLEAN }),
  ),
};
const schema: GoType = struct(schemaFields);
for (const name of ['definitions', 'patternProperties', 'properties']) {
  schemaFields[name] = mapOf(schema);
}
for (const name of ['additionalItems', 'additionalProperties']) {
  schemaFields[name] = { is: 'shapes', map: schema, ignoresOthers: false };
}
schemaFields['items'] = { is: 'shapes', map: schema, list: listOf(schema), ignoresOthers: true };
schemaFields['dependencies'] = mapOf({ is: 'shapes', map: schema, list: listOf(TEXT), ignoresOthers: true });
schemaFields['not'] = schema;
for (const name of ['allOf', 'anyOf', 'oneOf']) {
  schemaFields[name] = listOf(schema);
}

const version = {
  name: TEXT,
  served: BOOLEAN,
  storage: BOOLEAN,
  deprecated: BOOLEAN,
  deprecationWarning: TEXT,
  schema: struct({ openAPIV3Schema: schema }),
  subresources,
  additionalPrinterColumns: columns,
  selectableFields,
};

const conversion = struct({
  strategy: TEXT,
  webhook: struct({ clientConfig, conversionReviewVersions: listOf(TEXT) }),
  webhookClientConfig: clientConfig,
  conversionReviewVersions: listOf(TEXT),
});

const status = struct({
  conditions: listOf(struct({ type: TEXT, status: TEXT, lastTransitionTime: TIME, reason: TEXT, message: TEXT, observedGeneration: INT64 })),
  acceptedNames: names,
  storedVersions: listOf(TEXT),
  observedGeneration: INT64,
});

/**
 * The Go type of a CustomResourceDefinition of version v1.
 *
 * @see https://pkg.go.dev/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1#CustomResourceDefinition
 */
export const CRD_V1: StructType = struct({
  ...OBJECT,
  spec: struct({ group: TEXT, names, scope: TEXT, versions: listOf(struct(version)), conversion, preserveUnknownFields: BOOLEAN }),
  status,
});

/**
 * The Go type of a CustomResourceDefinition of version v1beta1.
 *
 * @see https://pkg.go.dev/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1#CustomResourceDefinition
 */
export const CRD_V1BETA1: StructType = struct({
  ...OBJECT,
  spec: struct({
    group: TEXT,
    version: TEXT,
    names,
    scope: TEXT,
    validation: struct({ openAPIV3Schema: schema }),
    subresources,
    versions: listOf(struct(version)),
    additionalPrinterColumns: columns,
    selectableFields,
    conversion,
    preserveUnknownFields: BOOLEAN,
  }),
  status,
});

/** The Go type of a CustomResourceDefinition, by its apiVersion; undefined for versions that OLM's tools do not know. */
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

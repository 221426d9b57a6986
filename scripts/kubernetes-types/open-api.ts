/** Keywords of OpenAPI v3 that Kubernetes uses for its types. */
export interface OpenApiSchema {
  readonly $ref?: string;
  readonly allOf?: readonly OpenApiSchema[];
  readonly type?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly properties?: { readonly [name: string]: OpenApiSchema };
  readonly required?: readonly string[];
  readonly items?: OpenApiSchema;
  readonly additionalProperties?: OpenApiSchema;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
}

/** Types by full name, such as `io.k8s.api.core.v1.PodSpec`. */
export interface OpenApiTypes {
  readonly [name: string]: OpenApiSchema;
}

/**
 * Returns the full name of the type that a schema refers to, if it is a reference. Kubernetes wraps a reference in `allOf` if it has other
 * keywords, such as a default.
 */
export function referencedType(schema: OpenApiSchema): string | undefined {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  return reference?.slice(reference.lastIndexOf('/') + 1);
}

/** Returns the last part of a full name: `PodSpec`. */
export function shortName(fullName: string): string {
  return fullName.slice(fullName.lastIndexOf('.') + 1);
}

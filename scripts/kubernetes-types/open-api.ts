/** The parts of an OpenAPI v3 schema that Kubernetes uses for its types. */
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

/** Types by their full name, such as `io.k8s.api.core.v1.PodSpec`. */
export interface OpenApiTypes {
  readonly [name: string]: OpenApiSchema;
}

/**
 * The full name of the type that a schema stands for, if it stands for one. Kubernetes wraps a reference in `allOf` where
 * other keywords, such as a default, stand beside it.
 */
export function referencedType(schema: OpenApiSchema): string | undefined {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  return reference?.slice(reference.lastIndexOf('/') + 1);
}

/** The last part of a full name: `PodSpec`. */
export function shortName(fullName: string): string {
  return fullName.slice(fullName.lastIndexOf('.') + 1);
}

import { pulumiType } from '../../lib/pulumi/program/pulumi-types';

/** Schema of a property. @see https://www.pulumi.com/docs/iac/extending-pulumi/schema/ */
export interface PropertySchema {
  readonly type?: string;
  readonly $ref?: string;
  readonly items?: PropertySchema;
  readonly additionalProperties?: PropertySchema;
  readonly oneOf?: readonly PropertySchema[];
  readonly description?: string;
  readonly secret?: boolean;
  readonly plain?: boolean;
}

/** Properties of an object, and those that are required, in order. */
export interface Properties {
  readonly properties: { readonly [name: string]: PropertySchema };
  readonly required: readonly string[];
}

/** Schema of an object, an enum or a resource. */
export interface ObjectSchema extends Partial<Properties> {
  readonly type: string;
  readonly description?: string;
  readonly enum?: readonly { readonly name: string; readonly value: string | number }[];
  readonly isComponent?: boolean;
  readonly inputProperties?: Properties['properties'];
  readonly requiredInputs?: readonly string[];
}

/** Types of the schema, by name. */
export type TypeSchemas = Map<string, ObjectSchema>;

/** Any value. */
export const ANY: PropertySchema = { $ref: 'pulumi.json#/Any' };

/** Returns a reference to a type of the schema. */
export function reference(name: string): PropertySchema {
  return { $ref: `#/types/${pulumiType(name)}` };
}

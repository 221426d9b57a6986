import schema from './schema.json';

/** Names of the properties of a component. */
export type PluginStruct = readonly string[];

interface ComponentSchema {
  readonly inputProperties?: { readonly [argument: string]: { readonly description?: string } };
  readonly requiredInputs?: readonly string[];
  readonly properties?: object;
}

/** Returns the names of the arguments that a component has in other languages. */
export function componentProperties(kind: string): PluginStruct {
  return Object.keys(schemaOf(kind)?.inputProperties ?? {});
}

/** Returns the arguments that a component requires, with their descriptions. */
export function requiredArguments(kind: string): { readonly name: string; readonly description: string }[] {
  const { requiredInputs = [], inputProperties } = schemaOf(kind) ?? {};
  return requiredInputs.map((name) => ({ name, description: inputProperties?.[name]?.description ?? '' }));
}

/** Returns the names of the outputs that a component has in other languages. */
export function componentOutputs(kind: string): PluginStruct {
  return Object.keys(schemaOf(kind)?.properties ?? {});
}

function schemaOf(kind: string): ComponentSchema | undefined {
  return (schema as { readonly resources: { readonly [token: string]: ComponentSchema } }).resources[`olm-constructs:index:${kind}`];
}

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { exactJson } from '../../formats/json/exact-json';
import { stringField } from '../../formats/json/json-value';
import { textOf } from '../../formats/json/utf8-text';
import { pulumiType } from '../program/pulumi-types';

/** The generated schema. The package has it compressed. */
const FILE = join(__dirname, 'schema.json');

/** Names of the properties of a component. */
export type PluginStruct = readonly string[];

/** The schema of the plugin, without the version of the package. */
export interface PluginSchema {
  readonly resources: { readonly [token: string]: ComponentSchema };
}

let read: PluginSchema | undefined;

/** Returns the schema of the plugin. It is read when it is first used. */
export function pluginSchema(): PluginSchema {
  read ??= JSON.parse(textOf(existsSync(FILE) ? readFileSync(FILE) : gunzipSync(readFileSync(`${FILE}.gz`)), FILE)) as PluginSchema;
  return read;
}

/** Returns the schema of the package as JSON, for the version of the plugin. Pulumi installs the plugin that the components need besides. */
export function packageSchema(version: string): string {
  const kubernetes = stringField(createRequire(__filename)('@pulumi/kubernetes/package.json'), 'version');
  return exactJson({ ...pluginSchema(), version, dependencies: [{ name: 'kubernetes', version: kubernetes }] });
}

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
  return pluginSchema().resources[pulumiType(kind)];
}

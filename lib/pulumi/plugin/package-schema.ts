import { createRequire } from 'node:module';
import { stringField } from '../../formats/json/json-value';
import { pluginSchema } from './plugin-types';

/** Returns the schema of the package as JSON, for the version of the plugin. Pulumi installs the plugin that the components need besides. */
export function packageSchema(version: string): string {
  const kubernetes = stringField(createRequire(__filename)('@pulumi/kubernetes/package.json'), 'version');
  return JSON.stringify({ ...pluginSchema(), version, dependencies: [{ name: 'kubernetes', version: kubernetes }] });
}

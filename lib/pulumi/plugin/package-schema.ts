import schema from './schema.json';

/** Returns the schema of the package as JSON, for the version of the plugin. */
export function packageSchema(version: string): string {
  return JSON.stringify({ ...schema, version });
}

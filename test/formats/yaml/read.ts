import { readYaml, type YamlDocument, type YamlReadOptions } from '../../../lib/formats/yaml/read-yaml';
import { YamlSyntaxError } from '../../../lib/formats/yaml/source-text';

const LIMITS = { maxDepth: 500, maxNodes: 100_000 };

/** Reads YAML with the limits of these tests. */
export function read(source: string, options: Partial<YamlReadOptions> = {}): YamlDocument {
  return readYaml(source, { ...LIMITS, target: 'any', ...options });
}

/** Returns the line, column and message of the error for a source, or `not refused`. */
export function refusal(source: string, options: Partial<YamlReadOptions> = {}): string {
  try {
    read(source, options);
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      return `${error.position.line}:${error.position.column}: ${error.message}`;
    }
    throw error;
  }
  return 'not refused';
}

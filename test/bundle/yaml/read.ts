import type { YamlDocument, YamlReadOptions } from '../../../lib/bundle/yaml/read-yaml';
import { readYaml } from '../../../lib/bundle/yaml/read-yaml';
import { YamlSyntaxError } from '../../../lib/bundle/yaml/yaml-syntax-error';

const LIMITS = { maxDepth: 500, maxNodes: 100_000 };

/** Reads a text with the limits of these tests. */
export function read(text: string, options: Partial<YamlReadOptions> = {}): YamlDocument {
  return readYaml(text, { ...LIMITS, target: 'any', ...options });
}

/** Why a text is refused: line, column and reason; or that it is not. */
export function refusal(text: string, options: Partial<YamlReadOptions> = {}): string {
  try {
    read(text, options);
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      return `${error.position.line}:${error.position.column}: ${error.message}`;
    }
    throw error;
  }
  return 'not refused';
}

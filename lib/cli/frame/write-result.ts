import { toYaml } from '../../formats/yaml/write';
import type { Results } from './results';
import { printableJson } from '../../formats/json/printable-json';
import { printableText } from '../../text/printable';
import type { Terminal } from './terminal';

/** API version of everything that commands print as JSON or YAML, except for files in the formats of others. */
export const RESULT_API_VERSION = 'olm-constructs/v1';

/**
 * Writes the result of a command as JSON or YAML.
 *
 * @param content what the kind contains, without undefined fields in lists
 */
export function writeResult<Kind extends keyof Results>(terminal: Terminal, format: 'json' | 'yaml', kind: Kind, content: Results[Kind]): void {
  const result = { apiVersion: RESULT_API_VERSION, kind, ...content };
  const yaml = format === 'json' ? undefined : toYaml(result);
  // JSON is YAML, and escapes what would be obeyed.
  terminal.data(yaml === undefined || printableText(yaml) !== yaml ? `${printableJson(result)}\n` : yaml);
}

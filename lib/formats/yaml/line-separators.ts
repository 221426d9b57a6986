import type { ScalarEvent } from 'js-yaml';

import { EVENT, isQuoted } from './events';
import type { ParsedYaml } from './parse';
import { YamlSyntaxError } from './yaml-syntax-error';

const SEPARATOR = /[\u0085\u2028\u2029]/g;
const SPACE = /[ \t\r\n]/;

/** Whether Go's YAML readers may change a string because it contains characters that break lines in YAML 1.1, which cdk8s writes unescaped. */
export function hasLineSeparators(text: string): boolean {
  return text.search(SEPARATOR) >= 0;
}

/**
 * Refuses characters that break lines in YAML 1.1, which Go reads, but not in YAML 1.2, which js-yaml reads, unless it makes no difference, as for
 * U+2028 and U+2029 inside quotes without white space next to them.
 *
 * @throws YamlSyntaxError at the first such character
 */
export function refuseLineSeparators({ source, events }: ParsedYaml): void {
  const { text } = source;
  const quoted = events.filter((event): event is ScalarEvent => event.type === EVENT.SCALAR && isQuoted(event));
  let next = 0;
  for (const { index } of text.matchAll(SEPARATOR)) {
    while (next < quoted.length && quoted[next]!.valueEnd <= index) {
      next++;
    }
    const inQuotes = next < quoted.length && quoted[next]!.valueStart <= index;
    if (!inQuotes || text[index] === '\u0085' || SPACE.test(text[index - 1]!) || SPACE.test(text[index + 1]!)) {
      const code = text.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0');
      throw new YamlSyntaxError(
        `Go's readers end the line at the character U+${code}; remove it, or write it as \\u${code} in double quotes`,
        source.positionAt(index),
      );
    }
  }
}

import type { SourcePosition } from '../json/source-position';
import { EVENT, eventOffset } from './events';
import { jsYaml } from './js-yaml';
import { parse, type ParseLimits } from './parse';

/** A key that occurs twice in a map. */
export interface RepeatedKey {
  readonly key: string;

  /** Position of the second occurrence. */
  readonly position: SourcePosition;
}

/** A list or map that encloses an event. */
interface Open {
  /** Keys so far, or undefined for a list. */
  readonly keys: Set<string> | undefined;
  expectsKey: boolean;
}

/**
 * Returns the first key that occurs twice in a map of the first document. Go's readers use the last occurrence; strict ones refuse the file.
 *
 * @throws YamlSyntaxError if the source is not YAML, or a limit is exceeded
 */
export function repeatedKey(text: string, limits: ParseLimits): RepeatedKey | undefined {
  const { source, events } = parse(text, limits);
  const open: Open[] = [];
  for (const event of events.slice(1)) {
    if (event.type === EVENT.DOCUMENT) {
      break;
    }
    const around = open.at(-1);
    if (event.type === EVENT.POP) {
      open.pop();
      continue;
    }
    if (around?.keys !== undefined) {
      const key = around.expectsKey && event.type === EVENT.SCALAR ? jsYaml().getScalarValue(source.text, event) : undefined;
      if (key !== undefined && around.keys.has(key)) {
        return { key, position: source.positionAt(Math.max(0, eventOffset(event))) };
      }
      if (key !== undefined) {
        around.keys.add(key);
      }
      around.expectsKey = !around.expectsKey;
    }
    if (event.type === EVENT.MAPPING || event.type === EVENT.SEQUENCE) {
      open.push({ keys: event.type === EVENT.MAPPING ? new Set() : undefined, expectsKey: true });
    }
  }
  return undefined;
}

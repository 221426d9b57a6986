import type { SourcePosition } from '../source-position';
import { EVENT, eventOffset } from './events';
import { jsYaml } from './js-yaml';
import type { ParseLimits } from './parse';
import { parse } from './parse';

/** A key that stands in a map twice. */
export interface RepeatedKey {
  readonly key: string;

  /** Where it stands for the second time. */
  readonly position: SourcePosition;
}

/** A list or map that is open at some event. */
interface Open {
  /** Undefined for a list. */
  readonly keys: Set<string> | undefined;
  expectsKey: boolean;
}

/**
 * The first key that stands in a map of the first document twice. Go's readers take the last of them, but for those that read strictly, which
 * refuse the text.
 *
 * @throws YamlSyntaxError when the text is no YAML, or a limit is exceeded
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

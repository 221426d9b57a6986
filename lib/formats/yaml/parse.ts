import {
  type COLLECTION_STYLE as COLLECTION_STYLES, type Event, type EVENT_ID, parseEvents, type SCALAR_STYLE, type ScalarEvent, YAMLException,
} from 'js-yaml';
import { SourceText, YamlSyntaxError } from './source-text';

/** YAML source and js-yaml's events for it. */
export interface ParsedYaml {
  /** Source that the offsets of the events refer to. */
  readonly source: SourceText;

  /** Events, in the order of the source. */
  readonly events: readonly Event[];
}

/** Maximum number of characters to parse again: each line inside brackets that is indented too little costs one more parse. */
const MAX_PARSED_AGAIN = 64 * 1024 * 1024;

/** js-yaml counts a scalar as a level of depth, and a list or map that may be a key as two. */
const SCALAR_AND_KEY = 2;

/** Minimum length at which values are counted before parsing; a shorter source cannot have so many that it matters. */
const LENGTH_TO_COUNT = 1024 * 1024;

/** Limits of parsing. */
export interface ParseLimits {
  /** Maximum nesting depth of lists and maps. */
  readonly maxDepth: number;

  /** Maximum number of values. */
  readonly maxNodes: number;
}

/** Comment lines, then a directive. */
const DIRECTIVE = /^\ufeff?(?:[ \t]*(?:#[^\n]*)?\r?\n)*%/;

/**
 * Parses a document with js-yaml.
 *
 * @param text the document
 * @param limits limits; js-yaml does not limit the number of values, and needs about 200 bytes for each
 * @throws YamlSyntaxError if it is not YAML, or exceeds a limit
 */
export function parse(text: string, limits: ParseLimits): ParsedYaml {
  const directive = DIRECTIVE.exec(text);
  if (directive !== null) {
    const position = new SourceText(text).positionAt(directive[0].length - 1);
    throw new YamlSyntaxError("a directive such as %YAML is refused by Go's readers; remove the line", position);
  }
  if (mayExceedNodes(text, limits)) {
    const message = `there may be more than ${limits.maxNodes} values (limit maxYamlNodes), judging by their indicators`;
    throw new YamlSyntaxError(message, { line: 1, column: 1 }, true);
  }
  let source = new SourceText(text);
  for (let length = 0; ; length += source.text.length) {
    const events = tryParse(source, limits.maxDepth, length < MAX_PARSED_AGAIN);
    if (!Array.isArray(events)) {
      source = events;
    } else if (replacedInScalar({ source, events })) {
      tryParse(new SourceText(text), limits.maxDepth, false);
    } else {
      return { source, events };
    }
  }
}

/** Whether Go's readers try the source as JSON first, which has more escapes, and in which line separators are ordinary characters. */
export function isJson(text: string): boolean {
  return /^\s*\{/.test(text);
}

/** Whether a large source may have more values than the limit, judging by their indicators. */
export function mayExceedNodes(text: string, { maxNodes }: ParseLimits): boolean {
  return text.length > LENGTH_TO_COUNT && text.length >= 2 * maxNodes && maxValues(text) > 2 * maxNodes;
}

/** Returns an upper bound on the number of values: each is preceded by its own indicator. */
function maxValues(text: string): number {
  let indicators = 1;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x0a: // line feed
      case 0x0d: // carriage return
      case 0x2c: // ,
      case 0x2d: // -
      case 0x3a: // :
      case 0x3f: // ?
      case 0x5b: // [
      case 0x7b: // {
        indicators++;
    }
  }
  return indicators;
}

/** Returns the events, or the source to parse instead. */
function tryParse(source: SourceText, maxDepth: number, again: boolean): Event[] | SourceText {
  try {
    return parseEvents(source.text, { maxDepth: maxDepth + SCALAR_AND_KEY });
  } catch (error) {
    if (!(error instanceof YAMLException) || error.mark === undefined) {
      throw error;
    }
    const { reason, mark } = error;
    const edited = again && reason === 'deficient indentation' ? withSpace(source, mark.position, maxDepth) : undefined;
    if (edited !== undefined) {
      return edited;
    }
    const position = source.positionAt(mark.position);
    if (reason.startsWith('nesting exceeded')) {
      throw new YamlSyntaxError(`lists and maps are nested more than ${maxDepth} deep (limit maxYamlDepth)`, position, true);
    }
    throw new YamlSyntaxError(`this is not YAML: ${reason}`, position);
  }
}

/**
 * Returns the source with the white space changed that js-yaml refuses: a line inside brackets or quotes that is indented too little, or a tab before
 * brackets. Lines up to a closing quote are indented together, since each further parse takes as long as the first.
 */
function withSpace(source: SourceText, offset: number, maxDepth: number): SourceText | undefined {
  const quote = openQuote(`${source.text.slice(0, offset).trimEnd()} `, maxDepth);
  const end = quote === undefined ? offset : closingQuote(source.text, offset, quote);
  return source.withLinesIndented(offset, end) ?? source.withTabsReplaced(offset);
}

/** Returns the quote of the scalar in which the source ends, or undefined if it ends outside quotes. */
function openQuote(text: string, maxDepth: number): '"' | "'" | undefined {
  try {
    parseEvents(text, { maxDepth: maxDepth + SCALAR_AND_KEY });
  } catch (error) {
    if (error instanceof YAMLException && error.reason === 'unexpected end of the stream within a double quoted scalar') {
      return '"';
    }
    if (error instanceof YAMLException && error.reason === 'unexpected end of the stream within a single quoted scalar') {
      return "'";
    }
  }
  return undefined;
}

/** Returns the offset of the closing quote of the scalar around an offset. */
function closingQuote(text: string, offset: number, quote: '"' | "'"): number {
  const inside = quote === '"' ? /(?:[^"\\]|\\[^])*/y : /(?:[^']|'')*/y;
  inside.lastIndex = offset;
  inside.exec(text);
  return inside.lastIndex;
}

/** Whether a tab was replaced inside a scalar, which would change its value. */
function replacedInScalar({ source, events }: ParsedYaml): boolean {
  const tabs = source.replacedTabs;
  return tabs.length > 0 && events.some((event) => (
    event.type === EVENT.SCALAR && tabs.some((tab) => tab >= event.valueStart && tab < event.valueEnd)
  ));
}

/** js-yaml's event types, for code that must not load js-yaml; `satisfies` ensures the same values. */
export const EVENT = { DOCUMENT: 1, SEQUENCE: 2, MAPPING: 3, SCALAR: 4, ALIAS: 5, POP: 6 } as const satisfies typeof EVENT_ID;

/** js-yaml's scalar styles, as far as used here. */
export const STYLE = { PLAIN: 1, SINGLE_QUOTED: 2, DOUBLE_QUOTED: 3 } as const satisfies Partial<typeof SCALAR_STYLE>;

/** js-yaml's styles of lists and maps. */
export const COLLECTION_STYLE = { BLOCK: 1, FLOW: 2 } as const satisfies typeof COLLECTION_STYLES;

/** Whether a scalar is quoted. */
export function isQuoted({ style }: ScalarEvent): boolean {
  return style === STYLE.SINGLE_QUOTED || style === STYLE.DOUBLE_QUOTED;
}

/** Returns the offset of the value of an event, including the opening quote, or -1 for a missing value, such as that of `a:`. */
export function eventOffset(event: Event): number {
  switch (event.type) {
    case EVENT.SCALAR:
      return event.valueStart < 0 ? event.valueStart : event.valueStart - (isQuoted(event) ? 1 : 0);
    case EVENT.SEQUENCE:
    case EVENT.MAPPING:
      return event.start;
    case EVENT.ALIAS:
      return event.anchorStart - 1;
    default:
      return -1;
  }
}

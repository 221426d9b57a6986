import {
  type COLLECTION_STYLE as COLLECTION_STYLES, type Event, type EVENT_ID, parseEvents, type SCALAR_STYLE, type ScalarEvent, YAMLException,
} from 'js-yaml';
import { flowLineEdits } from './flow-lines';
import { SourceText, YamlSyntaxError } from './source-text';

/** YAML source and js-yaml's events for it. */
export interface ParsedYaml {
  /** Source that the offsets of the events refer to. */
  readonly source: SourceText;

  /** Events, in the order of the source. */
  readonly events: readonly Event[];
}

/** How many times as long as a source the white space may be that is added to it. */
const MAX_PADDING = 16;

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
const DIRECTIVE = /^\ufeff?(?:[ \t]*(?:#[^\r\n]*)?[\r\n])*%/;

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
  const source = new SourceText(text);
  try {
    return { source, events: eventsOf(source, limits) };
  } catch (error) {
    const edited = isDeficientIndentation(error) ? withFlowLinesIndented(text) : undefined;
    const events = edited === undefined ? undefined : readAgain(edited, limits);
    if (edited === undefined || events === undefined) {
      throw refusal(error, source, limits);
    }
    return { source: edited, events };
  }
}

/** White space of JSON, then the bracket by which Go's readers recognize JSON. A byte order mark is not white space. */
const JSON_START = /^[ \t\r\n]*\{/;

/**
 * Whether Go's readers read the source as JSON, which has more escapes, and in which line separators are ordinary characters. What begins like JSON
 * but is not JSON is YAML.
 */
export function isJson(text: string): boolean {
  if (!JSON_START.test(text)) {
    return false;
  }
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
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

function eventsOf(source: SourceText, { maxDepth }: ParseLimits): Event[] {
  return parseEvents(source.text, { maxDepth: maxDepth + SCALAR_AND_KEY });
}

function isDeficientIndentation(error: unknown): boolean {
  return error instanceof YAMLException && error.reason === 'deficient indentation';
}

/** Returns an error of js-yaml as one with a position in the file. */
function refusal(error: unknown, source: SourceText, { maxDepth }: ParseLimits): unknown {
  if (!(error instanceof YAMLException) || error.mark === undefined) {
    return error;
  }
  const { reason, mark } = error;
  const position = source.positionAt(mark.position);
  return reason.startsWith('nesting exceeded')
    ? new YamlSyntaxError(`lists and maps are nested more than ${maxDepth} deep (limit maxYamlDepth)`, position, true)
    : new YamlSyntaxError(`this is not YAML: ${reason}`, position);
}

/** Returns the source with the white space changed that js-yaml refuses inside quotes and brackets, or undefined if nothing is to be changed. */
function withFlowLinesIndented(text: string): SourceText | undefined {
  const edits = flowLineEdits(text);
  const padding = edits.pads.reduce((sum, { spaces }) => sum + spaces, 0);
  const isEmpty = edits.pads.length === 0 && edits.tabs.length === 0;
  return isEmpty || padding > MAX_PADDING * text.length ? undefined : new SourceText(text, edits);
}

/**
 * Returns the events of a source whose white space was changed, or undefined if a change was not inside quotes or brackets, where it would change
 * values.
 */
function readAgain(source: SourceText, limits: ParseLimits): Event[] | undefined {
  let events: Event[];
  try {
    events = eventsOf(source, limits);
  } catch (error) {
    throw refusal(error, source, limits);
  }
  return changesOnlyFlow(source, events) ? events : undefined;
}

/** Whether all indented lines are inside quotes or brackets, and all replaced tabs outside scalars. */
function changesOnlyFlow(source: SourceText, events: readonly Event[]): boolean {
  const [lines, tabs] = [source.indentedLines, source.replacedTabs];
  const areBrackets: boolean[] = [];
  let [line, tab, brackets] = [0, 0, 0];
  // The offset of a closing bracket is unknown, so that a line is inside brackets if those of the event before it are not closed.
  let open = 0;
  for (const event of events) {
    const start = eventOffset(event);
    if (open === 0 && lines[line]! < start) {
      return false;
    }
    if (event.type === EVENT.SCALAR && tabs[tab]! < event.valueEnd) {
      while (tabs[tab]! < event.valueStart) {
        tab++;
      }
      if (tabs[tab]! < event.valueEnd) {
        return false;
      }
    }
    if (event.type === EVENT.POP) {
      brackets -= areBrackets.pop() === true ? 1 : 0;
    } else if (event.type === EVENT.DOCUMENT || event.type === EVENT.SEQUENCE || event.type === EVENT.MAPPING) {
      areBrackets.push(event.type !== EVENT.DOCUMENT && event.style === COLLECTION_STYLE.FLOW);
      brackets += areBrackets.at(-1) === true ? 1 : 0;
    }
    if (start >= 0) {
      open = brackets;
      const end = event.type === EVENT.SCALAR && isQuoted(event) ? event.valueEnd : start;
      while (lines[line]! < end) {
        line++;
      }
    }
  }
  return line === lines.length || open > 0;
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

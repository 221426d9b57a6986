import type { Event } from 'js-yaml';

import { jsYaml } from './js-yaml';
import { SourceText } from './source-text';
import { YamlSyntaxError } from './yaml-syntax-error';

/** A text and what js-yaml finds in it. */
export interface ParsedText {
  /** The text that the offsets of the events are about. */
  readonly source: SourceText;

  /** The events. */
  readonly events: readonly Event[];
}

/** So many letters may be parsed again because lines inside brackets are indented too little; each such line costs another parse. */
const MAX_PARSED_AGAIN = 64 * 1024 * 1024;

/** js-yaml counts a scalar as a level of depth, and a list or map that may turn out to be a key as two. */
const SCALAR_AND_KEY = 2;

/** Below this length a text cannot hold so many values that counting them ahead matters. */
const LENGTH_TO_COUNT = 1024 * 1024;

/** How a text is parsed. */
export interface ParseLimits {
  /** How deep lists and maps may stand in one another. */
  readonly maxDepth: number;

  /** The largest number of values. */
  readonly maxNodes: number;
}

/** Comment lines, then a directive. */
const DIRECTIVE = /^\ufeff?(?:[ \t]*(?:#[^\n]*)?\r?\n)*%/;

/**
 * Parses a text with js-yaml, and refuses what Go's readers refuse.
 *
 * @param text one document
 * @param limits limits; js-yaml has none on the number of values, and takes about 200 bytes for each
 * @throws YamlSyntaxError when the text is not YAML, or goes beyond a limit
 */
export function parse(text: string, limits: ParseLimits): ParsedText {
  const directive = DIRECTIVE.exec(text);
  if (directive !== null) {
    const position = new SourceText(text).positionAt(directive[0].length - 1);
    throw new YamlSyntaxError("a directive such as %YAML is refused by Go's readers; remove the line", position);
  }
  if (text.length > LENGTH_TO_COUNT && mostValues(text) > 2 * limits.maxNodes) {
    const message = `there may be more than ${limits.maxNodes} values here (limit maxYamlNodes), by the marks between them`;
    throw new YamlSyntaxError(message, { line: 1, column: 1 }, true);
  }
  let source = new SourceText(text);
  for (;;) {
    const events = tryParse(source, limits.maxDepth);
    if (Array.isArray(events)) {
      return { source, events };
    }
    source = events;
  }
}

/** Whether Go's readers try a text as JSON first, which knows more escapes, and line separators as ordinary letters. */
export function isJson(text: string): boolean {
  return /^\s*\{/.test(text);
}

/** No fewer than the values in a text: each has one of these marks of its own before it. */
function mostValues(text: string): number {
  let marks = 1;
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
        marks++;
    }
  }
  return marks;
}

/** The events, or the text to try again with. */
function tryParse(source: SourceText, maxDepth: number): Event[] | SourceText {
  const { parseEvents, YAMLException } = jsYaml();
  try {
    return parseEvents(source.text, { maxDepth: maxDepth + SCALAR_AND_KEY });
  } catch (error) {
    if (!(error instanceof YAMLException) || error.mark === undefined) {
      throw error;
    }
    const { reason } = error;
    if (reason === 'deficient indentation' && source.padded * source.text.length < MAX_PARSED_AGAIN) {
      const indented = source.withLineIndented(error.mark.position);
      if (indented !== undefined) {
        return indented;
      }
    }
    const position = source.positionAt(error.mark.position);
    if (reason.startsWith('nesting exceeded')) {
      throw new YamlSyntaxError(`lists and maps stand more than ${maxDepth} deep in one another (limit maxYamlDepth)`, position, true);
    }
    throw new YamlSyntaxError(`this is not YAML: ${reason}`, position);
  }
}

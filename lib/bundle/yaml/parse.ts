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

/** So many lines of a file may be indented too little inside brackets; each costs another parse. */
const MAX_PADDED_LINES = 50;

/** Comment lines, then a directive. */
const DIRECTIVE = /^\ufeff?(?:[ \t]*(?:#[^\n]*)?\r?\n)*%/;

/**
 * Parses a text with js-yaml, and refuses what Go's readers refuse.
 *
 * @param text one document
 * @param maxDepth how deep lists and maps may stand in one another
 * @throws YamlSyntaxError when the text is not YAML, or too deep
 */
export function parse(text: string, maxDepth: number): ParsedText {
  const directive = DIRECTIVE.exec(text);
  if (directive !== null) {
    const position = new SourceText(text).positionAt(directive[0].length - 1);
    throw new YamlSyntaxError("a directive such as %YAML is refused by Go's readers; remove the line", position);
  }
  let source = new SourceText(text);
  for (;;) {
    const events = tryParse(source, maxDepth);
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

/** The events, or the text to try again with. */
function tryParse(source: SourceText, maxDepth: number): Event[] | SourceText {
  const { parseEvents, YAMLException } = jsYaml();
  try {
    return parseEvents(source.text, { maxDepth });
  } catch (error) {
    if (!(error instanceof YAMLException) || error.mark === undefined) {
      throw error;
    }
    const { reason } = error;
    if (reason === 'deficient indentation' && source.padded < MAX_PADDED_LINES) {
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

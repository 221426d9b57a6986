import { defined } from '../json/defined';
import type { Locate, SourcePosition } from '../json/source-position';
import { readBlockStyle } from './block-reader';
import { type ConstructOptions, Constructor } from './construct';
import { refuseLineSeparators, refuseSyntaxUnknownToGo } from './go-syntax';
import { ValuePositions } from './locate';
import { eventOffset, isJson, parse, type ParsedYaml, type ParseLimits } from './parse';
import type { SourceFormat } from './scalar-reader';
import { positionAt, YamlSyntaxError } from './source-text';

/** Options for reading YAML. */
export interface YamlReadOptions extends ConstructOptions, ParseLimits {}

/** First document of a file. */
export interface YamlDocument {
  /** Value of the document; lists and maps are frozen. Undefined if the file has no document. */
  readonly value: unknown;

  /** Returns the position of a value. Parses the source again, so that only the source is kept in memory. */
  readonly locate: Locate;

  /** Content that some of OLM's tools lose, or undefined if all of them read the same. */
  readonly loss?: YamlLoss;
}

/** Content that some of OLM's tools lose. */
export interface YamlLoss {
  /** `all` if the file is empty to opm and operator-sdk; `rest` if they read the first document only. */
  readonly extent: 'all' | 'rest';

  /** Description of the lost content, and the remedy. */
  readonly message: string;

  /** Position at which the lost content begins. */
  readonly position: SourcePosition;
}

/** Characters that Go's YAML reader refuses, or at which it ends a line. They are rare, so one test for all of them is enough. */
const UNUSUAL = /[^\t\n\r -~\xa0-\u2027\u202a-\ufffd]/;

/** Characters that Go's YAML reader refuses everywhere, even in quotes. */
const REFUSED = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/g;

/**
 * Reads the first document of a YAML or JSON file as OLM's tools do, with sigs.k8s.io/yaml.
 *
 * @throws YamlSyntaxError if Go refuses the file, or a limit is exceeded
 */
export function readYaml(text: string, options: YamlReadOptions): YamlDocument {
  const only = text.includes('\n---') ? undefined : readBlockStyle(text, options);
  if (only !== undefined) {
    return { value: only.value, locate: locator(text, options) };
  }
  const first = firstDocument(text);
  const format = isJson(first.text) ? 'json' : 'yaml';
  if (format === 'yaml') {
    refuseControlCharacters(text);
  }
  const { value, locate, secondAt } = first.text === text ? readEvents(text, options, format) : readPiece(first.text, options, format);
  const loss = value === undefined ? undefined : lossOf(first, secondAt);
  return { value, locate, ...defined({ loss }) };
}

/** Document in a part of a file that Go does not split further. */
export interface YamlPiece {
  /** Value of the document; lists and maps are frozen. Undefined if the part has no document. */
  readonly value: unknown;

  /** Number of values; those behind an alias are counted at each use. */
  readonly nodes: number;

  /** Returns the position of a value. */
  readonly locate: Locate;

  /** Line at which a second document with content begins, which Go ignores, or undefined. */
  readonly secondAt: number | undefined;
}

/**
 * Reads a part of a file that Go splits at lines of `---`.
 *
 * @param text the part
 * @param options options for reading
 * @param format format in which Go's readers read the part; by default YAML, as they do unless the file begins with a JSON object
 * @throws YamlSyntaxError if Go refuses the part, or a limit is exceeded
 */
export function readPiece(text: string, options: YamlReadOptions, format: SourceFormat = 'yaml'): YamlPiece {
  const direct = readBlockStyle(text, options);
  return direct === undefined ? readEvents(text, options, format) : { ...direct, locate: locator(text, options), secondAt: undefined };
}

/** Reads a part of a file with js-yaml. */
export function readEvents(text: string, options: YamlReadOptions, format: SourceFormat = 'yaml'): YamlPiece {
  const parsed = parse(text, options);
  // Before anything else: what is a comment to js-yaml may contain values to Go, which ends lines at more characters.
  if (format === 'yaml' && UNUSUAL.test(text)) {
    refuseLineSeparators(parsed);
  }
  if (parsed.events.length === 0) {
    return { value: undefined, nodes: 0, locate: () => undefined, secondAt: undefined };
  }
  if (format === 'yaml') {
    refuseSyntaxUnknownToGo(parsed);
  }
  const { value, end, nodes } = new Constructor(parsed, options, format).document();
  return { value, nodes, locate: locator(text, options), secondAt: secondAfterEndMark(parsed, end) };
}

/** Returns a function that finds values. It parses the source again, at the first call, and keeps the events while memory allows. */
export function locator(text: string, limits: ParseLimits): Locate {
  let last: WeakRef<ValuePositions> | undefined;
  return (path) => {
    const positions = last?.deref() ?? new ValuePositions(parse(text, limits));
    last = new WeakRef(positions);
    return positions.locate(path);
  };
}

/**
 * Refuses characters that Go's reader refuses everywhere.
 *
 * @param text source
 * @param from offset after the part that is JSON
 * @throws YamlSyntaxError at the first of them
 */
export function refuseControlCharacters(text: string, from = 0): void {
  if (!UNUSUAL.test(text)) {
    return;
  }
  REFUSED.lastIndex = from;
  const refused = REFUSED.exec(text);
  if (refused !== null) {
    const code = refused[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    throw new YamlSyntaxError(
      `the control character U+${code} is not allowed; remove it, or write it as an escape in double quotes`,
      positionAt(text, refused.index),
    );
  }
}

function lossOf(first: FirstDocument, afterEndMark: number | undefined): YamlLoss | undefined {
  if (first.hiddenBy !== undefined) {
    return {
      extent: 'all',
      message:
        'OLM reads the comment or empty line before this --- as a separate document, and silently drops the rest of the file; ' +
        'remove the ---, or move it to the top of the file',
      position: { line: first.hiddenBy, column: 1 },
    };
  }
  const second = first.secondAt ?? afterEndMark;
  if (second === undefined) {
    return undefined;
  }
  return {
    extent: 'rest',
    message: 'a second document begins here, and OLM reads only the first of a file; move it to a separate file',
    position: { line: second, column: 1 },
  };
}

/** Returns the line of a further document with content after `...`, or undefined. */
function secondAfterEndMark({ source, events }: ParsedYaml, end: number): number | undefined {
  for (let index = end; index < events.length; index++) {
    const offset = eventOffset(events[index]!);
    if (offset >= 0) {
      return source.positionAt(offset).line;
    }
  }
  return undefined;
}

/**
 * First document of a YAML file, and the content around it that Go's readers lose.
 *
 * OLM's tools split a file at every line that begins with `---` before they parse any YAML, and use the first part. So a comment or an empty line
 * before the first `---` is a separate, empty document.
 */
interface FirstDocument {
  /** Source up to the end of the first document that has content. */
  readonly text: string;

  /** Line, from 1, of the `---` because of which Go takes the comments or empty lines before it as the first document. */
  readonly hiddenBy?: number;

  /** Line, from 1, at which a second document with content begins. */
  readonly secondAt?: number;
}

const SEPARATOR = '---';

/** Comments and empty lines. A comment in which Go ends the line may be followed by content. */
const NO_CONTENT = /^\ufeff?(?:[ \t]*(?:#[^\r\n\x85\u2028\u2029]*)?[\r\n])*[ \t]*(?:#[^\r\n\x85\u2028\u2029]*)?$/;

/**
 * Finds the first document with content.
 *
 * @throws YamlSyntaxError if something other than a comment follows `---` on its line, which Go refuses
 */
function firstDocument(text: string): FirstDocument {
  if (!text.includes(SEPARATOR)) {
    return { text };
  }
  let hiddenBy: number | undefined;
  let start = 0;
  for (let separator = nextSeparator(text, 0); separator >= 0; separator = nextSeparator(text, separator + 1)) {
    checkSeparator(text, separator);
    if (separator === 0) {
      start = text.indexOf('\n') + 1 || text.length;
    } else if (NO_CONTENT.test(text.slice(start, separator))) {
      hiddenBy ??= positionAt(text, separator).line;
      start = separator + SEPARATOR.length;
    } else {
      return { text: text.slice(0, separator), ...defined({ hiddenBy, secondAt: contentLine(text, separator) }) };
    }
  }
  return { text, ...defined({ hiddenBy: NO_CONTENT.test(text.slice(start)) ? undefined : hiddenBy }) };
}

function nextSeparator(text: string, from: number): number {
  if (from === 0 && text.startsWith(SEPARATOR)) {
    return 0;
  }
  const found = text.indexOf(`\n${SEPARATOR}`, Math.max(0, from - 1));
  return found < 0 ? -1 : found + 1;
}

function checkSeparator(text: string, separator: number): void {
  const end = text.indexOf('\n', separator);
  const rest = text.slice(separator + SEPARATOR.length, end < 0 ? undefined : end).trim();
  if (rest !== '' && !rest.startsWith('#')) {
    const message = `only a comment may follow --- on its line, where Go's readers split files, got ${JSON.stringify(rest.slice(0, 40))}; move it to the next line`;
    throw new YamlSyntaxError(message, positionAt(text, separator));
  }
}

/** Returns the first line with content after a separator, or undefined. */
function contentLine(text: string, separator: number): number | undefined {
  const after = text.slice(separator).split('\n');
  const index = after.findIndex((line) => !line.startsWith(SEPARATOR) && !NO_CONTENT.test(line));
  return index < 0 ? undefined : positionAt(text, separator).line + index;
}

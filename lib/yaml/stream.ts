import type { Locate, SourcePosition } from '../source-position';
import { JsonObjects } from './json-objects';
import { locator, readPiece, refuseControlCharacters } from './read-yaml';
import type { YamlReadOptions } from './read-yaml';
import { positionAt } from './source-text';
import { YamlSyntaxError } from './yaml-syntax-error';

/** A document of a stream. */
export interface StreamDocument {
  /** Its value; undefined where Go takes a comment, or empty lines, for a document. */
  readonly value: unknown;

  /** The line in the text, from 1, where it begins. */
  readonly line: number;

  /** Where a value stands in the text. */
  readonly locate: Locate;
}

/** How a stream is read. `maxNodes` is about all of its documents together. */
export type StreamOptions = Omit<YamlReadOptions, 'target'>;

/** Only these objects may still turn out to be the beginning of a YAML text. */
const OBJECTS_BEFORE_SURE = 2;

/**
 * Reads the documents of a text one after the other, as Go's tools read a stream: JSON objects in a row, or YAML cut at every line that
 * begins with `---`. A text that begins like JSON and turns out to be none is read as YAML, from the second object at the latest.
 *
 * Numbers become 64-bit floats, as in all JSON that Go decodes without a type.
 *
 * @throws YamlSyntaxError, while the documents are taken, when Go refuses the text, would lose a part of it, or a limit is exceeded
 * @see https://pkg.go.dev/k8s.io/apimachinery/pkg/util/yaml#YAMLOrJSONDecoder
 */
export function* readStream(text: string, options: StreamOptions): Generator<StreamDocument, void, undefined> {
  const objects = new JsonObjects(text, options);
  let count = 0;
  if (objects.isJson) {
    for (let object = objects.next(); object !== undefined; object = objects.next()) {
      if ('fault' in object) {
        if (count < OBJECTS_BEFORE_SURE) {
          break;
        }
        throw new YamlSyntaxError(object.fault, { line: object.line, column: object.column });
      }
      count++;
      yield { value: object.value, line: object.line, locate: shifted(locatorOf(text.slice(object.start, object.end), options), object) };
    }
    if (objects.atEnd) {
      return;
    }
  }
  yield* yamlDocuments(text, objects, options);
}

/** Where a piece begins in the whole text. */
interface Start {
  readonly line: number;
  readonly column: number;
}

function* yamlDocuments(text: string, from: { offset: number; line: number; nodes: number }, options: StreamOptions): Generator<StreamDocument> {
  refuseControlCharacters(text);
  let nodes = from.nodes;
  for (const piece of pieces(text, from.offset, from.line)) {
    const start = { line: piece.line, column: 1 };
    const limits = { ...options, target: 'float' as const, maxNodes: Math.max(0, options.maxNodes - nodes) };
    const document = placed(start, () => readPiece(piece.text, limits));
    if (document.secondAt !== undefined) {
      throw new YamlSyntaxError('a second document begins here behind a line of `...`, which opm drops without a word; put --- before it', {
        line: document.secondAt + piece.line - 1, column: 1,
      });
    }
    nodes += document.nodes;
    yield { value: document.value, line: piece.line, locate: shifted(document.locate, start) };
  }
}

interface Piece {
  readonly text: string;
  readonly line: number;
}

/**
 * The pieces between lines that begin with `---`. Nothing before the first such line, and nothing behind the last, is no piece, but an
 * empty line is one.
 */
function* pieces(text: string, from: number, firstLine: number): Generator<Piece> {
  let [start, line] = [from, firstLine];
  let separator = text.startsWith('---', from) ? from : nextSeparator(text, from);
  for (; separator >= 0; separator = nextSeparator(text, separator)) {
    const lineEnd = text.indexOf('\n', separator);
    const end = lineEnd < 0 ? text.length : lineEnd + 1;
    checkSeparator(text.slice(separator, end), text, separator);
    if (separator > start) {
      yield { text: text.slice(start, separator), line };
      line += lineBreaks(text, start, end);
      start = end;
    }
  }
  if (start < text.length) {
    yield { text: text.slice(start), line };
  }
}

function nextSeparator(text: string, from: number): number {
  const found = text.indexOf('\n---', from);
  return found < 0 ? -1 : found + 1;
}

function checkSeparator(separator: string, text: string, offset: number): void {
  const rest = separator.slice('---'.length).trim();
  if (rest !== '' && !rest.startsWith('#')) {
    throw new YamlSyntaxError(
      `only a comment may follow --- in its line, as Go's readers cut files there, got ${JSON.stringify(rest.slice(0, 40))}; put it into the next line`,
      positionAt(text, offset),
    );
  }
}

function lineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) {
    count++;
  }
  return count;
}

/** Places of JSON that js-yaml does not read are not known. */
function locatorOf(json: string, options: StreamOptions): Locate {
  const locate = locator(json, options);
  return (path) => {
    try {
      return locate(path);
    } catch (error) {
      if (error instanceof YamlSyntaxError) {
        return undefined;
      }
      throw error;
    }
  };
}

function shifted(locate: Locate, start: Start): Locate {
  return (path) => {
    const found = locate(path);
    return found === undefined ? undefined : shift(found, start);
  };
}

function placed<Result>(start: Start, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof YamlSyntaxError ? new YamlSyntaxError(error.message, shift(error.position, start), error.limit) : error;
  }
}

function shift({ line, column }: SourcePosition, start: Start): SourcePosition {
  return { line: line + start.line - 1, column: line === 1 ? column + start.column - 1 : column };
}

import type { IntegerSize } from '../json/exact-json';
import type { Locate, SourcePosition } from '../json/source-position';
import { JsonObjects } from './json-objects';
import { locator, readPiece, refuseControlCharacters, type YamlReadOptions } from './read-yaml';
import type { Target } from './scalar-reader';
import { positionAt, YamlSyntaxError } from './source-text';

/** A document of a stream. */
export interface StreamDocument {
  /** Value of the document, or undefined if it contains only comments or empty lines, which Go also reads as a document. */
  readonly value: unknown;

  /** Line, from 1, at which the document begins. */
  readonly line: number;

  /** Returns the position of a value. */
  readonly locate: Locate;
}

/** Options for reading a stream. `maxNodes` applies to all of its documents together. */
export interface StreamOptions extends Omit<YamlReadOptions, 'target'> {
  /** Go type to decode YAML into; by default numbers become 64-bit floats. */
  readonly target?: YamlReadOptions['target'];
}

/** Number of JSON objects after which the stream can no longer be YAML. */
const OBJECTS_BEFORE_SURE = 2;

/**
 * Reads the documents of a stream one by one, as Go's tools do: a sequence of JSON objects, or YAML split at every line that begins with
 * `---`. A stream that begins like JSON but is not JSON is read as YAML, from the second object at the latest.
 *
 * By default, numbers become 64-bit floats, as in JSON that Go decodes without a type.
 *
 * @throws YamlSyntaxError during the iteration, if Go refuses the stream or would lose a part of it, or a limit is exceeded
 * @see https://pkg.go.dev/k8s.io/apimachinery/pkg/util/yaml#YAMLOrJSONDecoder
 */
export function* readStream(text: string, options: StreamOptions): Generator<StreamDocument, void, undefined> {
  const objects = new JsonObjects(text, options, sizeOf(options.target));
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

/** Returns which integers Go keeps when it decodes into a type. */
function sizeOf(target: Target = 'float'): IntegerSize | undefined {
  return target === 'float' ? undefined : target === 'object' ? 'int64' : 'uint64';
}

/** Start of a part in the whole stream. */
interface Start {
  readonly line: number;
  readonly column: number;
}

function* yamlDocuments(text: string, from: { offset: number; line: number; nodes: number }, options: StreamOptions): Generator<StreamDocument> {
  refuseControlCharacters(text, from.offset);
  let nodes = from.nodes;
  for (const piece of pieces(text, from.offset, from.line)) {
    const start = { line: piece.line, column: 1 };
    const limits = { ...options, target: options.target ?? ('float' as const), maxNodes: Math.max(0, options.maxNodes - nodes) };
    const document = placed(start, () => readPiece(piece.text, limits));
    if (document.secondAt !== undefined) {
      throw new YamlSyntaxError('a second document begins here after a line of `...`, which opm silently drops; put --- before it', {
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
 * Returns the parts between lines that begin with `---`. Before the first such line, or after the last, even an empty line is a part; between
 * others, an empty string is not.
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
      `only a comment may follow --- on its line, where Go's readers split files, got ${JSON.stringify(rest.slice(0, 40))}; move it to the next line`,
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

/** Returns a function that finds values; it finds none in JSON that js-yaml cannot parse, and tries that once. */
function locatorOf(json: string, options: StreamOptions): Locate {
  let locate: Locate = locator(json, options);
  return (path) => {
    try {
      return locate(path);
    } catch (error) {
      if (error instanceof YamlSyntaxError) {
        locate = () => undefined;
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

import type { Locate, SourcePosition } from '../source-position';
import type { ConstructOptions } from './construct';
import { Constructor } from './construct';
import type { FirstDocument } from './documents';
import { firstDocument } from './documents';
import { eventOffset } from './events';
import { refuseLineSeparators } from './line-separators';
import { locate } from './locate';
import type { ParsedText, ParseLimits } from './parse';
import { isJson, parse } from './parse';
import { positionAt } from './source-text';
import { YamlSyntaxError } from './yaml-syntax-error';

/** How a text is read. */
export interface YamlReadOptions extends ConstructOptions, ParseLimits {}

/** The first document of a text. */
export interface YamlDocument {
  /** Its value; lists and maps are frozen. Undefined when the text has no document. */
  readonly value: unknown;

  /** Where a value stands in the text. It parses the text again, so that nothing but the text is kept for those who never ask. */
  readonly locate: Locate;

  /** Why some of OLM's tools lose what the text holds while others read it; undefined when all read the same. */
  readonly loss?: YamlLoss;
}

/** Content of a file that some of OLM's tools lose. */
export interface YamlLoss {
  /** `all` when opm and operator-sdk take the file for one without content; `rest` when they read the first document only. */
  readonly extent: 'all' | 'rest';

  /** What is lost, and the remedy. */
  readonly message: string;

  /** Where that begins. */
  readonly position: SourcePosition;
}

/** Letters that Go's YAML reader refuses, or takes for the end of a line. Nearly no text has any, so that one test is enough. */
const UNUSUAL = /[^\t\n\r -~\xa0-\u2027\u202a-\ufffd]/;

/** Letters that Go's YAML reader refuses everywhere, in quotes too. */
const REFUSED = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

/**
 * Reads the first document of a YAML or JSON text as OLM's tools read it, which is through sigs.k8s.io/yaml.
 *
 * @throws YamlSyntaxError when Go refuses the text, or a limit is exceeded
 */
export function readYaml(text: string, options: YamlReadOptions): YamlDocument {
  refuseControlCharacters(text);
  const first = firstDocument(text);
  const { value, locate, secondAt } = readPiece(first.text, options);
  const loss = value === undefined ? undefined : lossOf(first, secondAt);
  return { value, locate, ...(loss === undefined ? {} : { loss }) };
}

/** A document in a piece of text that holds no line which Go would cut it at. */
export interface YamlPiece {
  /** Its value; lists and maps are frozen. Undefined when the text has no document. */
  readonly value: unknown;

  /** How many values it consists of, where those behind an alias count at each use. */
  readonly nodes: number;

  /** Where a value stands in the text. */
  readonly locate: Locate;

  /** The line where a second document with content begins, which Go does not see; undefined when there is none. */
  readonly secondAt: number | undefined;
}

/**
 * Reads a piece of a text that Go cut at its lines of `---`.
 *
 * @throws YamlSyntaxError when Go refuses the text, or a limit is exceeded
 */
export function readPiece(text: string, options: YamlReadOptions): YamlPiece {
  const parsed = parse(text, options);
  if (parsed.events.length === 0) {
    return { value: undefined, nodes: 0, locate: () => undefined, secondAt: undefined };
  }
  if (!isJson(text) && UNUSUAL.test(text)) {
    refuseLineSeparators(parsed);
  }
  const { value, end, nodes } = new Constructor(parsed, options).document();
  return { value, nodes, locate: locator(text, options), secondAt: secondAfterEndMark(parsed, end) };
}

/** Finds values in a text. It parses the text again, and keeps the parse as long as there is memory for it. */
export function locator(text: string, limits: ParseLimits): Locate {
  let last: WeakRef<ParsedText> | undefined;
  return (path) => {
    const parsed = last?.deref() ?? parse(text, limits);
    last = new WeakRef(parsed);
    return locate(parsed, path);
  };
}

/**
 * Refuses what Go's reader refuses wherever it stands.
 *
 * @throws YamlSyntaxError at the first such letter
 */
export function refuseControlCharacters(text: string): void {
  if (!UNUSUAL.test(text)) {
    return;
  }
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
        'OLM takes the comment or empty line before this --- for a document of its own, and drops the rest of the file without a word; ' +
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
    message: 'a second document begins here, and OLM reads only the first of a file; move it to a file of its own',
    position: { line: second, column: 1 },
  };
}

/** A document may also follow the mark `...`; documents without content do not count. */
function secondAfterEndMark({ source, events }: ParsedText, end: number): number | undefined {
  for (let index = end; index < events.length; index++) {
    const offset = eventOffset(events[index]!);
    if (offset >= 0) {
      return source.positionAt(offset).line;
    }
  }
  return undefined;
}

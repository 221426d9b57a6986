import { parseJson } from '../../../formats/json/exact-json';
import { isMap, JsonMap, mapField, stringField } from '../../../formats/json/json-value';
import { Locate } from '../../../formats/json/source-position';
import { YamlSyntaxError } from '../../../formats/yaml/source-text';
import { readStream } from '../../../formats/yaml/stream';
import { KubernetesObject } from '../../waiting/view/kubernetes-object';
import { GroupKind } from './object-index';
import { wellFormed } from './well-formed';

const LIMITS = { maxDepth: 100, maxNodes: 20_000_000, target: 'object' } as const;

/** An object in a dump. */
export interface DumpedObject {
  readonly kind: GroupKind;
  readonly object: KubernetesObject;
}

/** A part of a file that cannot be read. */
export interface DumpFault {
  /** Line, from 1, or undefined in JSON. */
  readonly line: number | undefined;

  /** Place in the document, such as `items[3]`, or an empty string for a whole document. */
  readonly entry: string;

  /** What is wrong. */
  readonly message: string;

  /** Kind of the object that is malformed, or undefined if it is unknown, or what is there is not YAML. */
  readonly kind?: string;
}

/** Content of one file of a dump. */
export interface DumpedObjects {
  readonly objects: readonly DumpedObject[];

  /** Kinds of lists in the file, which may be empty. */
  readonly lists: readonly GroupKind[];

  /** Parts that are skipped. */
  readonly faults: readonly DumpFault[];
}

/** Objects and faults that were found so far. */
interface Found {
  readonly objects: DumpedObject[];
  readonly lists: GroupKind[];
  readonly faults: DumpFault[];
}

/** A document, and where it is. */
interface Document {
  readonly value: unknown;
  readonly line: number | undefined;
  readonly locate: Locate;
}

/**
 * Reads objects in the formats of `kubectl get -o yaml` or `-o json`, `oc adm inspect` and manifests: single objects, lists, or several documents.
 * What cannot be read is a fault, and the rest is read.
 */
export function dumpedObjects(text: string): DumpedObjects {
  const found: Found = { objects: [], lists: [], faults: [] };
  const read = (document: Document): void => {
    if (document.value !== undefined && document.value !== null) {
      collect(document.value, undefined, [], document, found);
    }
  };
  try {
    documentsOf(text).forEach(read);
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) {
      throw error;
    }
    const pieces = piecesOf(text);
    if (pieces.length < 2) {
      return { objects: [], lists: [], faults: [faultOf(error, 1)] };
    }
    for (const piece of pieces) {
      try {
        documentsOf(piece.text).forEach(({ value, line, locate }) => (
          read({ value, line: line === undefined ? undefined : line + piece.line - 1, locate: (path) => {
            const position = locate(path);
            return position === undefined ? undefined : { ...position, line: position.line + piece.line - 1 };
          } })
        ));
      } catch (fault) {
        if (!(fault instanceof YamlSyntaxError)) {
          throw fault;
        }
        found.faults.push(faultOf(fault, piece.line));
      }
    }
  }
  return found;
}

function faultOf({ message, position }: YamlSyntaxError, firstLine: number): DumpFault {
  return { line: position.line + firstLine - 1, entry: '', message };
}

function documentsOf(text: string): Document[] {
  if (/^\s*[{[]/.test(text)) {
    try {
      return [{ value: parseJson(text), line: undefined, locate: () => undefined }];
    } catch {
      // Several objects, or YAML in flow style.
    }
  }
  return [...readStream(text, LIMITS)];
}

/** A part of a file that can be read by itself. */
interface Piece {
  readonly text: string;

  /** Line at which it begins, from 1. */
  readonly line: number;
}

/** Splits YAML with a syntax error into its documents, and a list as kubectl writes it into its items, so that only what is broken is lost. */
function piecesOf(text: string): Piece[] {
  const pieces: { lines: string[]; line: number; isItem: boolean }[] = [];
  let isList = false;
  text.split(/\r?\n/).forEach((content, index) => {
    const isSeparator = content.startsWith('---');
    isList = isSeparator ? false : isList || content === 'items:';
    if (pieces.length === 0 || isSeparator || (isList && /^\S/.test(content) && !content.startsWith('#'))) {
      pieces.push({ lines: [], line: index + 1, isItem: isList && content.startsWith('- ') });
    }
    const last = pieces.at(-1)!;
    last.lines.push(last.lines.length === 0 && last.isItem ? ` ${content.slice(1)}` : content);
  });
  return pieces.map(({ lines, line }) => ({ text: lines.join('\n'), line }));
}

/** Path of a value in a document. */
type Path = readonly (string | number)[];

function collect(value: unknown, listed: GroupKind | undefined, path: Path, document: Document, found: Found): void {
  if (Array.isArray(value)) {
    value.forEach((item, index) => collect(item, listed, [...path, index], document, found));
    return;
  }
  const kind = isMap(value) ? kindOf(value) ?? listed : undefined;
  if (isMap(value) && path.length === 0 && isListWithoutKind(value)) {
    collectCutOff(value['items'], document, found);
    return;
  }
  if (!isMap(value) || kind === undefined) {
    if (listed !== undefined || path.length > 0) {
      found.faults.push(malformed('this is not a Kubernetes object: it has no kind and apiVersion', path, document));
    }
  } else if (kind.kind.endsWith('List') && Array.isArray(value['items'])) {
    // Items of a list lack their kind; a `kind: List` of kubectl has items of any kind.
    const ofItems = kind.kind === 'List' ? undefined : { group: kind.group, kind: kind.kind.slice(0, -'List'.length) };
    if (ofItems !== undefined) {
      found.lists.push(ofItems);
    }
    collect(value['items'], ofItems, [...path, 'items'], document, found);
  } else {
    const object = wellFormed(value);
    if (typeof object === 'string') {
      const name = stringField(mapField(value, 'metadata'), 'name');
      found.faults.push({ ...malformed(`${kind.kind}${name === undefined ? '' : ` ${name}`}: ${object}`, path, document), kind: kind.kind });
    } else {
      found.objects.push({ kind, object });
    }
  }
}

/** Whether a document is the beginning of a list: in YAML, kubectl writes the kind of a list after its items. */
function isListWithoutKind(value: JsonMap): value is JsonMap & { readonly items: readonly unknown[] } {
  const { apiVersion, kind, items } = value;
  return kind === undefined && Array.isArray(items) && (typeof apiVersion === 'string' || items.some((item) => isMap(item) && kindOf(item) !== undefined));
}

/** Reads the items of a list without a kind. In YAML, the list is cut off, so its last item may lack any of its fields. */
function collectCutOff(items: readonly unknown[], document: Document, found: Found): void {
  const isCutOff = document.line !== undefined && items.length > 0;
  collect(isCutOff ? items.slice(0, -1) : items, undefined, ['items'], document, found);
  if (isCutOff) {
    found.faults.push(malformed('the list is cut off: this item may be incomplete, and what follows is missing', ['items', items.length - 1], document));
  }
}

function malformed(message: string, path: Path, { line, locate }: Document): DumpFault {
  const entry = path.map((step) => (typeof step === 'number' ? `[${step}]` : step)).join('');
  return { line: path.length === 0 ? line : locate(path)?.line ?? line, entry, message };
}

function kindOf(object: JsonMap): GroupKind | undefined {
  const [apiVersion, kind] = [stringField(object, 'apiVersion'), stringField(object, 'kind')];
  if (apiVersion === undefined || kind === undefined || kind === '') {
    return undefined;
  }
  const slash = apiVersion.indexOf('/');
  return { group: slash < 0 ? '' : apiVersion.slice(0, slash), kind };
}

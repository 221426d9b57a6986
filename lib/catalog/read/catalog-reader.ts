import { CatalogErrorCode } from '../catalog-error';
import type { CatalogProblem } from '../catalog-error';
import { quotedList } from '../quoted';
import type { CatalogDocument } from '../wire';
import type { DocumentPlace, PlaceOf } from './document-place';
import { ProblemPlaces } from './document-place';
import { folded, sameKeys } from './folded-keys';
import { readDocument } from './read-document';
import type { CatalogReadLimits } from './read-options';
import { describe, isMap } from '../../json-value';
import type { JsonMap } from '../../json-value';
import type { SourcePosition, ValuePath } from '../../source-position';
import { readStream } from '../../yaml/stream';
import { YamlSyntaxError } from '../../yaml/yaml-syntax-error';

/** What opm looks at in every document, whatever its schema: these fields hold text, or are not there. */
const META = ['schema', 'package', 'name'] as const;
type Meta = { -readonly [Field in typeof META[number]]?: string };

/** Reads texts into the documents of a catalog, and collects what is wrong with them. */
export class CatalogReader {
  /** The documents, in the order in which they were read. Those that cannot be read are missing. */
  public readonly documents: CatalogDocument[] = [];

  /** What is wrong with the texts, in their order. */
  public readonly problems: CatalogProblem[] = [];

  readonly #placeOf = new Map<CatalogDocument, DocumentPlace>();
  readonly #places: ProblemPlaces;

  /**
   * @param limits the limits
   * @param places finds the places of problems
   */
  public constructor(private readonly limits: CatalogReadLimits, places: ProblemPlaces) {
    this.#places = places;
  }

  /** Where the documents were read. */
  public get placeOf(): PlaceOf {
    return (document) => this.#placeOf.get(document);
  }

  /**
   * Reads the documents of a text: YAML or JSON, one after the other. Behind what is no YAML, nothing is read.
   *
   * @param text the text
   * @param file its name, for messages
   */
  public read(text: string, file?: string): void {
    const options = { maxDepth: this.limits.maxYamlDepth, maxNodes: this.limits.maxYamlNodes };
    try {
      for (const document of readStream(text, options)) {
        this.readValue(document.value, { file, line: document.line, locate: document.locate });
      }
    } catch (error) {
      if (!(error instanceof YamlSyntaxError)) {
        throw error;
      }
      this.add(error.limit ? CatalogErrorCode.LIMIT : CatalogErrorCode.SYNTAX, error.message, file, error.position);
    }
  }

  /** Adds a problem of a file. */
  public add(code: CatalogErrorCode, message: string, file?: string, position?: SourcePosition): void {
    this.problems.push({ code, message, ...(file === undefined ? {} : { file }), ...position });
  }

  /** Reads a value that should be a document. */
  public readValue(value: unknown, place: DocumentPlace): void {
    if (value === undefined || value === null) {
      this.#fault(place, CatalogErrorCode.SCHEMA, 'opm takes a comment, or an empty line, between lines of --- for a document, and misses its '
        + 'schema; remove the --- before or after it');
    } else if (!isMap(value)) {
      this.#fault(place, CatalogErrorCode.SCHEMA, `a document of a catalog must be a map with a schema, got ${describe(value)}; a file that `
        + 'is no catalog can be named in .indexignore');
    } else {
      this.#readMap(value, place);
    }
  }

  #readMap(content: JsonMap, place: DocumentPlace): void {
    const same = sameKeys(content);
    for (const keys of same) {
      this.#fault(place, CatalogErrorCode.DUPLICATE_KEY, `${quotedList(keys)} are one key to opm, which does not tell upper from lower case `
        + 'here; keep one of them', [keys[0]!]);
    }
    const meta = this.#meta(content, place);
    if (same.length > 0 || meta === undefined) {
      return;
    }
    if (meta.schema === undefined || meta.schema === '') {
      this.#fault(place, CatalogErrorCode.SCHEMA, 'the document does not say its schema; begin it with one, such as "schema: olm.bundle"');
      return;
    }
    const where = subjectOf(meta);
    const document = readDocument(meta.schema, content, (path, message) => {
      this.problems.push({ code: CatalogErrorCode.FIELD_TYPE, message, ...where, ...this.#places.find(place, path) });
    });
    this.documents.push(document);
    this.#placeOf.set(document, place);
  }

  /** What every document says of itself; undefined when it says so in another form than text. */
  #meta(content: JsonMap, place: DocumentPlace): Meta | undefined {
    const meta: Meta = {};
    let sound = true;
    for (const key of Object.keys(content)) {
      const name = META.find((field) => field === key || field === folded(key));
      const value = name === undefined ? undefined : content[key];
      if (typeof value === 'string') {
        meta[name!] = value;
      } else if (name !== undefined) {
        sound = false;
        this.#fault(place, CatalogErrorCode.FIELD_TYPE, `${key} must be text, got ${describe(value)}; put it into quotes, or remove it`, [key]);
      }
    }
    return sound ? meta : undefined;
  }

  #fault(place: DocumentPlace, code: CatalogErrorCode, message: string, path: ValuePath = []): void {
    this.problems.push({ code, message, ...this.#places.find(place, path) });
  }
}

/** The package, channel or bundle that a document is about, for messages. */
function subjectOf({ schema, package: packageName, name }: Meta): Pick<CatalogProblem, 'package' | 'channel' | 'bundle'> {
  switch (schema) {
    case 'olm.package':
      return name === undefined ? {} : { package: name };
    case 'olm.channel':
      return { ...(packageName === undefined ? {} : { package: packageName }), ...(name === undefined ? {} : { channel: name }) };
    case 'olm.bundle':
      return { ...(packageName === undefined ? {} : { package: packageName }), ...(name === undefined ? {} : { bundle: name }) };
    default:
      return packageName === undefined ? {} : { package: packageName };
  }
}

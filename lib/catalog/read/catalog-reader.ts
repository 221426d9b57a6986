import { defined } from '../../formats/json/defined';
import { caseVariants, folded } from '../../formats/json/folded-keys';
import { describeType, isMap, type JsonMap } from '../../formats/json/json-value';
import { type Locate, nearestPosition, type SourcePosition, type ValuePath } from '../../formats/json/source-position';
import { YamlSyntaxError } from '../../formats/yaml/source-text';
import { readStream } from '../../formats/yaml/stream';
import { quotedList } from '../../text/phrases';
import { CatalogErrorCode, type CatalogProblem } from '../declcfg/catalog-problem';
import type { CatalogBlob } from '../declcfg/declcfg';
import { readBlob } from './read-blob';
import type { CatalogReadLimits } from './read-options';

/** The fields that opm reads in a blob of any schema: optional strings. */
const META = ['schema', 'package', 'name'] as const;
type Meta = { -readonly [Field in typeof META[number]]?: string };

/** Reads YAML and JSON into the blobs of a catalog, and collects problems. */
export class CatalogReader {
  /** The blobs in the order in which they were read, without those that cannot be read. */
  public readonly blobs: CatalogBlob[] = [];

  /** The problems, in order. */
  public readonly problems: CatalogProblem[] = [];

  readonly #positionOf = new Map<CatalogBlob, BlobPosition>();
  readonly #locator: ProblemLocator;

  /**
   * @param locator finds the positions of problems
   */
  public constructor(private readonly limits: CatalogReadLimits, locator: ProblemLocator) {
    this.#locator = locator;
  }

  /** Returns the position of each blob. */
  public get positionOf(): PositionOf {
    return (blob) => this.#positionOf.get(blob);
  }

  /**
   * Reads the blobs of a file or string: YAML or JSON, one after the other. It stops at the first syntax error.
   *
   * @param file its path, for messages
   */
  public read(content: string, file?: string): void {
    const options = { target: 'any', maxDepth: this.limits.maxYamlDepth, maxNodes: this.limits.maxYamlNodes } as const;
    try {
      for (const document of readStream(content, options)) {
        this.readValue(document.value, { file, line: document.line, locate: document.locate });
      }
    } catch (error) {
      if (!(error instanceof YamlSyntaxError)) {
        throw error;
      }
      this.addProblem(error.limit ? CatalogErrorCode.LIMIT : CatalogErrorCode.SYNTAX, error.message, file, error.position);
    }
  }

  /** Adds a problem of a file. */
  public addProblem(code: CatalogErrorCode, message: string, file?: string, position?: SourcePosition): void {
    this.problems.push({ code, message, ...defined({ file }), ...position });
  }

  /** Reads a value that should be a blob. */
  public readValue(value: unknown, position: BlobPosition): void {
    if (value === undefined || value === null) {
      this.#fault(position, CatalogErrorCode.SCHEMA, 'opm treats a comment or an empty line between --- lines as a blob without '
        + 'a schema; remove the --- before or after it');
    } else if (!isMap(value)) {
      this.#fault(position, CatalogErrorCode.SCHEMA, `a blob must be a map with a schema, got ${describeType(value)}; list a file that is not `
        + 'part of the catalog in .indexignore');
    } else {
      this.#readMap(value, position);
    }
  }

  #readMap(content: JsonMap, position: BlobPosition): void {
    const same = caseVariants(content);
    for (const keys of same) {
      this.#fault(position, CatalogErrorCode.DUPLICATE_KEY, `${quotedList(keys)} are the same key to opm, which ignores the case of keys `
        + 'here; keep one of them', [keys[0]!]);
    }
    const meta = this.#meta(content, position);
    if (same.length > 0 || meta === undefined) {
      return;
    }
    if (meta.schema === undefined || meta.schema === '') {
      this.#fault(position, CatalogErrorCode.SCHEMA, 'the blob has no schema; add one, such as "schema: olm.bundle"');
      return;
    }
    const where = subjectOf(meta);
    const blob = readBlob(meta.schema, content, (path, message) => {
      this.problems.push({ code: CatalogErrorCode.FIELD_TYPE, message, ...where, ...this.#locator.find(position, path) });
    });
    this.blobs.push(blob);
    this.#positionOf.set(blob, position);
  }

  /** Returns the meta fields of a blob, or undefined if one is not a string. */
  #meta(content: JsonMap, position: BlobPosition): Meta | undefined {
    const meta: Meta = {};
    let valid = true;
    for (const key of Object.keys(content)) {
      const name = META.find((field) => field === key || field === folded(key));
      const value = name === undefined ? undefined : content[key];
      if (typeof value === 'string') {
        meta[name!] = value;
      } else if (name !== undefined) {
        valid = false;
        this.#fault(position, CatalogErrorCode.FIELD_TYPE, `${key} must be a string, got ${describeType(value)}; quote it, or remove it`, [key]);
      }
    }
    return valid ? meta : undefined;
  }

  #fault(position: BlobPosition, code: CatalogErrorCode, message: string, path: ValuePath = []): void {
    this.problems.push({ code, message, ...this.#locator.find(position, path) });
  }
}

/** Returns the package, channel or bundle that a blob describes, for messages. */
function subjectOf({ schema, package: packageName, name }: Meta): Pick<CatalogProblem, 'packageName' | 'channel' | 'bundle'> {
  switch (schema) {
    case 'olm.package':
      return name === undefined ? {} : { packageName: name };
    case 'olm.channel':
      return { ...defined({ packageName, channel: name }) };
    case 'olm.bundle':
      return { ...defined({ packageName, bundle: name }) };
    default:
      return packageName === undefined ? {} : { packageName };
  }
}

/** Position of a blob in a file or string. */
export interface BlobPosition {
  /** The file, or undefined for a string. */
  readonly file: string | undefined;

  /** Line at which the blob begins, from 1. */
  readonly line: number;

  /** Finds the position of a value of the blob. */
  readonly locate: Locate;
}

/** Returns the position of a blob, or undefined if it was rendered, not read. */
export type PositionOf = (blob: CatalogBlob) => BlobPosition | undefined;

/** Position of a problem, as far as it is known. */
export type ProblemPosition = Pick<CatalogProblem, 'file' | 'line' | 'column'>;

/** Only the first problems are reported with exact lines, others with the line of their blob: finding a line parses the blob again. */
const MAX_LOCATED = 200;

/** Finds the positions of problems. */
export class ProblemLocator {
  #left = MAX_LOCATED;

  /** Returns the position of a value in a blob, or of the nearest enclosing value that is written out. */
  public find(position: BlobPosition | undefined, path: ValuePath): ProblemPosition {
    if (position === undefined) {
      return {};
    }
    const file = position.file === undefined ? {} : { file: position.file };
    if (path.length === 0 || this.#left-- <= 0) {
      return { ...file, line: position.line };
    }
    const found = nearestPosition((around) => (around.length === 0 ? undefined : position.locate(around)), path);
    return { ...file, ...found ?? { line: position.line } };
  }
}

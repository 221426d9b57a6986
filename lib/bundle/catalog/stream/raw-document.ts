/** A document of a catalog as the bytes that it has in its file. */
export interface RawDocument {
  readonly bytes: Buffer;

  /** Whether it must be a JSON object; else it is YAML, or may be. */
  readonly isJson: boolean;

  /** The line in the file where the bytes begin, from 1. */
  readonly line: number;

  /**
   * What the document says of itself, as far as that can be told without reading all of it; for sure where it is given. Undefined where the
   * document has to be read to know.
   */
  readonly meta: RawMeta | undefined;
}

/** The fields of a document that tell what it is about. */
export interface RawMeta {
  readonly schema?: string;
  readonly package?: string;
  readonly name?: string;
}

/** Takes the pieces of a file one after the other, and gives the documents that have become whole. */
export interface DocumentSplitter {
  /** @throws StreamFault when no document can begin where something stands, or a document is too large */
  push(piece: Buffer): Iterable<RawDocument>;

  /** The rest of the file. */
  end(): Iterable<RawDocument>;
}

/** Why a file cannot be cut into documents. */
export class StreamFault extends Error {
  public constructor(message: string, public readonly line: number, public readonly isLimit: boolean) {
    super(message);
    this.name = 'StreamFault';
  }
}

/** Refuses a document that is larger than can be held. */
export function checkSize(bytes: number, limit: number, line: number): void {
  if (bytes > limit) {
    throw new StreamFault(`the document that begins here has more than ${limit} bytes (limit maxFileBytes); raise the limit if the catalog is to be trusted`,
      line, true);
  }
}

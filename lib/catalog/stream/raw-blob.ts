import { printableMessage } from '../../text/printable';

/** A blob of a catalog as bytes. */
export interface RawBlob {
  readonly bytes: Buffer;

  /** Whether it must be a JSON object; otherwise it is YAML, of which JSON is a part. */
  readonly isJson: boolean;

  /** Line of the file at which it begins, from 1. */
  readonly line: number;

  /**
   * Meta fields, if they are certain without parsing the blob; otherwise undefined.
   */
  readonly meta: RawMeta | undefined;
}

/** The fields that identify a blob. */
export interface RawMeta {
  readonly schema?: string;
  readonly package?: string;
  readonly name?: string;
}

/** Splits a file, passed in pieces, into blobs. */
export interface BlobSplitter {
  /**
   * Returns the blobs that the piece completes.
   *
   * @throws StreamError if a blob cannot begin where it should, or is too large
   */
  push(piece: Buffer): Iterable<RawBlob>;

  /** Returns the rest of the file. */
  end(): Iterable<RawBlob>;
}

/** Thrown when a file cannot be split into blobs. */
export class StreamError extends Error {
  public constructor(message: string, public readonly line: number, public readonly isLimit: boolean) {
    super(printableMessage(message));
    this.name = 'StreamError';
  }
}

/** @throws StreamError if a blob is larger than the limit */
export function checkSize(bytes: number, limit: number, line: number): void {
  if (bytes > limit) {
    throw new StreamError(`the blob that begins here has more than ${limit} bytes (limit maxFileBytes); raise the limit if you trust the catalog`,
      line, true);
  }
}

import { accessFiles, readPieces } from '../../bundle/files/file-access';
import { CatalogError, CatalogErrorCode } from '../declcfg/catalog-error';
import { asCatalogError, type CatalogPath } from '../read/catalog-files';
import type { CatalogReadLimits } from '../read/read-options';
import { JsonSplitter } from './json-splitter';
import { type BlobSplitter, type RawBlob, StreamError } from './raw-blob';
import { YamlSplitter } from './yaml-splitter';

/** Size of the pieces that are read, in bytes: large enough for few calls, small enough for little memory. */
const PIECE_BYTES = 512 * 1024;

const SPACES = new Set([0x20, 0x09, 0x0d, 0x0a]);
const OPEN_BRACE = 0x7b;

/**
 * Reads the blobs of a file one after the other, with only the current one in memory.
 *
 * @throws CatalogError if the file cannot be read, or split into blobs
 */
export function* blobStream({ path, file }: CatalogPath, limits: CatalogReadLimits): Generator<RawBlob> {
  let splitter: BlobSplitter | undefined;
  const pieces = readPieces(path, PIECE_BYTES);
  try {
    for (;;) {
      const next = asCatalogError(file, () => accessFiles(() => pieces.next()));
      if (next.done === true) {
        break;
      }
      splitter ??= splitterFor(next.value, limits.maxFileBytes);
      yield* splitter?.push(next.value) ?? [];
    }
    yield* splitter?.end() ?? [];
  } catch (error) {
    if (!(error instanceof StreamError)) {
      throw error;
    }
    const code = error.isLimit ? CatalogErrorCode.LIMIT : CatalogErrorCode.SYNTAX;
    throw new CatalogError([{ code, message: error.message, file, line: error.line }]);
  } finally {
    pieces.return(undefined);
  }
}

/** Returns the splitter for a file by its first character: a file that begins with a brace is JSON. Returns undefined for an empty file. */
function splitterFor(piece: Buffer, maxBytes: number): BlobSplitter | undefined {
  const first = piece.find((byte) => !SPACES.has(byte));
  if (first === undefined) {
    return piece.length === 0 ? undefined : new YamlSplitter(maxBytes);
  }
  return first === OPEN_BRACE ? new JsonSplitter(maxBytes) : new YamlSplitter(maxBytes);
}

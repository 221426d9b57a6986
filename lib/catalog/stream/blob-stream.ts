import { JsonSplitter } from './json-splitter';
import { StreamFault } from './raw-document';
import type { DocumentSplitter, RawDocument } from './raw-document';
import { YamlSplitter } from './yaml-splitter';
import { CatalogError, CatalogErrorCode } from '../catalog-error';
import { asCatalogError } from '../read/catalog-files';
import type { CatalogPath } from '../read/catalog-files';
import type { CatalogReadLimits } from '../read/read-options';
import { onDisk, readPieces } from '../../read/file-access';

/** Large enough that reading takes few calls, small enough not to count. */
const PIECE_BYTES = 512 * 1024;

/** Spaces before the first letter, which tells JSON from YAML. */
const SPACES = new Set([0x20, 0x09, 0x0d, 0x0a]);
const OPEN_BRACE = 0x7b;

/**
 * The documents of a file one after the other. Only the one that is being read is in memory.
 *
 * @throws CatalogError when the file cannot be read, or cut into documents
 */
export function* documentStream({ path, file }: CatalogPath, limits: CatalogReadLimits): Generator<RawDocument> {
  let splitter: DocumentSplitter | undefined;
  const pieces = readPieces(path, PIECE_BYTES);
  try {
    for (;;) {
      const next = asCatalogError(() => onDisk(path, () => pieces.next()), file);
      if (next.done === true) {
        break;
      }
      splitter ??= splitterFor(next.value, limits.maxFileBytes);
      yield* splitter?.push(next.value) ?? [];
    }
    yield* splitter?.end() ?? [];
  } catch (error) {
    if (!(error instanceof StreamFault)) {
      throw error;
    }
    const code = error.isLimit ? CatalogErrorCode.LIMIT : CatalogErrorCode.SYNTAX;
    throw new CatalogError([{ code, message: error.message, file, line: error.line }]);
  } finally {
    pieces.return(undefined);
  }
}

/** A file whose first letter is a brace is JSON. Undefined for nothing but spaces, as at the end of an empty file. */
function splitterFor(piece: Buffer, maxBytes: number): DocumentSplitter | undefined {
  const first = piece.find((byte) => !SPACES.has(byte));
  if (first === undefined) {
    return piece.length === 0 ? undefined : new YamlSplitter(maxBytes);
  }
  return first === OPEN_BRACE ? new JsonSplitter(maxBytes) : new YamlSplitter(maxBytes);
}

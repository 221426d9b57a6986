/** The format of what a zstd frame holds begins with this number; skippable frames with one of the sixteen from the other on. */
const FRAME = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;

/** The largest window that zstd itself accepts without being asked to. */
const MAX_WINDOW = 128 * 1024 * 1024;

/**
 * What is wrong with the frames of zstd data, as far as their headers tell; undefined when nothing is. What decodes them sets memory
 * aside as the headers say, so they are looked at before.
 *
 * @param packed the data
 * @param limit the largest size of what it unpacks to, in bytes
 * @see https://www.rfc-editor.org/rfc/rfc8878
 */
export function zstdFault(packed: Buffer, limit: number): 'damaged' | 'too large' | undefined {
  let content = 0;
  for (let at = 0; at < packed.length;) {
    if (packed.length - at < 8) {
      return 'damaged';
    }
    const magic = packed.readUInt32LE(at);
    if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE) {
      at += 8 + packed.readUInt32LE(at + 4);
      if (at > packed.length) {
        return 'damaged';
      }
      continue;
    }
    const frame = magic === FRAME ? frameAt(packed, at + 4) : undefined;
    if (frame === undefined) {
      return 'damaged';
    }
    content += frame.contentSize;
    if (frame.windowSize > MAX_WINDOW || content > limit) {
      return 'too large';
    }
    at = frame.end;
  }
  return undefined;
}

interface Frame {
  readonly contentSize: number;
  readonly windowSize: number;
  readonly end: number;
}

/** The frame whose header begins at a place; undefined when the data breaks off in it, or it is none. */
function frameAt(packed: Buffer, start: number): Frame | undefined {
  const flags = packed[start]!;
  const singleSegment = (flags & 0x20) !== 0;
  const sizeBytes = [singleSegment ? 1 : 0, 2, 4, 8][flags >> 6]!;
  const dictionaryBytes = [0, 1, 2, 4][flags & 3]!;
  const sizeAt = start + 1 + (singleSegment ? 0 : 1) + dictionaryBytes;
  if ((flags & 0x08) !== 0 || sizeAt + sizeBytes > packed.length) {
    return undefined;
  }
  const contentSize = contentSizeAt(packed, sizeAt, sizeBytes);
  const end = endOfBlocks(packed, sizeAt + sizeBytes, (flags & 0x04) !== 0 ? 4 : 0);
  return end === undefined ? undefined : { contentSize, windowSize: singleSegment ? contentSize : windowOf(packed[start + 1]!), end };
}

function contentSizeAt(packed: Buffer, at: number, bytes: number): number {
  switch (bytes) {
    case 1:
      return packed[at]!;
    case 2:
      return packed.readUInt16LE(at) + 256;
    case 4:
      return packed.readUInt32LE(at);
    case 8:
      return Number(packed.readBigUInt64LE(at));
    default:
      return 0;
  }
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function endOfBlocks(packed: Buffer, start: number, checksumBytes: number): number | undefined {
  for (let at = start; at + 3 <= packed.length;) {
    const header = packed.readUIntLE(at, 3);
    const type = (header >> 1) & 3;
    if (type === 3) {
      return undefined;
    }
    at += 3 + (type === 1 ? 1 : header >> 3);
    if ((header & 1) !== 0) {
      return at + checksumBytes <= packed.length ? at + checksumBytes : undefined;
    }
  }
  return undefined;
}

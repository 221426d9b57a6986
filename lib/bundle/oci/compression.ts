import { gunzipSync } from 'node:zlib';

import { BundleErrorCode } from '../model/bundle-problem';
import { refusal } from '../files/refusal';
import { unzstd } from './zstd';

const GZIP = '1f8b';
const ZSTD = '28b52ffd';
const SKIPPABLE_ZSTD = /^5[0-9a-f]2a4d18/;

/**
 * Decompresses a layer. Its first bytes identify the compression, as in container tools: its media type may be wrong.
 *
 * @param source source of the image, for messages
 * @param name name of the layer in messages
 * @param packed the layer
 * @param limit maximum decompressed size, in bytes
 * @throws BundleError if it is damaged or exceeds the limit
 */
export function unpackLayer(source: string, name: string, packed: Buffer, limit: number): Buffer {
  const start = packed.toString('hex', 0, 4);
  if (start.startsWith(GZIP)) {
    return gunzipped(source, name, packed, limit);
  }
  if (start === ZSTD || SKIPPABLE_ZSTD.test(start)) {
    const content = unzstd(packed, limit);
    if (typeof content !== 'string') {
      return content;
    }
    throw content === 'too large' ? tooLarge(source, name) : damaged(source, name, content === 'too slow' ? 'zstd decompression timed out' : 'invalid zstd data');
  }
  if (packed.length > limit) {
    throw tooLarge(source, name);
  }
  return packed;
}

function gunzipped(source: string, name: string, packed: Buffer, limit: number): Buffer {
  try {
    return gunzipSync(packed, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw tooLarge(source, name);
    }
    throw damaged(source, name, `gzip: ${(error as Error).message}`);
  }
}

function tooLarge(source: string, name: string): Error {
  const message = `${name} and the layers below it exceed the maximum decompressed size (maxTotalBytes); `
    + 'raise the limit if you trust the image';
  return refusal(source, BundleErrorCode.LIMIT, message);
}

function damaged(source: string, name: string, reason: string): Error {
  return refusal(source, BundleErrorCode.ARCHIVE, `${name} is damaged: ${reason}; build and push the image again`);
}

import { gunzipSync } from 'node:zlib';

import { BundleErrorCode } from '../../bundle-error';
import { refusal } from '../refusal';
import { unzstd } from './zstd';

const GZIP = '1f8b';
const ZSTD = '28b52ffd';
const SKIPPABLE_ZSTD = /^5[0-9a-f]2a4d18/;

/**
 * A layer without its compression. Its first bytes tell what that is, as for container tools: its media type may be wrong.
 *
 * @param source where the image is read from, for messages
 * @param name what the layer is called in messages
 * @param packed the layer
 * @param limit the largest size of what it unpacks to, in bytes
 * @throws BundleError when it is damaged or goes beyond the limit
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
    throw content === 'too large' ? tooLarge(source, name) : damaged(source, name, content === 'too slow' ? 'zstd does not come to an end' : 'it is no valid zstd data');
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
    throw damaged(source, name, `gzip says ${JSON.stringify((error as Error).message)}`);
  }
}

function tooLarge(source: string, name: string): Error {
  const message = `${name} and the layers below it unpack to more bytes than are read (limit maxTotalBytes); `
    + 'raise the limit if the image is to be trusted';
  return refusal(source, BundleErrorCode.LIMIT, message);
}

function damaged(source: string, name: string, reason: string): Error {
  return refusal(source, BundleErrorCode.ARCHIVE, `${name} is damaged: ${reason}; build and push the image anew`);
}

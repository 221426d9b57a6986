import { setImmediate } from 'node:timers/promises';
import { createGunzip, gunzipSync } from 'node:zlib';

import { BundleErrorCode } from '../model/bundle-problem';
import { refusal } from '../files/refusal';
import { unzstd, type ZstdFailure, unzstdInBackground } from './zstd';

const GZIP = '1f8b';
const ZSTD = '28b52ffd';
const SKIPPABLE_ZSTD = /^5[0-9a-f]2a4d18/;

/** Decompressing the layers of an image takes a second or two; data that takes longer than this is malicious. */
const TIMEOUT_MILLISECONDS = 30_000;

/** What the layers of one image may take together: their decompressed bytes, and the time of the zstd decoder, which may loop forever. */
export class LayerBudget {
  #bytes: number;
  #milliseconds = TIMEOUT_MILLISECONDS;

  /** @param maxBytes maximum number of decompressed bytes */
  public constructor(maxBytes: number) {
    this.#bytes = maxBytes;
  }

  /** Number of decompressed bytes that are left. */
  public get bytesLeft(): number {
    return this.#bytes;
  }

  /** Time that is left, in milliseconds. */
  public get millisecondsLeft(): number {
    return this.#milliseconds;
  }

  /** Counts a layer that was decompressed, and the time that it took since a moment. */
  public count(bytes: number, start: number): void {
    this.#bytes -= bytes;
    this.#milliseconds = Math.max(1, this.#milliseconds - (performance.now() - start));
  }
}

/** A layer to decompress, as requested by a reader of images. */
export interface LayerRequest {
  /** Name of the layer in messages. */
  readonly name: string;

  /** The layer in compressed form. */
  readonly packed: Buffer;

  /** What all layers may take together; the layer is counted when it is decompressed. */
  readonly budget: LayerBudget;
}

/**
 * Decompresses a layer. Its first bytes identify the compression, as in container tools: its media type may be wrong.
 *
 * @param source source of the image, for messages
 * @throws BundleError if it is damaged or exceeds the budget
 */
export function unpackLayer(source: string, request: LayerRequest): Buffer {
  const { packed, budget } = request;
  const start = performance.now();
  switch (compressionOf(packed)) {
    case 'gzip':
      return counted(source, request, start, gunzipped(packed, budget.bytesLeft));
    case 'zstd':
      return counted(source, request, start, unzstd(packed, budget.bytesLeft, budget.millisecondsLeft));
    case 'none':
      return counted(source, request, start, packed);
  }
}

/**
 * Decompresses a layer without blocking the process.
 *
 * @throws BundleError if it is damaged or exceeds the budget
 * @throws the signal's reason if it is aborted
 */
export async function unpackLayerInBackground(source: string, request: LayerRequest, signal: AbortSignal): Promise<Buffer> {
  // Blobs of a cache come without waiting: timers and signals get their turn here.
  await setImmediate();
  signal.throwIfAborted();
  const { packed, budget } = request;
  const start = performance.now();
  switch (compressionOf(packed)) {
    case 'gzip':
      return counted(source, request, start, await gunzippedInBackground(packed, budget.bytesLeft, signal));
    case 'zstd':
      return counted(source, request, start, await unzstdInBackground(packed, budget.bytesLeft, budget.millisecondsLeft, signal));
    case 'none':
      return counted(source, request, start, packed);
  }
}

function compressionOf(packed: Buffer): 'gzip' | 'zstd' | 'none' {
  const start = packed.toString('hex', 0, 4);
  return start.startsWith(GZIP) ? 'gzip' : start === ZSTD || SKIPPABLE_ZSTD.test(start) ? 'zstd' : 'none';
}

/** Returns the content of a layer, and counts it. */
function counted(source: string, { name, budget }: LayerRequest, start: number, content: Buffer | ZstdFailure | GzipFailure): Buffer {
  if (content === 'too large' || (Buffer.isBuffer(content) && content.length > budget.bytesLeft)) {
    const message = `${name} and the layers below it exceed the maximum decompressed size (limit maxTotalBytes); raise the limit if you trust the image`;
    throw refusal(source, BundleErrorCode.LIMIT, message);
  }
  if (!Buffer.isBuffer(content)) {
    const reason = typeof content === 'string' ? REASONS[content] : `gzip: ${content.gzip}`;
    throw refusal(source, BundleErrorCode.ARCHIVE, `${name} is damaged: ${reason}; build and push the image again`);
  }
  budget.count(content.length, start);
  return content;
}

const REASONS: { readonly [failure in Exclude<ZstdFailure, 'too large'>]: string } = {
  'damaged': 'invalid zstd data',
  'too many blocks': 'zstd data of far more blocks than content',
  'too slow': 'zstd decompression timed out',
};

/** Reason why gzip data was not decompressed. */
interface GzipFailure {
  readonly gzip: string;
}

function gunzipped(packed: Buffer, limit: number): Buffer | 'too large' | GzipFailure {
  try {
    return gunzipSync(packed, { maxOutputLength: Math.max(1, limit) });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : { gzip: (error as Error).message };
  }
}

/** Size of the pieces in which gzip data is decompressed in the background, in bytes. */
const PIECE = 1024 * 1024;

async function gunzippedInBackground(packed: Buffer, limit: number, signal: AbortSignal): Promise<Buffer | 'too large' | GzipFailure> {
  const stream = createGunzip({ chunkSize: PIECE });
  const abort = (): void => void stream.destroy();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const pieces: Buffer[] = [];
    let length = 0;
    stream.end(packed);
    for await (const piece of stream as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      pieces.push(piece);
      length += piece.length;
      if (length > limit) {
        return 'too large';
      }
    }
    return Buffer.concat(pieces, length);
  } catch (error) {
    signal.throwIfAborted();
    return { gzip: (error as Error).message };
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { zstdDecoder } from './zstd-decoder';

/** Decompressing a layer takes a second or two; data that takes longer than this is malicious. */
const TIMEOUT_MILLISECONDS = 30_000;

/** Code of the worker thread, after the declaration of `Decompress`: decompresses the data, posts the result, and wakes the caller. */
const WORKER_CODE = `
const { workerData: { packed, limit, done, port } } = require('node:worker_threads');
const chunks = [];
let length = 0;
let outcome;
try {
  new Decompress((chunk) => {
    length += chunk.length;
    if (length > limit) throw 'too large';
    chunks.push(chunk);
  }).push(packed, true);
  outcome = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    outcome.set(chunk, offset);
    offset += chunk.length;
  }
} catch (error) {
  outcome = error === 'too large' ? error : 'damaged';
}
port.postMessage(outcome);
Atomics.store(done, 0, 1);
Atomics.notify(done, 0);
`;

/** Reason why data was not decompressed. */
export type ZstdFailure = 'damaged' | 'too large' | 'too slow';

/**
 * Decompresses zstd data.
 *
 * fzstd trusts its input: crafted data can make it loop forever. So it runs in a worker thread that is terminated on timeout, while
 * the caller waits. The headers, which determine how much memory it allocates, are checked first.
 *
 * @param packed compressed data
 * @param limit maximum decompressed size, in bytes
 * @returns the content, or the reason why there is none
 */
export function unzstd(packed: Buffer, limit: number, timeoutMilliseconds = TIMEOUT_MILLISECONDS): Buffer | ZstdFailure {
  const fault = zstdFault(packed, limit);
  if (fault !== undefined) {
    return fault;
  }
  const done = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(`const { Decompress } = ${zstdDecoder()};${WORKER_CODE}`, {
    eval: true,
    workerData: { packed, limit, done, port: port2 },
    transferList: [port2],
    env: {},
  });
  // Errors of fzstd arrive through the port. After an error of the thread itself, such as running out of memory, nothing arrives, which is treated as
  // a timeout.
  worker.on('error', () => undefined);
  try {
    Atomics.wait(done, 0, 0, timeoutMilliseconds);
    const received = receiveMessageOnPort(port1) as { readonly message: Uint8Array | ZstdFailure } | undefined;
    const outcome = received === undefined ? 'too slow' : received.message;
    return typeof outcome === 'string' ? outcome : Buffer.from(outcome.buffer, outcome.byteOffset, outcome.length);
  } finally {
    port1.close();
    void worker.terminate();
  }
}

/** Magic number of zstd frames; skippable frames have one of the sixteen numbers from the second on. */
const FRAME = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;

/** The largest window that zstd itself accepts by default. */
const MAX_WINDOW = 128 * 1024 * 1024;

/**
 * Checks the headers of zstd frames. Returns undefined if they are valid. The decoder allocates as much memory as the headers claim, so they are
 * checked first.
 *
 * @param packed compressed data
 * @param limit maximum decompressed size, in bytes
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

/** Returns the frame whose header begins at an offset, or undefined if the data is truncated or is not a frame. */
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

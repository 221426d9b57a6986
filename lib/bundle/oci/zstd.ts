import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { zstdDecoder } from './zstd-decoder';

/** Code of the worker thread, after the declaration of `Decompress`: decompresses the data, posts the result, and wakes the caller. */
const WORKER_CODE = `
const { workerData: { packed, frames, limit, done, port } } = require('node:worker_threads');
const chunks = [];
let length = 0;
let outcome;
try {
  for (let index = 0; index < frames.length; index += 2) {
    new Decompress((chunk) => {
      length += chunk.length;
      if (length > limit) throw 'too large';
      if (chunk.length > 0) chunks.push(chunk);
    }).push(packed.subarray(frames[index], frames[index + 1]), true);
  }
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
export type ZstdFailure = 'damaged' | 'too large' | 'too many blocks' | 'too slow';

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
export function unzstd(packed: Buffer, limit: number, timeoutMilliseconds: number): Buffer | ZstdFailure {
  const frames = zstdFrames(packed, limit);
  if (typeof frames === 'string') {
    return frames;
  }
  const work = startWorker(packed, frames, limit);
  try {
    Atomics.wait(work.done, 0, 0, timeoutMilliseconds);
    return outcomeOf(work.port);
  } finally {
    work.end();
  }
}

/**
 * Decompresses zstd data without blocking the process.
 *
 * @throws the signal's reason if it is aborted
 */
export async function unzstdInBackground(
  packed: Buffer, limit: number, timeoutMilliseconds: number, signal: AbortSignal,
): Promise<Buffer | ZstdFailure> {
  const frames = zstdFrames(packed, limit);
  if (typeof frames === 'string') {
    return frames;
  }
  const work = startWorker(packed, frames, limit);
  try {
    const outcome = await new Promise<Uint8Array | ZstdFailure>((resolve) => {
      const timer = setTimeout(() => resolve('too slow'), timeoutMilliseconds);
      const end = (found: Uint8Array | ZstdFailure): void => {
        clearTimeout(timer);
        resolve(found);
      };
      work.port.once('message', end);
      work.worker.once('exit', () => setImmediate(() => end('too slow')));
      signal.addEventListener('abort', () => end('too slow'), { once: true });
    });
    signal.throwIfAborted();
    return bufferOf(outcome);
  } finally {
    work.end();
  }
}

/** A worker thread that decompresses. */
interface ZstdWork {
  readonly worker: Worker;
  readonly port: MessagePort;

  /** Becomes 1 when the worker has posted its outcome. */
  readonly done: Int32Array;

  /** Terminates the worker. */
  readonly end: () => void;
}

function startWorker(packed: Buffer, frames: readonly number[], limit: number): ZstdWork {
  const done = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(`const { Decompress } = ${zstdDecoder()};${WORKER_CODE}`, {
    eval: true,
    workerData: { packed, frames, limit, done, port: port2 },
    transferList: [port2],
    env: {},
  });
  // Errors of fzstd arrive through the port. After an error of the thread itself, such as running out of memory, nothing arrives, which is treated as
  // a timeout.
  worker.on('error', () => undefined);
  return {
    worker, port: port1, done, end: () => {
      port1.close();
      void worker.terminate();
    },
  };
}

function outcomeOf(port: MessagePort): Buffer | ZstdFailure {
  const received = receiveMessageOnPort(port) as { readonly message: Uint8Array | ZstdFailure } | undefined;
  return received === undefined ? 'too slow' : bufferOf(received.message);
}

function bufferOf(outcome: Uint8Array | ZstdFailure): Buffer | ZstdFailure {
  return typeof outcome === 'string' ? outcome : Buffer.from(outcome.buffer, outcome.byteOffset, outcome.length);
}

/** Magic number of zstd frames; skippable frames have one of the sixteen numbers from the second on. */
const FRAME = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;

/** The largest window that zstd itself accepts by default. */
const MAX_WINDOW = 128 * 1024 * 1024;

/** Minimum number of bytes in a block on average, far fewer than any encoder writes, and the number of blocks to which that does not apply. */
const MIN_BLOCK_BYTES = 1024;
const FREE_BLOCKS = 10_000;

/**
 * Checks the headers of zstd frames. The decoder allocates as much memory as the headers claim, and moves that memory for each block, even for an
 * empty one: so they are checked first.
 *
 * @param packed compressed data
 * @param limit maximum decompressed size, in bytes
 * @returns start and end of each frame, one after the other, or what is wrong with the headers
 * @see https://www.rfc-editor.org/rfc/rfc8878
 */
export function zstdFrames(packed: Buffer, limit: number): number[] | Exclude<ZstdFailure, 'too slow'> {
  const frames: number[] = [];
  const maxBlocks = FREE_BLOCKS + limit / MIN_BLOCK_BYTES;
  let content = 0;
  let blocks = 0;
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
    const frame = magic === FRAME ? frameAt(packed, at + 4, maxBlocks - blocks) : undefined;
    if (typeof frame !== 'object') {
      return frame ?? 'damaged';
    }
    content += frame.contentSize;
    if (frame.windowSize > MAX_WINDOW || content > limit) {
      return 'too large';
    }
    blocks += frame.blocks;
    frames.push(at, frame.end);
    at = frame.end;
  }
  return frames;
}

interface Frame {
  readonly contentSize: number;
  readonly windowSize: number;
  readonly blocks: number;
  readonly end: number;
}

/** Returns the frame whose header begins at an offset, or undefined if the data is truncated or is not a frame. */
function frameAt(packed: Buffer, start: number, maxBlocks: number): Frame | 'too many blocks' | undefined {
  const flags = packed[start]!;
  const singleSegment = (flags & 0x20) !== 0;
  const sizeBytes = [singleSegment ? 1 : 0, 2, 4, 8][flags >> 6]!;
  const dictionaryBytes = [0, 1, 2, 4][flags & 3]!;
  const sizeAt = start + 1 + (singleSegment ? 0 : 1) + dictionaryBytes;
  if ((flags & 0x08) !== 0 || sizeAt + sizeBytes > packed.length) {
    return undefined;
  }
  const contentSize = contentSizeAt(packed, sizeAt, sizeBytes);
  const found = endOfBlocks(packed, sizeAt + sizeBytes, (flags & 0x04) !== 0 ? 4 : 0, maxBlocks);
  return typeof found !== 'object' ? found : { contentSize, windowSize: singleSegment ? contentSize : windowOf(packed[start + 1]!), ...found };
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

function endOfBlocks(packed: Buffer, start: number, checksumBytes: number, maxBlocks: number): Pick<Frame, 'blocks' | 'end'> | 'too many blocks' | undefined {
  for (let at = start, blocks = 1; at + 3 <= packed.length; blocks++) {
    if (blocks > maxBlocks) {
      return 'too many blocks';
    }
    const header = packed.readUIntLE(at, 3);
    const type = (header >> 1) & 3;
    if (type === 3) {
      return undefined;
    }
    at += 3 + (type === 1 ? 1 : header >> 3);
    if ((header & 1) !== 0) {
      return at + checksumBytes <= packed.length ? { blocks, end: at + checksumBytes } : undefined;
    }
  }
  return undefined;
}

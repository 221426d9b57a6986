import { createRequire } from 'node:module';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { zstdFault } from './zstd-frames';

const requireHere = createRequire(__filename);

/** Decompressing a layer takes a second or two; data that takes longer than this is malicious. */
const TIMEOUT_MILLISECONDS = 30_000;

/** Code of the worker thread: decompresses the data, posts the result, and wakes the caller. */
const WORKER_CODE = `
const { workerData: { library, packed, limit, done, port } } = require('node:worker_threads');
const { Decompress } = require(library);
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
  const worker = new Worker(WORKER_CODE, {
    eval: true,
    workerData: { library: requireHere.resolve('fzstd'), packed, limit, done, port: port2 },
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

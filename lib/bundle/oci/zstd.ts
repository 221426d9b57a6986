import { createRequire } from 'node:module';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { zstdFault } from './zstd-frames';

const load = createRequire(__filename);

/** Unpacking what a layer may hold takes a second or two; what takes this long was made to. */
const LONGEST_MILLISECONDS = 30_000;

/** What a thread of its own does: unpacks, and says so. It has no access to anything here but what it is given. */
const UNPACKING = `
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
  const content = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    content.set(chunk, at);
    at += chunk.length;
  }
  outcome = content;
} catch (error) {
  outcome = error === 'too large' ? error : 'damaged';
}
port.postMessage(outcome);
Atomics.store(done, 0, 1);
Atomics.notify(done, 0);
`;

/** Why data was not unpacked. */
export type ZstdFailure = 'damaged' | 'too large' | 'too slow';

/**
 * Unpacks zstd data.
 *
 * fzstd trusts its input: data can be made by which it never ends. So it runs in a thread of its own, which is ended when it takes too
 * long, and this one waits. The headers, by which it sets memory aside, are looked at before.
 *
 * @param packed the data
 * @param limit the largest size of what it unpacks to, in bytes
 * @param longestMilliseconds how long unpacking may take
 */
export function unzstd(packed: Buffer, limit: number, longestMilliseconds = LONGEST_MILLISECONDS): Buffer | ZstdFailure {
  const fault = zstdFault(packed, limit);
  if (fault !== undefined) {
    return fault;
  }
  const done = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(UNPACKING, {
    eval: true,
    workerData: { library: load.resolve('fzstd'), packed, limit, done, port: port2 },
    transferList: [port2],
    env: {},
  });
  // An error is told through the port; one in the thread itself, such as no memory, ends the waiting.
  worker.on('error', () => undefined);
  try {
    Atomics.wait(done, 0, 0, longestMilliseconds);
    const received = receiveMessageOnPort(port1) as { readonly message: Uint8Array | ZstdFailure } | undefined;
    const outcome = received === undefined ? 'too slow' : received.message;
    return typeof outcome === 'string' ? outcome : Buffer.from(outcome.buffer, outcome.byteOffset, outcome.length);
  } finally {
    port1.close();
    void worker.terminate();
  }
}

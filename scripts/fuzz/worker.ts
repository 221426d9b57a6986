import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { numbers } from '../../test/fuzz/mutate';
import { Corpus, saveFailure } from './corpus';
import { shrunk } from './shrink';
import { type Target, targetOf } from './target';

/** Maximum CPU time of an input, in milliseconds: all inputs are small. */
const MAX_CPU = 5000;

/** Minimum time for inputs, in milliseconds. */
const MIN_RUN = 1000;

/** What the worker sends: a sign of life, or a failure. */
export type WorkerMessage = { readonly runs: number } | { readonly path: string; readonly message: string };

/** Runs a target on new inputs for some time, in a process of its own: one that hangs, or takes too much memory, is ended by its parent. */
async function work([root, name, seed, seconds, current, replayed]: readonly string[]): Promise<void> {
  const send = (message: WorkerMessage): void => void process.send!(message);
  const target = targetOf(name!);
  const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-fuzz-'));
  try {
    if (replayed !== undefined) {
      const message = await failureOf(target, Buffer.from(replayed, 'base64'), folder);
      send(typeof message === 'string' ? { runs: 1 } : { path: '', message: message.stack });
      return;
    }
    const corpus = new Corpus(root!, name!, target.inputs);
    const below = numbers(Number(seed));
    // The time since this process was started counts, but a slow start leaves some for inputs.
    const end = Math.max(Number(seconds) * 1000, performance.now() + MIN_RUN);
    let runs = 0;
    for (let reported = 0; performance.now() < end; runs++) {
      const input = target.make(corpus.inputs, below);
      writeFileSync(current!, input);
      const outcome = await failureOf(target, input, folder);
      if (typeof outcome === 'string') {
        corpus.add(input, outcome);
      } else {
        const first = outcome.stack.split('\n')[0];
        const fails = async (candidate: Buffer): Promise<boolean> => {
          const found = await failureOf(target, candidate, folder);
          return typeof found !== 'string' && found.stack.split('\n')[0] === first;
        };
        send({ path: saveFailure(root!, name!, target.canShrink ? await shrunk(input, fails) : input), message: outcome.stack });
      }
      if (performance.now() - reported > 1000) {
        reported = performance.now();
        send({ runs });
        // Messages are sent between two inputs.
        await new Promise(setImmediate);
      }
    }
    send({ runs });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the outcome of an input, or its failure. */
async function failureOf(target: Target, input: Buffer, folder: string): Promise<string | { readonly stack: string }> {
  const before = process.cpuUsage();
  try {
    const outcome = await target.run(input, folder);
    const { user, system } = process.cpuUsage(before);
    return user + system > MAX_CPU * 1000 ? { stack: `it takes ${((user + system) / 1e6).toFixed(1)} s of CPU` } : outcome;
  } catch (error) {
    return { stack: String(error instanceof Error ? error.stack : error) };
  }
}

void work(process.argv.slice(2)).then(() => process.exit());

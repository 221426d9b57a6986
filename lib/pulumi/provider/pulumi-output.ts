import { AsyncLocalStorage } from 'node:async_hooks';
import { printable } from '../../text/printable';

const pulumiEnded = new AbortController();

// Without a listener, Pulumi's process writes the error to the same closed pipe, which causes another error, in an endless loop.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', () => pulumiEnded.abort(new Error('Pulumi has ended: the pipe to it is closed')));
}

/** Aborts when Pulumi was killed: the pipe to it is closed, and nothing else ends its process for dynamic resources. The next `up` continues. */
export const whilePulumiRuns: AbortSignal = pulumiEnded.signal;

/** Connection of a call for one resource to Pulumi. */
export interface ResourceCall {
  /** Shows a line next to the resource. */
  readonly print: (line: string) => void;

  /** Aborts when the call is canceled. */
  readonly signal: AbortSignal;
}

const calls = new AsyncLocalStorage<ResourceCall>();

/** Runs a function for one resource: what it prints is shown next to the resource, and it ends when the call is canceled. */
export function runCall<Result>(call: ResourceCall, run: () => Promise<Result>): Promise<Result> {
  return calls.run(call, run);
}

/** Returns the connection of the current call. In Pulumi's process for dynamic resources, all calls share its output, and none can be canceled. */
export function currentCall(): ResourceCall {
  const call = calls.getStore();
  return call === undefined ? { print, signal: whilePulumiRuns } : { print: (line) => call.print(printable(line)), signal: call.signal };
}

/**
 * Prints a progress line. Pulumi shows the output of its process for dynamic resources immediately, next to the stack; a call of `runCall` shows it
 * next to its resource. A line break in it is one of others, and is replaced.
 */
export function print(line: string): void {
  const text = printable(line);
  const call = calls.getStore();
  if (call === undefined) {
    process.stdout.write(`${text}\n`);
  } else {
    call.print(text);
  }
}

import { printableText } from '../../text/printable';

const pulumiEnded = new AbortController();

// Without a listener, Pulumi's process writes the error to the same closed pipe, which causes another error, in an endless loop.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', () => pulumiEnded.abort(new Error('Pulumi has ended: the pipe to it is closed')));
}

/** Aborts when Pulumi was killed: the pipe to it is closed, and nothing else ends its process for dynamic resources. The next `up` continues. */
export const whilePulumiRuns: AbortSignal = pulumiEnded.signal;

/** Prints a progress line. Pulumi shows the output of this process immediately, next to the stack. */
export function print(line: string): void {
  process.stdout.write(`${printableText(line)}\n`);
}

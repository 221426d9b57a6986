const pulumiEnded = new AbortController();

// Without a listener, Pulumi's process writes the error to the same closed pipe, which is an error again, without end.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', () => pulumiEnded.abort(new Error('Pulumi has ended: the pipe to it is closed')));
}

/**
 * Aborts when Pulumi was killed: its pipe is closed, and nothing ends its process for dynamic resources. The next `up` continues.
 */
export const whilePulumiRuns: AbortSignal = pulumiEnded.signal;

/** Prints a progress line. Pulumi shows the output of this process at once, beside the stack. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

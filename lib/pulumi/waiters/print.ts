const pulumiGone = new AbortController();

// An error that nobody listens to is written by Pulumi's process to the same closed pipe, which is an error again, without an end.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', () => pulumiGone.abort(new Error('Pulumi is gone: nobody reads what is printed')));
}

/**
 * Ends when nobody reads any longer what is printed: Pulumi was killed, nobody learns what is still done for it, and nobody ends its
 * process for dynamic resources. The next `up` goes on.
 */
export const whilePulumiRuns: AbortSignal = pulumiGone.signal;

/** Prints a line of progress. Pulumi shows what the process of a dynamic resource prints at once, beside the stack. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

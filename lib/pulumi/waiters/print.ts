/** Prints a line of progress. Pulumi shows what the process of a dynamic resource prints at once, beside the stack. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

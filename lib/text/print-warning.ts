import { printableText } from './printable';

/** Prints a warning of a synthesis as a line on standard error; names of others in it have no effect. */
export function printWarning(line: string): void {
  process.stderr.write(`warning: ${printableText(line)}\n`);
}

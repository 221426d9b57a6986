import { printableMessage } from './printable';

/** Prints a warning of a synthesis on standard error; names of others in it have no effect, and begin no line. */
export function printWarning(line: string): void {
  process.stderr.write(`${printableMessage(`warning: ${line}`)}\n`);
}

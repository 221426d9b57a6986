import { printableMessage } from '../../text/printable';

/** Prints the port of the plugin. Pulumi reads it from the first line. */
export function printPort(port: number): void {
  process.stdout.write(`${port}\n`);
}

/** Prints a line that belongs to no resource. */
export function printLine(line: string): void {
  process.stderr.write(`${printableMessage(line)}\n`);
}

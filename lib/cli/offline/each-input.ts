import { CliError, Interruption } from '../frame/cli-error';
import type { CommandContext } from '../frame/context';
import { ExitCode } from '../frame/exit-code';
import { type Cell, writeTable } from '../frame/table';

const UNREADABLE: Cell = { text: 'unreadable', style: 'red' };

/** Result for one of several operands. */
export interface InputResult<Value> {
  readonly operand: string;
  readonly value: Value;
}

/** Results for several operands, and the number of those that could not be read. */
export interface InputResults<Value> {
  readonly results: readonly InputResult<Value>[];
  readonly unreadable: number;

  /** The operands, in the order of the command line. */
  readonly operands: readonly string[];
}

/**
 * Processes one operand after the other. If there are several, one that cannot be read does not stop the others: its error is printed immediately.
 *
 * @throws the error of a single operand, and errors that concern all of them
 */
export async function eachInput<Value>(
  operands: readonly string[], { stderr, signal }: CommandContext, work: (operand: string) => Promise<Value> | Value,
): Promise<InputResults<Value>> {
  const results: InputResult<Value>[] = [];
  for (const operand of operands) {
    signal.throwIfAborted();
    try {
      results.push({ operand, value: await work(operand) });
    } catch (error) {
      if (operands.length === 1 || error instanceof Interruption || (error instanceof CliError && error.exitCode === ExitCode.USAGE)) {
        throw error;
      }
      stderr.line(`${stderr.styled('red', 'error:')} ${(error as Error).message}`);
    }
  }
  return { results, operands, unreadable: operands.length - results.length };
}

/** Writes a table with a row for each of several operands. */
export function writeSummary<Value>(
  { results, operands }: InputResults<Value>, { stdout }: CommandContext, head: readonly string[], row: (value: Value) => readonly Cell[],
): void {
  if (operands.length > 1) {
    const values = new Map(results.map(({ operand, value }) => [operand, value]));
    stdout.line();
    writeTable(stdout, ['INPUT', ...head], operands.map((operand) => {
      const value = values.get(operand);
      return [operand, ...value === undefined ? head.map((_, index) => index < head.length - 1 ? '-' : UNREADABLE) : row(value)];
    }));
  }
}

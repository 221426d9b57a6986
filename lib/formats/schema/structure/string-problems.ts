import { quoted } from '../../../text/quoted';
import { firstMatch } from '../formats/regular-expression';
import { hasFormat } from '../formats/string-formats';
import type { JsonSchema } from '../model/json-schema';
import { blockingProblem, problem, type ValueProblem } from '../model/value-problem';

/** Returns the problems of a string: that of its length or otherwise of its pattern, and that of its format. */
export function stringProblems(value: string, schema: JsonSchema, field: string): ValueProblem[] {
  const { format, type } = schema;
  const own = lengthProblem(value, schema, field) ?? patternProblem(value, schema, field);
  const isFormatted = format === undefined || (type !== undefined && type !== 'string') || hasFormat(format, value);
  return [
    ...(own === undefined ? [] : [own]),
    ...(isFormatted ? [] : [blockingProblem(field, `must be a string in the format ${format}, got ${quoted(value)}`)]),
  ];
}

function lengthProblem(value: string, { minLength = 0, maxLength = Infinity }: JsonSchema, field: string): ValueProblem | undefined {
  const length = characters(value);
  if (length > maxLength) {
    return blockingProblem(field, `must have at most ${maxLength} characters, got ${length}`);
  }
  if (length >= minLength) {
    return undefined;
  }
  return problem(field, length === 0 ? 'must not be empty' : `must have at least ${minLength} characters, got ${length}`);
}

function patternProblem(value: string, { pattern }: JsonSchema, field: string): ValueProblem | undefined {
  return pattern === undefined || firstMatch(pattern, value) !== undefined
    ? undefined : problem(field, `must match the pattern ${pattern}, got ${quoted(value)}`);
}

/** Returns the number of code points. */
function characters(value: string): number {
  let count = 0;
  for (const _ of value) {
    count++;
  }
  return count;
}

import type { JsonSchema } from '../model/json-schema';
import { problem, type ValueProblem } from '../model/value-problem';

/** Returns the problems of a number. */
export function numberProblems(value: number, schema: JsonSchema, field: string): ValueProblem[] {
  const { minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false, multipleOf } = schema;
  const requirements = [
    isInFormat(value, schema) ? undefined : `fit into ${schema.format}`,
    multipleOf === undefined || Number.isInteger(value / multipleOf) ? undefined : `be a multiple of ${multipleOf}`,
    maximum === undefined || (exclusiveMaximum ? value < maximum : value <= maximum)
      ? undefined : `be ${exclusiveMaximum ? 'less than' : 'at most'} ${maximum}`,
    minimum === undefined || (exclusiveMinimum ? value > minimum : value >= minimum)
      ? undefined : `be ${exclusiveMinimum ? 'greater than' : 'at least'} ${minimum}`,
  ];
  return requirements.filter(requirement => requirement !== undefined).map(requirement => problem(field, `must ${requirement}, got ${value}`));
}

function isInFormat(value: number, { type, format }: JsonSchema): boolean {
  if (type === 'integer' && format === 'int32') {
    return value >= -(2 ** 31) && value < 2 ** 31;
  }
  return type !== 'number' || format !== 'float' || Number.isFinite(Math.fround(value));
}

import { describeType, isMap, type JsonMap, sameJson } from '../../json/json-value';
import { type JsonSchema, propertySchema, valuesSchema } from '../model/json-schema';
import { blockingProblem, problem, type ValueProblem } from '../model/value-problem';
import { stringProblems } from './string-problems';
import { counted } from '../../../text/counted';

/**
 * Returns the problems of a value under the structural schema of a CRD.
 *
 * @see https://github.com/kubernetes/kube-openapi/tree/master/pkg/validation/validate
 */
export function valueProblems(value: unknown, schema: JsonSchema, field: string): ValueProblem[] {
  const typeProblem = problemOfType(value, schema, field);
  if (typeProblem !== undefined) {
    return [typeProblem];
  }
  return [
    ...alternativeProblems(value, schema, field),
    ...(typeof value === 'string' ? stringProblems(value, schema, field) : []),
    ...(typeof value === 'number' ? numberProblems(value, schema, field) : []),
    ...(Array.isArray(value) ? listProblems(value, schema, field) : []),
    ...enumProblems(value, schema, field),
    ...(isMap(value) ? mapProblems(value, schema, field) : []),
  ];
}

const TYPE_NAMES: { readonly [type: string]: string } = {
  array: 'a list', boolean: 'true or false', integer: 'an integer', number: 'a number', object: 'a map', string: 'a string',
};

function problemOfType(value: unknown, schema: JsonSchema, field: string): ValueProblem | undefined {
  const types = schema['x-kubernetes-int-or-string'] === true ? ['integer', 'string'] : schema.type === undefined ? [] : [schema.type];
  if (types.length === 0 || (value === null && schema.nullable === true) || types.some(type => hasType(value, type))) {
    return undefined;
  }
  return blockingProblem(field, `must be ${types.map(type => TYPE_NAMES[type] ?? type).join(' or ')}, got ${describeType(value)}`);
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'array': return Array.isArray(value);
    case 'object': return isMap(value);
    // Larger numbers have the form of floating-point numbers in JSON.
    case 'integer': return Number.isInteger(value) && Math.abs(value as number) < 2 ** 63;
    default: return typeof value === type;
  }
}

function enumProblems(value: unknown, { enum: values = [] }: JsonSchema, field: string): ValueProblem[] {
  return values.length === 0 || values.some(each => sameJson(each, value))
    ? [] : [blockingProblem(field, `must be one of ${values.map(each => JSON.stringify(each)).join(', ')}, got ${describeType(value)}`)];
}

/** Returns the problems of a number. */
function numberProblems(value: number, schema: JsonSchema, field: string): ValueProblem[] {
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

function listProblems(list: readonly unknown[], schema: JsonSchema, field: string): ValueProblem[] {
  const { items, minItems = 0, maxItems = Infinity } = schema;
  return [
    ...(items === undefined ? [] : list.flatMap((item, index) => valueProblems(item, items, `${field}[${index}]`))),
    ...(list.length < minItems ? [problem(field, `must have at least ${counted(minItems, 'item')}, got ${list.length}`)] : []),
    ...(list.length > maxItems ? [blockingProblem(field, `must have at most ${counted(maxItems, 'item')}, got ${list.length}`)] : []),
  ];
}

function mapProblems(map: JsonMap, schema: JsonSchema, field: string): ValueProblem[] {
  const { minProperties = 0, maxProperties = Infinity, required = [] } = schema;
  const pathOf = (key: string): string => (field === '' ? key : `${field}.${key}`);
  const size = Object.keys(map).length;
  return [
    ...(size < minProperties ? [problem(field, `must have at least ${counted(minProperties, 'field')}, got ${size}`)] : []),
    ...(size > maxProperties ? [blockingProblem(field, `must have at most ${counted(maxProperties, 'field')}, got ${size}`)] : []),
    ...Object.entries(map).flatMap(([key, inner]) => {
      const innerSchema = propertySchema(schema, key) ?? valuesSchema(schema);
      return innerSchema === undefined ? [] : valueProblems(inner, innerSchema, pathOf(key));
    }),
    ...required.filter(key => !Object.hasOwn(map, key)).map(key => blockingProblem(pathOf(key), 'is required')),
  ];
}

/**
 * Returns the problems with `allOf`, `anyOf`, `oneOf` and `not`. If no alternative matches, the problems of the one that matches best are included.
 */
function alternativeProblems(value: unknown, { allOf = [], anyOf = [], oneOf = [], not }: JsonSchema, field: string): ValueProblem[] {
  const problemsOf = (schemas: readonly JsonSchema[]): ValueProblem[][] => schemas.map(schema => valueProblems(value, schema, field));
  const [all, any, one] = [problemsOf(allOf), problemsOf(anyOf), problemsOf(oneOf)];
  const matching = one.filter(problems => problems.length === 0).length;
  return [
    ...all.flat(),
    ...(any.length === 0 || any.some(problems => problems.length === 0)
      ? [] : [problem(field, 'must match at least one of the alternatives in anyOf'), ...fewest(any)]),
    ...(one.length === 0 || matching === 1
      ? [] : [problem(field, `must match exactly one of the alternatives in oneOf, matches ${matching}`), ...(matching === 0 ? fewest(one) : [])]),
    ...(not !== undefined && valueProblems(value, not, field).length === 0 ? [problem(field, 'must not match the schema in not')] : []),
  ];
}

function fewest(alternatives: readonly ValueProblem[][]): ValueProblem[] {
  return alternatives.reduce((best, problems) => (problems.length < best.length ? problems : best));
}

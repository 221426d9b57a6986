import { counted, quoted } from '../../../text/phrases';
import { firstMatch } from '../../cel/regular-expression';
import { exactJson } from '../../json/exact-json';
import { describeType, field as fieldOf, isMap, type JsonMap, ownValue, sameJson } from '../../json/json-value';
import { innerValues, type JsonSchema, propertySchema, valuesSchema } from './json-schema';
import type { ValuePath } from '../../json/source-position';
import { hasFormat } from './string-formats';

/** A field of an object that the API server rejects. */
export interface ObjectProblem {
  /** Field as the API server writes it, such as `spec.source.image.ref` or `spec.channels[2]`, or an empty string for the object itself. */
  readonly field: string;

  /** Problem: a phrase that follows the field, such as `is required`, or the message of a rule of the CRD. */
  readonly message: string;
}

/** Returns the path of a field as the API server writes it. The name does not tell where a key with dots ends. */
export function pathOfField(field: string): ValuePath {
  return field.split(/[.[\]]+/).filter((key) => key !== '').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

/** A problem of a value, and whether it keeps the API server from evaluating rules. */
export interface ValueProblem extends ObjectProblem {
  readonly blocksRules: boolean;
}

/** Returns a problem despite which the API server evaluates rules. */
export function problem(field: string, message: string): ValueProblem {
  return { field, message, blocksRules: false };
}

/**
 * Returns a problem because of which the API server evaluates no rules: a missing value, a wrong type, an unsupported value, or a value that is too
 * large.
 */
export function blockingProblem(field: string, message: string): ValueProblem {
  return { field, message, blocksRules: true };
}

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
    ...(typeof value === 'number' || typeof value === 'bigint' ? numberProblems(value, schema, field) : []),
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
  return blockingProblem(field, `must be ${types.map(type => ownValue(TYPE_NAMES, type) ?? type).join(' or ')}, got ${describeType(value)}`);
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'array': return Array.isArray(value);
    case 'object': return isMap(value);
    // Larger numbers have the form of floating-point numbers in JSON.
    case 'integer': return typeof value === 'bigint' ? BigInt.asIntN(64, value) === value : Number.isInteger(value) && Math.abs(value as number) < 2 ** 63;
    case 'number': return typeof value === 'number' || typeof value === 'bigint';
    default: return typeof value === type;
  }
}

function enumProblems(value: unknown, { enum: values = [] }: JsonSchema, field: string): ValueProblem[] {
  return values.length === 0 || values.some(each => sameJson(each, value))
    ? [] : [blockingProblem(field, `must be one of ${values.map(each => exactJson(each)).join(', ')}, got ${describeType(value)}`)];
}

/** Returns the problems of a number. */
function numberProblems(value: number | bigint, schema: JsonSchema, field: string): ValueProblem[] {
  const { minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false, multipleOf } = schema;
  const requirements = [
    isInFormat(value, schema) ? undefined : `fit into ${schema.format}`,
    multipleOf === undefined || isMultiple(value, multipleOf) ? undefined : `be a multiple of ${multipleOf}`,
    maximum === undefined || (exclusiveMaximum ? value < maximum : value <= maximum)
      ? undefined : `be ${exclusiveMaximum ? 'less than' : 'at most'} ${maximum}`,
    minimum === undefined || (exclusiveMinimum ? value > minimum : value >= minimum)
      ? undefined : `be ${exclusiveMinimum ? 'greater than' : 'at least'} ${minimum}`,
  ];
  return requirements.filter(requirement => requirement !== undefined).map(requirement => problem(field, `must ${requirement}, got ${value}`));
}

/** The API server divides floats; large integers are divided exactly here. */
function isMultiple(value: number | bigint, of: number | bigint): boolean {
  return typeof value === 'bigint' && Number.isInteger(Number(of)) && Number(of) !== 0 ? value % BigInt(of) === 0n : Number.isInteger(Number(value) / Number(of));
}

function isInFormat(value: number | bigint, { type, format }: JsonSchema): boolean {
  if (type === 'integer' && format === 'int32') {
    return value >= -(2 ** 31) && value < 2 ** 31;
  }
  return type !== 'number' || format !== 'float' || Number.isFinite(Math.fround(Number(value)));
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

/** Returns the problems of a string: that of its length or otherwise of its pattern, and that of its format. */
function stringProblems(value: string, schema: JsonSchema, field: string): ValueProblem[] {
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

/** Returns the items that appear twice in lists of type `set`, or with the same keys in lists of type `map`. */
export function duplicateItems(value: unknown, schema: JsonSchema, field: string): ValueProblem[] {
  return [
    ...(Array.isArray(value) ? duplicatesOf(value, schema, field) : []),
    ...innerValues(value, schema, field).flatMap(inner => duplicateItems(inner.value, inner.schema, inner.field)),
  ];
}

function duplicatesOf(list: readonly unknown[], schema: JsonSchema, field: string): ValueProblem[] {
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return repeated(list).map(index => problem(`${field}[${index}]`, `must not repeat ${exactJson(list[index])}`));
    case 'map': {
      const keys = schema['x-kubernetes-list-map-keys'] ?? [];
      const other = list.findIndex(item => item !== null && !isMap(item));
      const valueOf = (index: number): string => keys.map(key => `${key} ${exactJson(fieldOf(list[index], key)) ?? 'nothing'}`).join(', ');
      return other >= 0
        ? [problem(`${field}[${other}]`, 'must be a map')]
        : repeated(list.map(item => keys.map(key => fieldOf(item, key)))).map(index => problem(`${field}[${index}]`, `must not repeat ${valueOf(index)}`));
    }
    default:
      return [];
  }
}

/** Returns the position of the second of equal items. */
function repeated(items: readonly unknown[]): number[] {
  const seen = new Map<string, number>();
  return items.flatMap((item, index) => {
    const key = exactJson(item);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times === 2 ? [index] : [];
  });
}

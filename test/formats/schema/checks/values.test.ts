import type { JsonSchema } from '../../../../lib/formats/schema/checks/json-schema';
import { problemsOf } from '../crd-of';

const string = { type: 'string' };
const integer = { type: 'integer' };
const INT_OR_STRING: JsonSchema = { 'x-kubernetes-int-or-string': true, 'anyOf': [{ type: 'integer' }, { type: 'string' }] };

/** A schema, values that it accepts, and values that it refuses, each with the problems of the field `spec.x`. */
const CASES: readonly [string, JsonSchema, readonly unknown[], readonly (readonly [unknown, ...string[]])[]][] = [
  ['a string', string, ['', 'a'], [[1, 'must be a string, got the number 1'], [{}, 'must be a string, got a map'], [[], 'must be a string, got a list']]],
  ['an integer', integer, [0, -1, 9_007_199_254_740_991], [
    [1.5, 'must be an integer, got the number 1.5'],
    [1e20, 'must be an integer, got the number 100000000000000000000'],
    ['1', 'must be an integer, got the string "1"'],
  ]],
  ['an integer beyond 2^53', { type: 'integer', minimum: 9_007_199_254_740_993n as unknown as number, multipleOf: 3 }, [9_007_199_254_740_993n], [
    [9_007_199_254_740_992n, 'must be a multiple of 3, got 9007199254740992', 'must be at least 9007199254740993, got 9007199254740992'],
    [2n ** 63n, 'must be an integer, got the number 9223372036854775808'],
  ]],
  ['an enum of integers beyond 2^53', { type: 'integer', enum: [9_007_199_254_740_993n] }, [9_007_199_254_740_993n], [
    [9_007_199_254_740_995n, 'must be one of 9007199254740993, got the number 9007199254740995'],
  ]],
  ['a number', { type: 'number' }, [0, 1.5, 9_007_199_254_740_993n], [[true, 'must be a number, got the boolean true']]],
  ['a boolean', { type: 'boolean' }, [true, false], [['true', 'must be true or false, got the string "true"']]],
  ['a map', { type: 'object', additionalProperties: integer }, [{}, { a: 1 }], [[[], 'must be a map, got a list']]],
  ['a list', { type: 'array', items: string }, [[], ['a']], [[{}, 'must be a list, got a map']]],
  ['an integer or a string', INT_OR_STRING, [1, '50%'], [[1.5, 'must be an integer or a string, got the number 1.5']]],
  ['an enum', { type: 'string', enum: ['a', 'b'] }, ['a', 'b'], [['c', 'must be one of "a", "b", got the string "c"'], ['', 'must be one of "a", "b", got the string ""']]],
  ['a least number', { type: 'integer', minimum: 1 }, [1], [[0, 'must be at least 1, got 0']]],
  ['a greatest number', { type: 'integer', maximum: 3 }, [3], [[4, 'must be at most 3, got 4']]],
  ['exclusive limits', { type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: true }, [2],
    [[1, 'must be greater than 1, got 1'], [3, 'must be less than 3, got 3']]],
  ['a multiple', { type: 'integer', multipleOf: 2 }, [4], [[5, 'must be a multiple of 2, got 5']]],
  ['a 32-bit integer', { type: 'integer', format: 'int32' }, [2_147_483_647], [[2_147_483_648, 'must fit into int32, got 2147483648']]],
  ['a length, in code points', { type: 'string', minLength: 1, maxLength: 2 }, ['a', '😀😀'],
    [['', 'must not be empty'], ['abc', 'must have at most 2 characters, got 3']]],
  ['a pattern', { type: 'string', pattern: '^[a-z]+$' }, ['a'], [['A', 'must match the pattern ^[a-z]+$, got "A"'], ['a\n', 'must match the pattern ^[a-z]+$, got "a\\n"']]],
  ['a format', { type: 'string', format: 'date-time' }, ['2024-02-29T23:59:59Z', '2024-02-29t01:02:03.5+01:00'],
    [['2023-02-29T00:00:00Z', 'must be a string in the format date-time, got "2023-02-29T00:00:00Z"'], ['now', 'must be a string in the format date-time, got "now"']]],
  ['a format that API servers do not know', { type: 'string', format: 'color' }, ['any'], []],
  ['a number of items', { type: 'array', items: string, minItems: 1, maxItems: 2 }, [['a']],
    [[[], 'must have at least 1 item, got 0'], [['a', 'b', 'c'], 'must have at most 2 items, got 3']]],
  ['a number of fields', { type: 'object', additionalProperties: string, minProperties: 1, maxProperties: 2 }, [{ a: '' }],
    [[{}, 'must have at least 1 field, got 0'], [{ a: '', b: '', c: '' }, 'must have at most 2 fields, got 3']]],
  ['an alternative', { type: 'object', properties: { a: string, b: string }, oneOf: [{ required: ['a'] }, { required: ['b'] }] }, [{ a: '' }, { b: '' }], [
    [{ a: '', b: '' }, 'must match exactly one of the alternatives in oneOf, matches 2'],
  ]],
  ['no alternative', { type: 'string', not: { enum: ['a'] } }, ['b'], [['a', 'must not match the schema in not']]],
  ['a nullable value', { type: 'string', nullable: true }, [null, 'a'], [[1, 'must be a string, got the number 1']]],
  ['a null, which the API server drops', string, [null], []],
];

describe('a value under a structural schema', () => {
  const accepted = CASES.flatMap(([name, schema, values]) => values.map(value => [name, value, schema] as const));
  const refused = CASES.flatMap(([name, schema, , values]) => values.map(([value, ...messages]) => [name, value, messages, schema] as const));
  const specOf = (schema: JsonSchema): JsonSchema => ({ type: 'object', properties: { x: schema } });

  it.each(accepted)('with %s accepts %j', (_, value, schema) => {
    expect(problemsOf(specOf(schema), { x: value })).toEqual([]);
  });

  it.each(refused)('with %s refuses %j', (_, value, messages, schema) => {
    expect(problemsOf(specOf(schema), { x: value })).toEqual(messages.map(message => `spec.x: ${message}`));
  });
});

describe('paths', () => {
  it('name fields, positions and keys as the API server does', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: 'object', properties: { a: integer }, required: ['b'] } },
        map: { type: 'object', additionalProperties: { 'type': 'string', 'x-kubernetes-validations': [{ rule: "self != 'b'", message: 'is b' }] } },
      },
    };
    expect(problemsOf(schema, { list: [{ b: 1, a: 'x' }], map: {} })).toEqual([
      "spec.list[0].b: is unknown; known fields: 'a'", 'spec.list[0].a: must be an integer, got the string "x"', 'spec.list[0].b: is required',
    ]);
    expect(problemsOf(schema, { map: { 'a/b': 'b' } })).toEqual(['spec.map[a/b]: is b']);
    expect(problemsOf(schema, { map: { a: 1 } })).toEqual(['spec.map.a: must be a string, got the number 1']);
  });
});

describe('the best of alternatives that do not match', () => {
  it('is explained', () => {
    const schema = { type: 'object', properties: { a: string, b: string, c: string }, anyOf: [{ required: ['a', 'b'] }, { required: ['c'] }] };
    expect(problemsOf(schema, {})).toEqual(['spec: must match at least one of the alternatives in anyOf', 'spec.c: is required']);
  });
});

describe('what the API server stores', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      mode: { type: 'string', default: 'a' },
      inner: { type: 'object', default: {}, properties: { size: { type: 'integer', default: 3 } } },
      list: { type: 'array', items: { type: 'integer', default: 1 } },
      free: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true, 'properties': { known: { type: 'object', properties: { a: string } } } },
      any: { type: 'object', additionalProperties: true },
    },
  };
  const isStored = (rule: string, spec: unknown): string[] => problemsOf({ ...schema, 'x-kubernetes-validations': [{ rule, message: 'differs' }] }, spec);

  it('has defaults for missing fields and for nulls, also for fields within a default', () => {
    expect(isStored("self.mode == 'a' && self.inner.size == 3", {})).toEqual([]);
    expect(isStored("self.mode == 'a' && self.inner.size == 3", { mode: null, inner: { size: null } })).toEqual([]);
    expect(isStored('self.list == [2, 1]', { list: [2, null] })).toEqual([]);
  });

  it('has unknown fields where they are preserved, and only there', () => {
    expect(isStored("self.free.x == 'y'", { free: { x: 'y', known: { b: 1 } } })).toEqual(["spec.free.known.b: is unknown; known fields: 'a'"]);
    expect(isStored('true', { any: { a: 1, b: { c: [{ d: 1 }] } } })).toEqual(['spec.any.b.c: is unknown']);
  });
});

describe('lists', () => {
  it('of type set have no item twice', () => {
    const schema: JsonSchema = { type: 'object', properties: { x: { 'type': 'array', 'items': string, 'x-kubernetes-list-type': 'set' } } };
    expect(problemsOf(schema, { x: ['a', 'b', 'a', 'a'] })).toEqual(['spec.x[2]: must not repeat "a"']);
    const integers: JsonSchema = { type: 'object', properties: { x: { 'type': 'array', 'items': { type: 'integer' }, 'x-kubernetes-list-type': 'set' } } };
    expect(problemsOf(integers, { x: [9007199254740993n, 9007199254740992n, 9007199254740993n] })).toEqual(['spec.x[2]: must not repeat 9007199254740993']);
  });

  it('of type map have no keys twice', () => {
    const items = { type: 'object', properties: { name: string, port: { type: 'integer' } } };
    const schema: JsonSchema = {
      type: 'object', properties: { x: { 'type': 'array', items, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name', 'port'] } },
    };
    expect(problemsOf(schema, { x: [{ name: 'a', port: 1 }, { name: 'a', port: 2 }] })).toEqual([]);
    expect(problemsOf(schema, { x: [{ name: 'a' }, { name: 'a' }] })).toEqual(['spec.x[1]: must not repeat name "a", port nothing']);
    expect(problemsOf(schema, { x: ['a'] })).toContain('spec.x[0]: must be a map');
  });
});

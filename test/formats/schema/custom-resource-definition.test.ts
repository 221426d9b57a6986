import { CrdDescriptions, openApiSchema } from '../../../lib/formats/schema/custom-resource-definition';
import {
  atomicListOf, boolean, changedIn, dateTime, described, experimental, extended, int32, int64, integer, intOrString, keyedListOf, listOf, mapOf,
  marksSince, object, oneOf, quantity, required, type Schema, setOf, since, string, struct, until, validated,
} from '../../../lib/formats/schema/schema';

function full(schema: Schema, release = '0.46.0'): object {
  return openApiSchema(schema, { release, descriptions: CrdDescriptions.FULL });
}

const INT_OR_STRING = { 'anyOf': [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true };

describe('the builders of CRD schemas', () => {
  test.each<[string, Schema, object]>([
    ['string()', string(), { type: 'string' }],
    ['string() with keywords', string(undefined, { maxLength: 3 }), { type: 'string', maxLength: 3 }],
    ['boolean()', boolean('A.'), { type: 'boolean', description: 'A.' }],
    ['integer()', integer(), { type: 'integer' }],
    ['int32()', int32(), { type: 'integer', format: 'int32' }],
    ['int64()', int64(), { type: 'integer', format: 'int64' }],
    ['dateTime()', dateTime(), { type: 'string', format: 'date-time' }],
    ['oneOf()', oneOf(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    ['intOrString()', intOrString(), INT_OR_STRING],
    ['quantity()', quantity(), { ...INT_OR_STRING, pattern: expect.stringContaining('[KMGTPE]i') as unknown }],
    ['mapOf()', mapOf(string()), { type: 'object', additionalProperties: { type: 'string' } }],
    ['listOf()', listOf(string('B.'), 'A.'), { type: 'array', description: 'A.', items: { type: 'string', description: 'B.' } }],
    ['atomicListOf()', atomicListOf(string()), { 'type': 'array', 'x-kubernetes-list-type': 'atomic', 'items': { type: 'string' } }],
    ['setOf()', setOf(string()), { 'type': 'array', 'x-kubernetes-list-type': 'set', 'items': { type: 'string' } }],
    ['keyedListOf()', keyedListOf(['k'], struct()), {
      'type': 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'], 'items': { type: 'object' },
    }],
    ['object() without fields', object('A.'), { type: 'object', description: 'A.' }],
    ['described()', described('B.', string('A.')), { type: 'string', description: 'B.' }],
    ['extended()', extended(struct({ a: string(), b: string() }), { b: boolean(), c: integer() }), {
      type: 'object', properties: { a: { type: 'string' }, b: { type: 'boolean' }, c: { type: 'integer' } },
    }],
  ])('%s', (_title, schema, expected) => {
    expect(full(schema)).toStrictEqual(expected);
  });

  test('adds validation rules', () => {
    const rules = [{ rule: 'self == oldSelf', message: 'name is immutable' }];
    expect(full(validated(rules, string('A.', { maxLength: 3 })))).toStrictEqual({
      'type': 'string', 'maxLength': 3, 'description': 'A.', 'x-kubernetes-validations': rules,
    });
  });

  test('keeps experimental fields out of the standard CRDs, in all releases or in some', () => {
    const schema = struct({ always: experimental(string()), sometimes: experimental(string(), [{ until: '1.8.0' }, { since: '1.9.0' }]) });
    const fields = (release: string, isExperimental?: boolean) => Object.keys((openApiSchema(schema, {
      release, descriptions: CrdDescriptions.NONE, ...(isExperimental === undefined ? {} : { experimental: isExperimental }),
    }) as { properties: object }).properties);
    expect(fields('1.8.0')).toEqual(['sometimes']);
    expect(fields('1.9.0', false)).toEqual([]);
    expect(fields('1.7.0', true)).toEqual(['always', 'sometimes']);
  });

  test('takes the earliest schema of a field that changed several times', () => {
    const schema = struct({ a: changedIn('1.8.0', changedIn('1.7.0', boolean(), integer()), required(string())) });
    expect(full(schema, '1.6.0')).toStrictEqual({ type: 'object', properties: { a: { type: 'boolean' } } });
    expect(full(schema, '1.7.0')).toStrictEqual({ type: 'object', properties: { a: { type: 'integer' } } });
    expect(full(schema, '1.8.0')).toStrictEqual({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] });
  });

  test('sorts required fields by name', () => {
    expect(full(struct({ b: required(string()), a: required(string()), c: string() }))).toStrictEqual({
      type: 'object',
      properties: { b: { type: 'string' }, a: { type: 'string' }, c: { type: 'string' } },
      required: ['a', 'b'],
    });
  });

  test('omits descriptions on request, but not fields of that name', () => {
    const schema = object('A.', { description: string('B.'), list: listOf(string('C.'), 'D.'), map: mapOf(string('E.'), 'F.') });
    expect(openApiSchema(schema, { release: '0.46.0', descriptions: CrdDescriptions.NONE })).toStrictEqual({
      type: 'object',
      properties: {
        description: { type: 'string' },
        list: { type: 'array', items: { type: 'string' } },
        map: { type: 'object', additionalProperties: { type: 'string' } },
      },
    });
  });
});

describe('a field that a release added', () => {
  const schema = struct({ always: string(), later: since('0.22.0', required(string())) });
  const without = { type: 'object', properties: { always: { type: 'string' } } };
  const withIt = { type: 'object', properties: { always: { type: 'string' }, later: { type: 'string' } }, required: ['later'] };

  test.each([
    ['0.18.3', without],
    ['0.21.2', without],
    ['0.22.0', withIt],
    ['0.22.1', withIt],
    ['0.46.0', withIt],
    ['1.0.0', withIt],
  ])('in %s', (release, expected) => {
    expect(full(schema, release)).toStrictEqual(expected);
  });

  test('may be removed in a later one', () => {
    const gone = struct({ passing: until('0.30.0', since('0.22.0', string())) });
    const has = (release: string): boolean => 'passing' in (full(gone, release) as { properties: object }).properties;
    expect(['0.21.2', '0.22.0', '0.29.0', '0.30.0', '0.46.0'].filter(has)).toEqual(['0.22.0', '0.29.0']);
  });
});

describe('a field that a release changed', () => {
  const schema = struct({ field: since('0.20.0', changedIn('0.32.0', required(string('Old.')), integer('New.'))) });

  test.each<[string, object]>([
    ['0.19.1', { type: 'object', properties: {} }],
    ['0.31.0', { type: 'object', properties: { field: { type: 'string', description: 'Old.' } }, required: ['field'] }],
    ['0.32.0', { type: 'object', properties: { field: { type: 'integer', description: 'New.' } } }],
  ])('in %s', (release, expected) => {
    expect(full(schema, release)).toStrictEqual(expected);
  });
});

describe('keywords about merging and defaults', () => {
  const list = marksSince('0.29.0', keyedListOf(['name'], struct({ name: string() })));
  const field = struct({ list: required(described('A.', list)), text: marksSince('0.29.0', string(undefined, { default: 'x', maxLength: 3 })) });

  test('are the only ones missing in earlier releases', () => {
    expect(full(field, '0.28.0')).toStrictEqual({
      type: 'object',
      properties: {
        list: { type: 'array', description: 'A.', items: { type: 'object', properties: { name: { type: 'string' } } } },
        text: { type: 'string', maxLength: 3 },
      },
      required: ['list'],
    });
  });

  test('are present from their release on', () => {
    expect(full(field, '0.29.0')).toMatchObject({
      properties: {
        list: { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] },
        text: { default: 'x' },
      },
    });
  });
});

import { ANY, BOOLEAN, type GoType, INT32, listOf, mapOf, NUMBER, opaque, STRING, struct } from '../../../lib/formats/yaml/go-type';
import { goValue } from '../../../lib/formats/yaml/go-value';

const INNER = struct({ a: STRING });
const SCHEMA: GoType = { is: 'schema-or', schema: INNER, list: listOf(INNER), ignoresOthers: false };

it.each<[string, GoType, unknown, unknown]>([
  ['a string', STRING, 'a', 'a'],
  ['the empty string', STRING, '', undefined],
  ['null', STRING, null, undefined],
  ['zero', INT32, 0, undefined],
  ['an integer that is too large', INT32, 2 ** 31, -(2 ** 31)],
  ['a number', NUMBER, 1.5, 1.5],
  ['false', BOOLEAN, false, undefined],
  ['any value', ANY, { a: '' }, { a: '' }],
  ['a quantity', { is: 'quantity' }, '1000m', '1'],
  ['a quantity that is a number', { is: 'quantity' }, 1000, '1k'],
  ['the port 0', { is: 'int-or-string' }, 0, 0],
  ['a list', listOf(STRING), ['a', ''], ['a', '']],
  ['the empty list', listOf(STRING), [], undefined],
  ['a map', mapOf(STRING), { a: '', b: null }, { a: '', b: '' }],
  ['the empty map', mapOf(STRING), {}, undefined],
  ['a type with its own decoder', opaque(STRING), '', undefined],
  ['a schema', SCHEMA, { a: 'x', b: 1 }, { a: 'x' }],
  ['a schema that is false', SCHEMA, false, false],
  ['a list of schemas', SCHEMA, [{ b: 1 }], [{}]],
])('Go writes %s', (_, type, value, expected) => {
  expect(goValue(value, type)).toEqual(expected);
});

describe('of a struct, Go writes', () => {
  it('the known fields that are not empty', () => {
    expect(goValue({ a: 'x', b: '', other: 1 }, struct({ a: STRING, b: STRING }))).toEqual({ a: 'x' });
  });

  it('the fields without omitempty, with their empty values', () => {
    const fields = {
      string: STRING, boolean: BOOLEAN, number: INT32, list: listOf(STRING), struct: INNER, port: { is: 'int-or-string' }, quantity: { is: 'quantity' },
      embedded: opaque(STRING),
    } as const;
    expect(goValue({}, struct(fields, Object.keys(fields)))).toEqual({
      string: '', boolean: false, number: 0, list: null, struct: {}, port: 0, quantity: '0', embedded: '',
    });
  });

  it('an empty list that is not nil, if it has no omitempty', () => {
    expect(goValue({ list: [] }, struct({ list: listOf(STRING) }, ['list']))).toEqual({ list: [] });
  });

  it('zeros behind pointers, and null for a pointer without omitempty', () => {
    const type = struct({ replicas: INT32, optional: BOOLEAN, selector: INNER }, ['selector'], ['replicas', 'optional', 'selector']);
    expect(goValue({ replicas: 0, optional: false }, type)).toEqual({ replicas: 0, optional: false, selector: null });
    expect(goValue({}, type)).toEqual({ selector: null });
  });
});

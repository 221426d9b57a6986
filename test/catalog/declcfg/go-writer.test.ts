import { goWrite } from '../../../lib/catalog/declcfg/csv-metadata';
import type { GoType } from '../../../lib/formats/yaml/go-type';

const STRING: GoType = { is: 'string' };
const BOOLEAN: GoType = { is: 'boolean' };
const COUNT: GoType = { is: 'int32' };

test.each<[string, GoType, unknown, string | undefined]>([
  ['a string', STRING, 'a<b', '"a<b"'],
  ['an empty string', STRING, '', undefined],
  ['a value that is not a string', STRING, 1, undefined],
  ['true', BOOLEAN, true, 'true'],
  ['false', BOOLEAN, false, undefined],
  ['a number', COUNT, -3, '-3'],
  ['a long number', { is: 'int64' }, 5, '5'],
  ['zero', COUNT, 0, undefined],
  ['a fraction', COUNT, 0.5, undefined],
  ['a value that Go does not decode', { is: 'any' }, { b: 1, a: [null] }, '{"a":[null],"b":1}'],
  ['null that Go does not decode', { is: 'any' }, null, 'null'],
  ['nothing that Go would decode', { is: 'any' }, undefined, undefined],
  ['a list', { is: 'list', items: STRING }, ['a', 'b'], '["a","b"]'],
  ['an empty list', { is: 'list', items: STRING }, [], undefined],
  ['a value that is not a list', { is: 'list', items: STRING }, 'a', undefined],
  ['empty strings in a list', { is: 'list', items: STRING }, ['a', null], '["a",""]'],
  ['empty booleans in a list', { is: 'list', items: BOOLEAN }, [false], '[false]'],
  ['empty numbers in a list', { is: 'list', items: COUNT }, [0], '[0]'],
  ['empty long numbers in a list', { is: 'list', items: { is: 'int64' } }, [null], '[0]'],
  ['empty lists in a list', { is: 'list', items: { is: 'list', items: STRING } }, [[]], '[null]'],
  ['a map, by key', { is: 'map', values: STRING }, { b: '2', a: '1' }, '{"a":"1","b":"2"}'],
  ['empty values in a map', { is: 'map', values: STRING }, { a: '', b: null, c: 1 }, '{"a":"","b":""}'],
  ['an empty map', { is: 'map', values: STRING }, {}, undefined],
  ['a value that is not a map', { is: 'map', values: STRING }, 'a', undefined],
])('%s is written as Go does', (_, type, value, expected) => {
  expect(goWrite(value, type)).toBe(expected);
});

test('a struct has its fields in order, the empty ones only if Go does not omit them', () => {
  const type: GoType = { is: 'struct', fields: { b: STRING, a: COUNT, c: STRING }, always: ['a', 'b'], pointers: [] };
  expect(goWrite({ a: 1, c: 'x', b: 'y', other: true }, type)).toBe('{"b":"y","a":1,"c":"x"}');
  expect(goWrite({}, type)).toBe('{"b":"","a":0}');
  expect(goWrite('not a struct', type)).toBe('{"b":"","a":0}');
});

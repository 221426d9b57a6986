import {
  anyMap, boolean, booleanOrListOf, count, fields, type InputCheck, kindAndGroup, listOf, name, oneOf, seconds, string, UNKNOWN, valuesOf,
} from '../../../lib/pulumi/provider/inputs';

const KIND = "must be kind and group such as 'Database.example.com', got";
const OBJECT = fields({ name, size: count }, ['name']);

test.each<[string, InputCheck, readonly unknown[], readonly (readonly [value: unknown, reason: string])[]]>([
  ['a name', name, ['a'], [['', 'must be a non-empty string, got the string ""'], [1, 'must be a non-empty string, got the number 1']]],
  ['a string', string, ['', 'a'], [[true, 'must be a string, got the boolean true']]],
  ['a boolean', boolean, [true, false], [['true', 'must be true or false, got the string "true"'], [0, 'must be true or false, got the number 0']]],
  ['seconds', seconds, [0, 0.5, 60], [[-0.1, 'must be a number of seconds, 0 or more, got the number -0.1'], ['1', 'must be a number of seconds, 0 or more, got the string "1"']]],
  ['a count', count, [0, 1], [
    [-1, 'must be an integer, 0 or more, got the number -1'], [0.5, 'must be an integer, 0 or more, got the number 0.5'],
    ['1', 'must be an integer, 0 or more, got the string "1"'],
  ]],
  ['an object', anyMap, [{}], [[[], 'must be an object, got a list'], ['a', 'must be an object, got the string "a"']]],
  ['kind and group', kindAndGroup, ['Database.example.com', 'A1.b-2', 'Database.db.example.com'], [
    ...['database.example.com', 'Database', 'Database.', 'Data-base.example.com', 'Database.Example.com', ' Database.example.com', 'Database.example.com/v1']
      .map((found) => [found, `${KIND} '${found}'`] as const),
    [1, `${KIND} the number 1`],
  ]],
  ['one of several strings', oneOf('abort', 'ignore'), ['abort', 'ignore'], [
    ['delete', "must be one of 'abort', 'ignore', got the string \"delete\""], [true, "must be one of 'abort', 'ignore', got the boolean true"],
  ]],
  ['a boolean or a list', booleanOrListOf(name), [true, false, [], ['a'], [UNKNOWN]], [
    [[''], 'must be a non-empty string, got the string ""'], ['a', 'must be true, false or a list, got the string "a"'],
  ]],
  ['a list', listOf(name), [[], ['a', 'b'], [UNKNOWN, null]], [
    [{}, 'must be a list, got a map'], ['a', 'must be a list, got the string "a"'], [['a', 1, true], 'must be a non-empty string, got the number 1'],
  ]],
  ['fields', OBJECT, [{ name: 'a' }, { name: 'a', size: 1 }, { name: UNKNOWN, size: null }], [
    ['a', 'must be an object, got the string "a"'], [[], 'must be an object, got a list'], [{}, 'name is missing'], [{ size: -1 }, 'name is missing'],
    [{ name: 'a', size: -1 }, 'size: must be an integer, 0 or more, got the number -1'], [{ name: 'a', sise: 1 }, "sise: unknown field; known fields: 'name', 'size'"],
  ]],
  ['values', valuesOf(count), [{}, { a: 1, b: 2 }], [['a', 'must be an object, got the string "a"'], [{ a: 1, b: -1 }, 'b: must be an integer, 0 or more, got the number -1']]],
])('%s', (_, check, valid, invalid) => {
  expect(valid.map(check)).toEqual(valid.map(() => undefined));
  expect(invalid.map(([value]) => check(value))).toEqual(invalid.map(([, reason]) => reason));
});

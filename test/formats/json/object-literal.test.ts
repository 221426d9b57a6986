import { runInNewContext } from 'node:vm';
import { isObjectLiteral } from '../../../lib/formats/json/json-value';

test.each<[string, unknown, boolean]>([
  ['a literal', {}, true],
  ['an object without a prototype', Object.create(null), true],
  ['a literal of another realm', runInNewContext('({})'), true],
  ['a list', [], false],
  ['an instance of a class', new (class {})(), false],
  ['a string', 'text', false],
  ['null', null, false],
])('%s', (_, value, is) => {
  expect(isObjectLiteral(value)).toBe(is);
});

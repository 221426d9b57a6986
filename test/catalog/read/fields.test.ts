import { Fields, pathString } from '../../../lib/catalog/read/fields';
import { FieldNames } from '../../../lib/formats/json/folded-keys';

const NAMES = ['name', 'on', 'items'];

/** Returns the fields of a value, and the list to which its faults are added. */
function fieldsOf(value: unknown): { readonly fields: Fields; readonly faults: string[] } {
  const faults: string[] = [];
  const fields = new Fields(value, new FieldNames(NAMES), ['entries', 2], (path, message) => faults.push(`${pathString(path)}: ${message}`));
  return { fields, faults };
}

const read = ({ fields }: ReturnType<typeof fieldsOf>): unknown[] => [fields.string('name'), fields.boolean('on'), fields.stringList('items')];

test('fields have values and paths, whatever the case of their keys', () => {
  const found = fieldsOf({ Name: 'a', on: true, ITEMS: ['b', null] });
  expect(read(found)).toEqual(['a', true, ['b', '']]);
  expect(found.fields.pathOf('items')).toEqual(['entries', 2, 'ITEMS']);
  expect(found.fields.pathOf('missing')).toEqual(['entries', 2, 'missing']);
  expect(found.fields.list('items')).toEqual([['b', ['entries', 2, 'ITEMS', 0]], [null, ['entries', 2, 'ITEMS', 1]]]);
  expect([found.fields.has('name'), found.fields.value('name'), found.fields.has('missing'), found.fields.value('missing')]).toEqual([true, 'a', false, undefined]);
  expect(found.faults).toEqual([]);
});

test.each([['missing', {}], ['null', { name: null, on: null, items: null }]])('fields that are %s are empty, without a fault', (_, value) => {
  const found = fieldsOf(value);
  expect(read(found)).toEqual(['', false, []]);
  expect(found.faults).toEqual([]);
});

test('fields of another type are empty, and reported', () => {
  const found = fieldsOf({ name: 1, on: 'yes', items: [1, {}] });
  expect(read(found)).toEqual(['', false, ['', '']]);
  expect(found.faults).toEqual([
    'entries[2].name: entries[2].name must be a string, got the number 1; quote it',
    'entries[2].on: entries[2].on must be true or false, got the string "yes"',
    'entries[2].items[0]: entries[2].items[0] must be a string, got the number 1',
    'entries[2].items[1]: entries[2].items[1] must be a string, got a map',
  ]);
  const lists = fieldsOf({ name: ['a'], items: 'b' });
  expect(read(lists)).toEqual(['', false, []]);
  expect(lists.faults).toEqual([
    'entries[2].name: entries[2].name must be a string, got a list',
    'entries[2].items: entries[2].items must be a list, got the string "b"',
  ]);
});

test('two keys of one field must have one type', () => {
  const message = 'NAME and name are the same field to opm, which ignores the case of keys; remove one of them';
  expect(fieldsOf({ name: 'a', NAME: 1 }).faults).toEqual([`entries[2].NAME: ${message}`]);
  expect(fieldsOf({ name: [], NAME: {} }).faults).toEqual([`entries[2].NAME: ${message}`]);
  expect(fieldsOf({ name: 'a', NAME: 'b' }).faults).toEqual([]);
  expect(fieldsOf({ name: null, NAME: 1 }).faults).toEqual([]);
  expect(fieldsOf({ name: 1, NAME: null }).faults).toEqual([]);
});

test('a value that is not a map has no fields', () => {
  const found = fieldsOf('a');
  expect(read(found)).toEqual(['', false, []]);
  expect(found.faults).toEqual(['entries[2]: entries[2] must be a map, got the string "a"']);
  expect([fieldsOf(null).faults, fieldsOf(undefined).faults]).toEqual([[], []]);
});

test('unknown fields are kept', () => {
  expect(fieldsOf({ name: 'a', other: 1, __proto__: null }).fields.unknown).toEqual({ unknownFields: { other: 1 } });
  expect(fieldsOf({ name: 'a' }).fields.unknown).toEqual({});
});

test('a path is formatted as in JavaScript', () => {
  expect([pathString([]), pathString(['a']), pathString(['a', 0, 'b'])]).toEqual(['a blob', 'a', 'a[0].b']);
});

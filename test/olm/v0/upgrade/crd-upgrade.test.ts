import type { JsonMap } from '../../../../lib/formats/json/json-value';
import { fieldChanges } from '../../../../lib/olm/v0/upgrade/crd-upgrade';

const version = (schema: JsonMap): { schema: JsonMap } => ({ schema });

const string = { type: 'string' };
const before = version({
  type: 'object',
  properties: {
    same: { ...string, description: 'Old.' },
    list: { type: 'array', items: { type: 'object', properties: { old: string, kept: string } } },
    map: { type: 'object', additionalProperties: { type: 'object', properties: { old: string } } },
    gone: { type: 'object', properties: { inner: { type: 'array', items: string } } },
    bounded: { ...string, maxLength: 3 },
  },
});
const after = version({
  type: 'object',
  properties: {
    same: { ...string, description: 'New.' },
    list: { type: 'array', items: { type: 'object', properties: { kept: string, added: string } } },
    map: { type: 'object', additionalProperties: { type: 'object' } },
    bounded: { ...string, maxLength: 4 },
    description: { type: 'object', properties: { inner: string } },
  },
});

test('added, removed and changed fields are listed by path, without the fields below them', () => {
  expect(fieldChanges(before, after)).toEqual({
    added: ['list[].added', 'description'],
    removed: ['list[].old', 'map.*.old', 'gone'],
    changed: ['bounded'],
  });
});

test('a field that becomes required changes its object', () => {
  const required = version({ type: 'object', properties: { a: string }, required: ['a'] });
  expect(fieldChanges(version({ type: 'object', properties: { a: string } }), required)).toEqual({ added: [], removed: [], changed: [''] });
});

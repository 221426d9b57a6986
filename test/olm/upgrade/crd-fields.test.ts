import type { JsonMap } from '../../../lib/bundle/json-value';
import { fieldChanges } from '../../../lib/olm/upgrade/crd-fields';

const version = (schema: JsonMap): { schema: JsonMap } => ({ schema });

const text = { type: 'string' };
const before = version({
  type: 'object',
  properties: {
    same: { ...text, description: 'Old words.' },
    list: { type: 'array', items: { type: 'object', properties: { old: text, kept: text } } },
    map: { type: 'object', additionalProperties: { type: 'object', properties: { old: text } } },
    gone: { type: 'object', properties: { inner: { type: 'array', items: text } } },
    bounded: { ...text, maxLength: 3 },
  },
});
const after = version({
  type: 'object',
  properties: {
    same: { ...text, description: 'New words.' },
    list: { type: 'array', items: { type: 'object', properties: { kept: text, young: text } } },
    map: { type: 'object', additionalProperties: { type: 'object' } },
    bounded: { ...text, maxLength: 4 },
    description: { type: 'object', properties: { inner: text } },
  },
});

test('fields that come, go and change are named by their path, and not what lies below them', () => {
  expect(fieldChanges(before, after)).toEqual({
    added: ['list[].young', 'description'],
    removed: ['list[].old', 'map.*.old', 'gone'],
    changed: ['bounded'],
  });
});

test('a field that becomes required changes the object that it is in', () => {
  const required = version({ type: 'object', properties: { a: text }, required: ['a'] });
  expect(fieldChanges(version({ type: 'object', properties: { a: text } }), required)).toEqual({ added: [], removed: [], changed: [''] });
});

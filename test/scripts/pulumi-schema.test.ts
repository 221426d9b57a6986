import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { assertCompatible, breakingChanges, type PackageSchema } from '../../scripts/pulumi-schema/breaking-changes';
import { pulumiSchema } from '../../scripts/pulumi-schema/pulumi-schema';
import { PULUMI_SCHEMA } from '../../scripts/pulumi-schema/schema-file';

const ROOT = resolve(__dirname, '../..');
const RESOURCE = {
  type: 'object', inputProperties: { name: { type: 'string' }, count: { type: 'number', description: 'before' } }, requiredInputs: ['name'],
  properties: { ready: { type: 'boolean' }, found: { $ref: '#/types/a:index:Found' } }, required: ['ready'],
} as const;
const SCHEMA = {
  resources: { 'a:index:Waiter': RESOURCE },
  types: { 'a:index:Found': { type: 'object', properties: { name: { type: 'string' } } }, 'a:index:Mode': { type: 'string', enum: [{ name: 'A', value: 'a' }] } },
} as const satisfies PackageSchema;

/** The schema with changes of its resource. */
function changed(resource: object, types: object = {}): PackageSchema {
  return { resources: { 'a:index:Waiter': { ...RESOURCE, ...resource } }, types: { ...SCHEMA.types, ...types } };
}

describe('a change of the schema', () => {
  it.each<[string, PackageSchema, string[]]>([
    ['nothing', SCHEMA, []],
    ['a description, an optional argument and an output', changed({
      inputProperties: { ...RESOURCE.inputProperties, count: { type: 'number', description: 'after' }, more: { type: 'string' } },
      properties: { ...RESOURCE.properties, more: { type: 'string' } },
    }), []],
    ['an argument that became optional', changed({ requiredInputs: [] }), []],
    ['a resource that is gone', { types: SCHEMA.types }, ['a:index:Waiter was removed']],
    ['an argument that is gone', changed({ inputProperties: { name: { type: 'string' } } }), ['a:index:Waiter input count was removed']],
    ['an argument of another type', changed({ inputProperties: { ...RESOURCE.inputProperties, count: { type: 'string' } } }),
      ['a:index:Waiter input count changed from {"type":"number"} to {"type":"string"}']],
    ['an argument that became required', changed({ requiredInputs: ['name', 'count'] }), ['a:index:Waiter input count became required']],
    ['a new argument that is required', changed({ inputProperties: { ...RESOURCE.inputProperties, more: { type: 'string' } }, requiredInputs: ['name', 'more'] }),
      ['a:index:Waiter input more became required']],
    ['an output that may be missing', changed({ required: [] }), ['a:index:Waiter ready became optional']],
    ['a value of an enum that is gone', changed({}, { 'a:index:Mode': { type: 'string', enum: [] } }), ['a:index:Mode lost the value a']],
    ['a field of a type that is gone', changed({}, { 'a:index:Found': { type: 'object', properties: {} } }), ['a:index:Found name was removed']],
  ])('is breaking only if programs break: %s', (_, after, expected) => {
    expect(breakingChanges(SCHEMA, after)).toEqual(expected);
  });

  it('that breaks programs is an error with what to do', () => {
    expect(() => assertCompatible(ROOT, SCHEMA, changed({ requiredInputs: ['name', 'count'] }))).toThrow(
      'the schema of the Pulumi plugin has breaking changes:\n  a:index:Waiter input count became required\n'
      + 'keep what programs use, or add these lines to scripts/pulumi-schema/breaking-changes.txt and describe the change in CHANGELOG.md',
    );
  });
});

it('is generated from the declarations of the components', () => {
  expect(pulumiSchema(ROOT)).toBe(readFileSync(join(ROOT, PULUMI_SCHEMA), 'utf8'));
});

import { exceptions } from '../../../scripts/kubernetes-types/exceptions';
import { history } from '../../../scripts/kubernetes-types/history';
import type { OpenApiSchema } from '../../../scripts/kubernetes-types/open-api';
import { isBuiltIn, typeSource } from '../../../scripts/kubernetes-types/type-source';

const reference = (type: string): OpenApiSchema => ({ $ref: `#/components/schemas/io.k8s.api.core.v1.${type}` });

function fieldSource(schema: OpenApiSchema, required: string[] = []): string {
  return typeSource('Sample', { type: 'object', properties: { field: schema }, required }).split('\n')[1]?.trim() ?? '';
}

describe('the source of a field', () => {
  test.each<[string, OpenApiSchema, string]>([
    ['a string', { type: 'string' }, 'field: string(),'],
    ['a declared default', { type: 'string', default: 'it\'s' }, 'field: marksSince(\'0.29.0\', string(undefined, { default: \'it\\\'s\' })),'],
    ['a declared zero default', { type: 'boolean', default: false }, 'field: marksSince(\'0.29.0\', boolean(undefined, { default: false })),'],
    ['a reference with an empty default, which is ignored', { allOf: [reference('Part')], default: {} }, 'field: Part,'],
    ['a sized integer', { type: 'integer', format: 'int64' }, 'field: int64(),'],
    ['a type', reference('Part'), 'field: Part,'],
    ['a quantity', { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.api.resource.Quantity' }, 'field: quantity(),'],
    ['a number or string', reference('IntOrString'), 'field: intOrString(),'],
    ['metadata, without fields', reference('ObjectMeta'), 'field: struct(),'],
    ['a list', { type: 'array', items: { type: 'string', default: '' } }, 'field: listOf(string()),'],
    ['an atomic list', { 'type': 'array', 'items': reference('Part'), 'x-kubernetes-list-type': 'atomic' }, 'field: marksSince(\'0.29.0\', atomicListOf(Part)),'],
    ['a set', { 'type': 'array', 'items': { type: 'string' }, 'x-kubernetes-list-type': 'set' }, 'field: marksSince(\'0.29.0\', setOf(string())),'],
    [
      'a list with keys',
      { 'type': 'array', 'items': reference('Part'), 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a', 'b'] },
      'field: marksSince(\'0.29.0\', keyedListOf([\'a\', \'b\'], Part)),',
    ],
    ['a map', { type: 'object', additionalProperties: { type: 'string' } }, 'field: mapOf(string()),'],
    [
      'an atomic map',
      { 'type': 'object', 'additionalProperties': { type: 'string' }, 'x-kubernetes-map-type': 'atomic' },
      'field: marksSince(\'0.29.0\', mapOf(string(), undefined, { \'x-kubernetes-map-type\': \'atomic\' })),',
    ],
  ])('that is %s', (_title, schema, expected) => {
    expect(fieldSource(schema)).toBe(expected);
  });

  test.each<[unknown, string]>([
    ['', 'field: required(string()),'],
    ['x', 'field: required(marksSince(\'0.29.0\', string(undefined, { default: \'x\' }))),'],
  ])('that is required has the default %j only if it was declared', (value, expected) => {
    expect(fieldSource({ type: 'string', default: value }, ['field'])).toBe(expected);
  });

  test.each<[OpenApiSchema, string]>([
    [{ type: 'number', format: 'double' }, 'no builder for a schema of type number and format double; add one to SCALARS'],
    [{}, 'no builder for a schema of type none and format none; add one to SCALARS'],
    [{ 'type': 'array', 'items': { type: 'string' }, 'x-kubernetes-list-type': 'ring' }, 'no builder for a list of type ring; add one to listSource'],
  ])('of an unsupported type is an error: %j', (schema, message) => {
    expect(() => fieldSource(schema)).toThrow(new Error(message));
  });
});

describe('the source of a type', () => {
  test('has its keywords about merging', () => {
    expect(typeSource('Sample', { 'type': 'object', 'properties': { a: { type: 'string' } }, 'x-kubernetes-map-type': 'atomic' }))
      .toBe('marksSince(\'0.28.0\', struct({\n  a: string(),\n}, { \'x-kubernetes-map-type\': \'atomic\' }))');
  });

  test('has the releases of OLM with its fields and with their keywords about merging', () => {
    const field: OpenApiSchema = { 'type': 'array', 'items': { type: 'string' }, 'x-kubernetes-list-type': 'atomic' };
    expect(typeSource('PodSpec', { type: 'object', properties: { os: field, topologySpreadConstraints: field, zone: { type: 'string' } } })).toBe([
      'struct({',
      '  os: since(\'0.21.0\', atomicListOf(string())),',
      '  topologySpreadConstraints: atomicListOf(string()),',
      '  workloadRef: until(\'0.45.0\', since(\'0.40.0\', struct({ name: required(string()), podGroup: required(string()), podGroupReplicaKey: string() }))),',
      '  zone: string(),',
      '})',
    ].join('\n'));
  });

  test('applies the exceptions', () => {
    expect(typeSource('SecretEnvSource', { type: 'object', properties: {} })).toBe('marksSince(\'0.28.0\', struct({\n}, { \'x-kubernetes-map-type\': \'atomic\' }))');
    const ip = 'marksSince(\'0.29.0\', string(undefined, { default: \'\' }))';
    expect(typeSource('HostAlias', { type: 'object', properties: { ip: { type: 'string', default: '' } }, required: ['ip'] }))
      .toBe(`struct({\n  ip: changedIn('0.29.0', ${ip}, required(${ip})),\n})`);
    expect(typeSource('AzureDiskVolumeSource', { type: 'object', properties: { kind: { type: 'string', default: 'Shared' } } }))
      .toBe('struct({\n  kind: string(),\n})');
  });

  test('is not generated for types with a builder', () => {
    expect(['api.core.v1.PodSpec', 'apimachinery.pkg.apis.meta.v1.Time', 'ObjectMeta'].map(isBuiltIn)).toEqual([false, true, true]);
  });
});

test('every exception is unique and has a reason', () => {
  const fields = exceptions.map(({ type, field }) => `${type}.${field ?? ''}`);
  expect(new Set(fields).size).toBe(fields.length);
  expect(exceptions.filter(({ reason }) => reason.length < 20)).toEqual([]);
});

test('every field has at most one change, in a minor release', () => {
  const fields = history.map(({ type, field }) => `${type}.${field}`);
  expect(new Set(fields).size).toBe(fields.length);
  const releases = history.map(({ since, until, marksSince, requiredSince }) => since ?? marksSince ?? requiredSince ?? until ?? '');
  expect(releases.every((release) => /^0\.\d+\.0$/.test(release))).toBe(true);
});

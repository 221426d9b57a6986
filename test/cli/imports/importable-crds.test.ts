import { type ImportableCrds, importableCrds } from '../../../lib/cli/imports/importable-crds';
import { fieldAt, mapListField } from '../../../lib/formats/json/json-value';

interface Version {
  readonly name?: string;
  readonly served?: boolean;
  readonly schema?: unknown;
}

function crd(kind: string, versions: readonly Version[], group = 'example.test'): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${kind.toLowerCase()}s.${group}` },
    spec: {
      group,
      names: { kind },
      versions: versions.map(({ name = 'v1', served = true, schema }) => ({ name, served, ...(schema === undefined ? {} : { schema: { openAPIV3Schema: schema } }) })),
    },
  };
}

function withSpec(spec: object): object {
  return { type: 'object', properties: { spec } };
}

function imported(spec: object): ImportableCrds {
  return importableCrds([crd('App', [{ schema: withSpec(spec) }])]);
}

/** Returns the spec of the first version of a CRD, and the notes as text. */
function specOf(result: ImportableCrds, index = 0): { readonly spec: unknown; readonly notes: readonly string[] } {
  const [version] = mapListField(fieldAt(result.crds[index]?.manifest, 'spec'), 'versions');
  return {
    spec: fieldAt(version, 'schema', 'openAPIV3Schema', 'properties', 'spec'),
    notes: result.notes.map(({ kind, version: name, field, reason }) => `${kind} ${name} ${field}: ${reason}`),
  };
}

describe('the schema of a CRD', () => {
  test('keeps types, descriptions and required fields, and no default, rule or annotation', () => {
    const result = imported({
      'type': 'object', 'description': 'Desired state.', 'required': ['name'], 'x-kubernetes-validations': [{ rule: 'self.name != ""' }],
      'properties': {
        name: { type: 'string', default: { 'a b': 1 }, pattern: '^a' },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        ports: { 'type': 'array', 'items': { type: 'integer', format: 'int32' }, 'x-kubernetes-list-type': 'set' },
      },
    });
    expect(specOf(result)).toEqual({
      spec: {
        type: 'object', description: 'Desired state.', required: ['name'],
        properties: {
          name: { type: 'string' }, labels: { type: 'object', additionalProperties: { type: 'string' } }, ports: { type: 'array', items: { type: 'integer' } },
        },
      },
      notes: [],
    });
  });

  test.each<[string, object, object, string[]]>([
    ['a timestamp is a string', { type: 'string', format: 'date-time' }, { type: 'string' }, []],
    ['a number or string', { 'x-kubernetes-int-or-string': true }, { anyOf: [{ type: 'integer' }, { type: 'string' }] }, []],
    ['a number or string of v1beta1', { oneOf: [{ type: 'string' }, { type: 'integer' }] }, { anyOf: [{ type: 'integer' }, { type: 'string' }] }, []],
    ['an object without fields is any value', { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true }, {}, []],
    ['a schema without a type is any value', { description: 'Anything.' }, { description: 'Anything.' }, []],
    ['alternatives of required fields do not matter', { type: 'object', properties: { a: { type: 'string' } }, anyOf: [{ required: ['a'] }] },
      { type: 'object', properties: { a: { type: 'string' } }, required: [] }, []],
    ['an object with more fields than it lists is any value', { 'type': 'object', 'properties': { a: { type: 'string' } }, 'x-kubernetes-preserve-unknown-fields': true }, {},
      ['App v1 spec.x: any value: it may have fields that the CRD does not list']],
    ['an enum', { type: 'string', enum: ['Always', 'Never'] }, { type: 'string', enum: ['Always', 'Never'] }, []],
    ['an enum of strings in two cases', { type: 'string', enum: ['S3', 's3'] }, { type: 'string', enum: ['S3'] },
      ["App v1 spec.x: value 's3' left out: 'S3' has the same name in TypeScript"]],
    ['an enum that cdk8s-cli would change', { type: 'string', enum: ['<', '>'] }, { type: 'string' }, ["App v1 spec.x: any string: the value '<' cannot be written as a name"]],
    ['an enum that would end a comment', { type: 'string', enum: ['*/'] }, { type: 'string' }, ["App v1 spec.x: any string: the value '*/' cannot be written as a name"]],
    ['an enum of symbols', { type: 'string', enum: ['=', '!=', 'a-b', 'a_b'] }, { type: 'string', enum: ['=', '!=', 'a-b', 'a_b'] }, []],
    ['an enum with two values of one name', { type: 'string', enum: ['a b', 'aB'] }, { type: 'string' },
      ["App v1 spec.x: any string: the value 'a b' has the same name in TypeScript as another one"]],
    ['an enum of booleans', { type: 'boolean', enum: [true] }, { type: 'boolean' }, []],
  ])('%s', (_, schema, expected, notes) => {
    const result = specOf(imported({ type: 'object', properties: { x: schema } }));
    expect(result).toEqual({ spec: { type: 'object', properties: { x: expected }, required: [] }, notes });
  });

  test('a field whose TypeScript name another field has is left out, also where it is required', () => {
    const string = { type: 'string' };
    const result = imported({ type: 'object', required: ['source_labels'], properties: { source_labels: string, sourceLabels: string } });
    expect(specOf(result)).toEqual({
      spec: { type: 'object', properties: { sourceLabels: string }, required: [] },
      notes: ["App v1 spec.source_labels: left out: 'sourceLabels' has the same name in TypeScript"],
    });
  });

  test.each(['$ref', '2nd', 'a b', '-'])('a field that is called %s is left out', (name) => {
    expect(specOf(imported({ type: 'object', properties: { [name]: { type: 'string' } } }))).toEqual({
      spec: { type: 'object', properties: {}, required: [] },
      notes: [`App v1 spec.${name}: left out: its name cannot be written as a TypeScript identifier`],
    });
  });

  test('of two types with one name, the second is any value', () => {
    const object = (name: string): object => ({ type: 'object', properties: { [name]: { type: 'string' } } });
    const result = imported({ type: 'object', properties: { fooBar: { type: 'object', properties: { baz: object('a') } }, foo: { type: 'object', properties: { barBaz: object('b') } } } });
    expect(specOf(result).notes).toEqual(['App v1 spec.foo.barBaz: any value: its type would have the same name as another one']);
  });
});

describe('the CRDs of a bundle', () => {
  test('have the versions that the API server serves, in their order', () => {
    const result = importableCrds([crd('App', [{ name: 'v1alpha1', served: false }, { name: 'v1beta1', schema: withSpec({}) }, { name: 'v1', schema: withSpec({}) }])]);
    expect(mapListField(fieldAt(result.crds[0]?.manifest, 'spec'), 'versions').map(({ name }) => name)).toEqual(['v1beta1', 'v1']);
  });

  test('are sorted by group and kind', () => {
    const result = importableCrds([crd('Other', [{}]), crd('App', [{}]), crd('Zone', [{}], 'dns.test')]);
    expect(result.crds.map(({ group, kind }) => `${group} ${kind}`)).toEqual(['dns.test Zone', 'example.test App', 'example.test Other']);
  });

  test('may be of v1beta1, with one version and one schema for all', () => {
    const spec = { group: 'example.test', names: { kind: 'App' }, version: 'v1alpha1', validation: { openAPIV3Schema: withSpec({ type: 'string' }) } };
    const result = importableCrds([{ apiVersion: 'apiextensions.k8s.io/v1beta1', metadata: { name: 'apps.example.test' }, spec }]);
    expect(specOf(result)).toEqual({ spec: { type: 'string' }, notes: [] });
  });

  test('without a schema have a spec of any value', () => {
    expect(specOf(importableCrds([crd('App', [{}])]))).toEqual({ spec: {}, notes: ['App v1 spec: any value: the CRD has no schema'] });
  });

  test.each<[string, object[], string, string]>([
    ['no version is served', [crd('App', [{ served: false }])], 'apps.example.test', 'the API server serves none of its versions'],
    ['its class has the name of another one', [crd('App', [{}]), crd('AppProps', [{}])], 'apppropss.example.test',
      'a class AppProps would have the same name as something else in the module of example.test'],
    ['its class has the name of something that the module uses', [crd('Construct', [{}])], 'constructs.example.test',
      'a class Construct would have the same name as something else in the module of example.test'],
    ['its group would be another folder', [crd('App', [{}], '../../src')], 'apps.../../src', 'its group, its kind or a version has an invalid name'],
    ['its kind is code', [crd("App'", [{}])], "app's.example.test", 'its group, its kind or a version has an invalid name'],
  ])('cannot be taken if %s', (_, crds, name, reason) => {
    expect(importableCrds(crds).refused).toEqual([{ name, reason }]);
  });
});

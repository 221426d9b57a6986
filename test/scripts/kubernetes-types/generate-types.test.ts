import { kubernetesTypesModule, ROOT_TYPES } from '../../../scripts/kubernetes-types/generate-types';
import { requiredVersion } from '../../../scripts/kubernetes-types/kubernetes-module';
import type { OpenApiSchema, OpenApiTypes } from '../../../scripts/kubernetes-types/open-api';
import { typeClosure } from '../../../scripts/kubernetes-types/type-closure';

const reference = (name: string): OpenApiSchema => ({ $ref: `#/components/schemas/${name}` });
const nothing = (): boolean => false;

describe('the closure of types', () => {
  const types: OpenApiTypes = {
    root: { type: 'object', properties: { a: { type: 'array', items: { allOf: [reference('list')] } }, b: reference('shared') } },
    list: { type: 'object', properties: { a: { type: 'object', additionalProperties: reference('shared') }, b: reference('built') } },
    shared: { type: 'object' },
    unused: { type: 'object' },
  };

  test('has every type once, after the types that it refers to', () => {
    expect(typeClosure(['root', 'list'], types, (name) => name === 'built')).toEqual(['shared', 'list', 'root']);
  });

  test('reports a missing type and what refers to it', () => {
    expect(() => typeClosure(['root'], types, nothing)).toThrow('type built is missing in the OpenAPI (referenced by root > list > built)');
  });

  test('refuses a type that refers to itself', () => {
    const circle = { a: { properties: { b: reference('b') } }, b: { items: reference('a') } };
    expect(() => typeClosure(['a'], circle, nothing)).toThrow('type refers to itself, which a CRD schema cannot express: a > b > a');
  });
});

test('the module names its source and imports only what it uses', () => {
  const types = Object.fromEntries(ROOT_TYPES.map((name) => [name, { type: 'object', properties: { name: { type: 'string' } } }]));
  const source = kubernetesTypesModule('v9.9.9', types);
  expect(source.split('\n').slice(0, 10)).toEqual([
    '// Generated from the OpenAPI of Kubernetes v9.9.9 by `npm run generate`. Do not edit.',
    '',
    'import {',
    '  string,',
    '  struct,',
    '} from \'../../../formats/schema/schema\';',
    '',
    'export const RuleWithOperations = struct({',
    '  name: string(),',
    '});',
  ]);
});

describe('the version of a module', () => {
  test.each([
    ['a separate line', 'module x\n\nrequire k8s.io/kubernetes v1.2.3\n'],
    ['a block', 'require (\n\tk8s.io/kubernetes-other v0.0.1\n\tk8s.io/kubernetes v1.2.3 // indirect\n)\n'],
  ])('is found in %s', (_title, goMod) => {
    expect(requiredVersion(goMod, 'k8s.io/kubernetes')).toBe('v1.2.3');
  });

  test('is required', () => {
    expect(() => requiredVersion('module x\n', 'k8s.io/kubernetes')).toThrow('go.mod does not require k8s.io/kubernetes; add it with `go get');
  });
});

import * as fc from 'fast-check';

import { crdType } from '../../../../lib/bundle/validation/readers/crd-type';
import { csvType } from '../../../../lib/bundle/validation/readers/csv-type';
import type { GoReader } from '../../../../lib/bundle/validation/readers/go-decoder';
import { goDecode } from '../../../../lib/bundle/validation/readers/go-decoder';
import type { GoType } from '../../../../lib/bundle/validation/readers/go-type';
import { apart, BOOLEAN, EMBEDDED_TEXT, INT64, listOf, mapOf, struct, TEXT, TIME } from '../../../../lib/bundle/validation/readers/go-type';

const READERS: readonly GoReader[] = ['converter', 'json', 'yaml'];

/** Which readers take a value. */
function takers(value: unknown, type: GoType): GoReader[] {
  return READERS.filter((reader) => goDecode(value, type, reader).faults.length === 0);
}

describe('a value', () => {
  it.each<[unknown, GoType, readonly GoReader[]]>([
    ['a', TEXT, READERS],
    [1, TEXT, ['yaml']],
    [true, TEXT, ['yaml']],
    [['a'], TEXT, []],
    [1, EMBEDDED_TEXT, []],
    [null, TEXT, READERS],
    [true, BOOLEAN, READERS],
    ['true', BOOLEAN, []],
    [2 ** 31, { is: 'int32' }, ['converter']],
    [1.5, { is: 'int32' }, []],
    [2 ** 40, INT64, READERS],
    [10n ** 18n, INT64, READERS],
    [1e21, INT64, ['converter']],
    ['100m', { is: 'quantity' }, READERS],
    [1, { is: 'quantity' }, READERS],
    ['1.5Gi', { is: 'quantity' }, READERS],
    ['1 Gi', { is: 'quantity' }, []],
    ['', { is: 'quantity' }, []],
    ['http', { is: 'int-or-text' }, READERS],
    [80, { is: 'int-or-text' }, READERS],
    [2 ** 31, { is: 'int-or-text' }, []],
    ['2024-01-02T03:04:05Z', TIME, READERS],
    ['2024-01-02', TIME, []],
    ['1.2.3', { is: 'version' }, READERS],
    ['v1.2', { is: 'version' }, READERS],
    ['', { is: 'version' }, []],
    [1.2, { is: 'version' }, []],
    [null, { is: 'version' }, ['converter']],
    ['1.rc', { is: 'release' }, READERS],
    ['01', { is: 'release' }, []],
    [[], listOf(TEXT), READERS],
    [{}, listOf(TEXT), []],
    [{}, mapOf(TEXT), READERS],
    ['', mapOf(TEXT), []],
    [{ other: 1 }, struct({ a: TEXT }), READERS],
  ])('%j for %j is taken by %j', (value, type, readers) => {
    expect(takers(value, type)).toEqual(readers);
  });

  it('becomes text where YAML is decoded into text', () => {
    const { value } = goDecode({ a: 1, b: [true, 1.5], c: null, d: 'x' }, struct({ a: TEXT, b: listOf(TEXT), c: TEXT, d: TEXT }), 'yaml');
    expect(value).toEqual({ a: '1', b: ['true', '1.5'], c: undefined, d: 'x' });
  });

  it('that is null in a list or map is the empty value of its type', () => {
    const type = struct({ list: listOf(struct({ a: TEXT })), texts: listOf(TEXT), map: mapOf(TEXT), field: struct({}) });
    const { value } = goDecode({ list: [null], texts: [null], map: { a: null }, field: null }, type, 'json');
    expect(value).toEqual({ list: [{}], texts: [''], map: { a: '' }, field: undefined });
  });

  it('that is read apart becomes no text', () => {
    expect(takers(1, apart(TEXT))).toEqual([]);
    const shapes = { is: 'shapes', map: struct({ a: TEXT }), list: listOf(TEXT), ignoresOthers: false } as const;
    expect([{ a: 'x' }, { a: 1 }, ['x'], [1], true, 'x'].map((value) => takers(value, shapes).length)).toEqual([3, 0, 3, 0, 3, 0]);
    expect(takers('x', { ...shapes, ignoresOthers: true })).toEqual(READERS);
  });

  it('that needs no change stays the same object', () => {
    const value = { a: 'x', b: { c: [1] } };
    expect(goDecode(value, struct({ a: TEXT, b: mapOf(listOf(INT64)) }), 'yaml').value).toBe(value);
  });

  it('that is wrong is told with its path and the remedy', () => {
    expect(goDecode({ spec: { names: [{ a: 1 }] } }, struct({ spec: struct({ names: listOf(struct({ a: TEXT })) }) }), 'json').faults).toEqual([
      { path: ['spec', 'names', 0, 'a'], message: 'must be text, got the number 1; put it into quotes' },
    ]);
  });
});

describe('the types of manifests', () => {
  it('hold what decides in a ClusterServiceVersion', () => {
    const faults = (spec: object): string[] => goDecode({ spec }, csvType(), 'json').faults.map(({ path }) => path.join('.'));
    const container = (fields: object): object => (
      { install: { spec: { deployments: [{ spec: { template: { spec: { containers: [fields] } } } }] } } }
    );
    expect(faults({ version: 'x', release: 'a_b', keywords: 'a' })).toEqual(['spec.version', 'spec.release', 'spec.keywords']);
    expect(faults(container({ resources: { requests: { cpu: 'much' } } }))).toEqual(
      ['spec.install.spec.deployments.0.spec.template.spec.containers.0.resources.requests.cpu'],
    );
    expect(faults({ install: { spec: { deployments: [{ spec: { template: { metadata: { labels: { a: 1 } } } } }] } } })).toHaveLength(1);
    expect(faults({ customresourcedefinitions: { owned: [{ specDescriptors: [{ path: 'x', value: { any: 1 } }] }] } })).toEqual([]);
  });

  it('hold what decides in a CustomResourceDefinition', () => {
    const type = crdType('apiextensions.k8s.io/v1')!;
    const schema = { properties: { a: { type: ['string'] } }, not: { required: 'a' }, items: [{ description: 1 }], additionalProperties: 'x' };
    const { faults } = goDecode({ spec: { versions: [{ schema: { openAPIV3Schema: schema } }] } }, type, 'json');
    expect(faults.map(({ path }) => path.slice(5).join('.'))).toEqual(
      ['properties.a.type', 'not.required', 'items.0.description', 'additionalProperties'],
    );
    expect(crdType('apiextensions.k8s.io/v2')).toBeUndefined();
  });

  it('decode whatever there is', () => {
    fc.assert(fc.property(fc.jsonValue(), fc.constantFrom(...READERS), (value, reader) => {
      expect(() => goDecode(value, csvType(), reader)).not.toThrow();
    }));
  });
});

import * as fc from 'fast-check';
import { goDecode, type GoReader } from '../../../lib/formats/yaml/go-decoder';
import {
  BOOLEAN, EMBEDDED_STRING, type GoType, INT64, listOf, mapOf, opaque, STRING, struct, TIME, withFieldNames,
} from '../../../lib/formats/yaml/go-type';
import { crdType } from '../../../lib/validation/views/crd-type';
import { csvType } from '../../../lib/validation/views/csv-type';

const READERS: readonly GoReader[] = ['converter', 'json', 'kubernetes', 'yaml'];

/** Returns the readers that accept a value. */
function acceptingReaders(value: unknown, type: GoType): GoReader[] {
  return READERS.filter((reader) => goDecode(value, type, reader).faults.length === 0);
}

describe('goDecode', () => {
  it.each<[unknown, GoType, readonly GoReader[]]>([
    ['a', STRING, READERS],
    [1, STRING, ['yaml']],
    [true, STRING, ['yaml']],
    [['a'], STRING, []],
    [1, EMBEDDED_STRING, []],
    [null, STRING, READERS],
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
    ['http', { is: 'int-or-string' }, READERS],
    [80, { is: 'int-or-string' }, READERS],
    [2 ** 31, { is: 'int-or-string' }, []],
    ['2024-01-02T03:04:05Z', TIME, READERS],
    ['2024-01-02', TIME, []],
    ['1.2.3', { is: 'version' }, READERS],
    ['v1.2', { is: 'version' }, READERS],
    ['', { is: 'version' }, []],
    [1.2, { is: 'version' }, []],
    [null, { is: 'version' }, ['converter']],
    ['1.rc', { is: 'release' }, READERS],
    ['01', { is: 'release' }, []],
    [[], listOf(STRING), READERS],
    [{}, listOf(STRING), []],
    [{}, mapOf(STRING), READERS],
    ['', mapOf(STRING), []],
    [{ other: 1 }, struct({ a: STRING }), READERS],
  ])('%j as %j is accepted by %j', (value, type, readers) => {
    expect(acceptingReaders(value, type)).toEqual(readers);
  });

  it('converts numbers and booleans of YAML to strings where the type is a string', () => {
    const { value } = goDecode({ a: 1, b: [true, 1.5], c: null, d: 'x' }, struct({ a: STRING, b: listOf(STRING), c: STRING, d: STRING }), 'yaml');
    expect(value).toEqual({ a: '1', b: ['true', '1.5'], c: undefined, d: 'x' });
  });

  it('decodes null in a list or map to the empty value of the type', () => {
    const type = struct({ list: listOf(struct({ a: STRING })), strings: listOf(STRING), map: mapOf(STRING), field: struct({}) });
    const { value } = goDecode({ list: [null], strings: [null], map: { a: null }, field: null }, type, 'json');
    expect(value).toEqual({ list: [{}], strings: [''], map: { a: '' }, field: undefined });
  });

  it('converts nothing to strings in opaque types and in types with their own UnmarshalJSON', () => {
    expect(acceptingReaders(1, opaque(STRING))).toEqual([]);
    const schemaOr = { is: 'schema-or', schema: struct({ a: STRING }), list: listOf(STRING), ignoresOthers: false } as const;
    expect([{ a: 'x' }, { a: 1 }, ['x'], [1], true, 'x'].map((value) => acceptingReaders(value, schemaOr).length)).toEqual([4, 0, 4, 0, 4, 0]);
    expect(acceptingReaders('x', { ...schemaOr, ignoresOthers: true })).toEqual(READERS);
  });

  it('returns the same object if nothing changes', () => {
    const value = { a: 'x', b: { c: [1] } };
    expect(goDecode(value, struct({ a: STRING, b: mapOf(listOf(INT64)) }), 'yaml').value).toBe(value);
  });

  it('reports the path of a refused value, and the remedy', () => {
    expect(goDecode({ spec: { names: [{ a: 1 }] } }, struct({ spec: struct({ names: listOf(struct({ a: STRING })) }) }), 'json').faults).toEqual([
      { path: ['spec', 'names', 0, 'a'], message: 'must be a string, got the number 1; put it in quotes' },
    ]);
  });
});

describe('a key that differs from a field name only in case', () => {
  const type = struct({ spec: struct({ minKubeVersion: STRING, keywords: listOf(STRING), size: INT64, labels: mapOf(STRING) }) });
  const decoded = (spec: object, reader: GoReader): unknown => (goDecode({ spec }, type, reader).value as { readonly spec: unknown }).spec;

  it.each(['json', 'yaml'] as const)('sets the field with the %s reader', (reader) => {
    expect(decoded({ MinKubeVersion: '1.2.3', KEYWORDS: ['a'], other: 1 }, reader)).toEqual({ minKubeVersion: '1.2.3', keywords: ['a'], other: 1 });
  });

  it.each(['converter', 'kubernetes'] as const)('is ignored by the %s reader', (reader) => {
    expect(decoded({ MinKubeVersion: 1 }, reader)).toEqual({ MinKubeVersion: 1 });
    expect(goDecode({ spec: { MinKubeVersion: 1 } }, type, reader).faults).toEqual([]);
  });

  it('is compared by Unicode simple folding', () => {
    expect(decoded({ 'minKubeVer\u017fion': 'a' }, 'json')).toEqual({ minKubeVersion: 'a' });
    expect(decoded({ '\u212aeywords': ['a'] }, 'json')).toEqual({ keywords: ['a'] });
    expect(decoded({ 'm\u0131nKubeVersion': 1, 's\u0130ze': 1 }, 'json')).toEqual({ 'm\u0131nKubeVersion': 1, 's\u0130ze': 1 });
  });

  it('is reported as written in the file', () => {
    expect(goDecode({ Spec: { Size: 'a' } }, type, 'json').faults.map(({ path }) => path)).toEqual([['Spec', 'Size']]);
  });

  it('overrides or extends the value of keys that sort before it', () => {
    expect(decoded({ size: 1, Size: 2, sizE: 3 }, 'json')).toEqual({ size: 1 });
    expect(decoded({ SIZE: 1, Size: null }, 'json')).toEqual({ size: 1 });
    expect(decoded({ Labels: { a: 'x', b: 'x' }, labels: { a: 'y' } }, 'json')).toEqual({ labels: { a: 'y', b: 'x' } });
    expect(goDecode({ spec: { size: 1, SIZE: 'x' } }, type, 'json').faults).toHaveLength(1);
  });

  it('is a different key in a map, and ignored in types with their own UnmarshalJSON', () => {
    expect(decoded({ labels: { A: 'x' } }, 'json')).toEqual({ labels: { A: 'x' } });
    const type = struct({ items: { is: 'schema-or', schema: struct({ a: STRING }), ignoresOthers: true } });
    expect(goDecode({ Items: { A: 1 } }, type, 'yaml')).toEqual({ value: { items: { A: 1 } }, faults: [] });
  });

  it('is renamed by withFieldNames without checking its value', () => {
    expect(withFieldNames({ Spec: { SIZE: 'a', Labels: { A: 1 }, other: null } }, type)).toEqual({ spec: { size: 'a', labels: { A: 1 }, other: null } });
    const value = { spec: { size: 'a' } };
    expect(withFieldNames(value, type)).toBe(value);
  });
});

describe('the types of manifests', () => {
  it('check the fields of a ClusterServiceVersion', () => {
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

  it('check the fields of a CustomResourceDefinition', () => {
    const type = crdType('apiextensions.k8s.io/v1')!;
    const schema = { properties: { a: { type: ['string'] } }, not: { required: 'a' }, items: [{ description: 1 }], additionalProperties: 'x' };
    const { faults } = goDecode({ spec: { versions: [{ schema: { openAPIV3Schema: schema } }] } }, type, 'json');
    expect(faults.map(({ path }) => path.slice(5).join('.'))).toEqual(
      ['properties.a.type', 'not.required', 'items.0.description', 'additionalProperties'],
    );
    expect(crdType('apiextensions.k8s.io/v2')).toBeUndefined();
  });

  it('decode any value without throwing', () => {
    fc.assert(fc.property(fc.jsonValue(), fc.constantFrom(...READERS), (value, reader) => {
      expect(() => goDecode(value, csvType(), reader)).not.toThrow();
    }));
  });
});

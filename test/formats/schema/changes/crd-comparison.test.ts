import * as fc from 'fast-check';
import { type CrdChange, CrdChangeKind, CrdVerdict } from '../../../../lib/formats/schema/changes/crd-change';
import { CrdComparison } from '../../../../lib/formats/schema/changes/crd-comparison';

interface Version {
  readonly name: string;
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly schema?: object;
}

function crd(versions: readonly Version[], rest: object = {}, status: object = {}): { [key: string]: unknown } {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.test' },
    spec: {
      group: 'example.test',
      scope: 'Namespaced',
      ...rest,
      versions: versions.map(({ name, served = true, storage = false, schema = { type: 'object' } }) => (
        { name, served, storage, schema: { openAPIV3Schema: schema } }
      )),
    },
    status,
  };
}

/** Returns a CustomResourceDefinition whose `spec.field` has a schema. */
function withField(schema: object): { [key: string]: unknown } {
  const spec = { type: 'object', properties: { field: schema } };
  return crd([{ name: 'v1', storage: true, schema: { type: 'object', properties: { spec } } }]);
}

function fieldChanges(before: object, after: object): readonly CrdChange[] {
  return CrdComparison.of(withField(before), withField(after)).changes;
}

const STRING = { type: 'string' };
const { REFUSED, UNHANDLED, ALLOWED } = CrdVerdict;

describe('a field of a CustomResourceDefinition', () => {
  it.each<[string, object, object, [CrdChangeKind, CrdVerdict, string][]]>([
    ['type', STRING, { type: 'integer' }, [[CrdChangeKind.TYPE, REFUSED, 'the type changes from "string" to "integer"']]],
    ['a default that is new', STRING, { ...STRING, default: 'a' }, [[CrdChangeKind.DEFAULT, REFUSED, 'the default is new: "a"']]],
    ['a default that is false', { type: 'boolean' }, { type: 'boolean', default: false }, [[CrdChangeKind.DEFAULT, REFUSED, 'the default is new: false']]],
    ['another default', { ...STRING, default: 'a' }, { ...STRING, default: 'b' }, [[CrdChangeKind.DEFAULT, REFUSED, 'the default changes from "a" to "b"']]],
    ['a default that is removed', { ...STRING, default: 'a' }, STRING, [[CrdChangeKind.DEFAULT, REFUSED, 'the default is removed: "a"']]],
    ['an enum that is new', STRING, { ...STRING, enum: ['a'] }, [[CrdChangeKind.ENUM_ADDED, REFUSED, 'only ["a"] are now allowed, instead of any value']]],
    ['an enum that is removed', { ...STRING, enum: ['a'] }, STRING, [
      [CrdChangeKind.ENUM_REMOVED, REFUSED, 'any value is now allowed, not only ["a"]; the check treats the values as removed'],
    ]],
    ['values of an enum', { ...STRING, enum: ['a', 'b'] }, { ...STRING, enum: ['c', 'b'] }, [
      [CrdChangeKind.ENUM_VALUES_REMOVED, REFUSED, 'no longer allowed: "a"'], [CrdChangeKind.ENUM_VALUES_ADDED, ALLOWED, 'allowed as well: "c"'],
    ]],
    ['the order of an enum', { ...STRING, enum: ['a', 'b'] }, { ...STRING, enum: ['b', 'a'] }, []],
    ['a minimum that is new', { type: 'integer' }, { type: 'integer', minimum: 0 }, [[CrdChangeKind.LIMIT_ADDED, REFUSED, 'minimum is new: 0']]],
    ['a higher minimum', { minLength: 1 }, { minLength: 2 }, [[CrdChangeKind.LIMIT_TIGHTENED, REFUSED, 'minLength changes from 1 to 2']]],
    ['a lower minimum', { minItems: 2 }, { minItems: 1 }, [[CrdChangeKind.LIMIT_RELAXED, ALLOWED, 'minItems changes from 2 to 1']]],
    ['a minimum that is removed', { minProperties: 2 }, {}, [[CrdChangeKind.LIMIT_REMOVED, ALLOWED, 'minProperties is removed: 2']]],
    ['a maximum that is new', {}, { maximum: 9n ** 20n }, [[CrdChangeKind.LIMIT_ADDED, REFUSED, 'maximum is new: 12157665459056928801']]],
    ['a lower maximum', { maxLength: 2 }, { maxLength: 1 }, [[CrdChangeKind.LIMIT_TIGHTENED, REFUSED, 'maxLength changes from 2 to 1']]],
    ['a higher maximum', { maxItems: 1 }, { maxItems: 2 }, [[CrdChangeKind.LIMIT_RELAXED, ALLOWED, 'maxItems changes from 1 to 2']]],
    ['a maximum that is removed', { maxProperties: 1 }, {}, [[CrdChangeKind.LIMIT_REMOVED, ALLOWED, 'maxProperties is removed: 1']]],
    ['a limit that is not a number', { maximum: 1 }, { maximum: 'x' }, [[CrdChangeKind.OTHER_KEYWORD, UNHANDLED, 'maximum changes from 1 to "x"']]],
    ['a pattern', STRING, { ...STRING, pattern: '^a$' }, [[CrdChangeKind.PATTERN, REFUSED, 'the pattern is new: "^a$"']]],
    ['null, which becomes allowed', STRING, { ...STRING, nullable: true }, [[CrdChangeKind.NULLABLE, REFUSED, 'null is now allowed']]],
    ['null, which is no longer allowed', { ...STRING, nullable: true }, { ...STRING, nullable: false }, [[CrdChangeKind.NULLABLE, REFUSED, 'null is no longer allowed']]],
    ['fields that are required', { required: ['a', 'b'] }, { required: ['b', 'c'] }, [
      [CrdChangeKind.REQUIRED_ADDED, REFUSED, 'is now required: c'], [CrdChangeKind.REQUIRED_REMOVED, ALLOWED, 'is now optional: a'],
    ]],
    ['oneOf', {}, { oneOf: [{ required: ['a'] }] }, [
      [CrdChangeKind.ONE_OF, REFUSED, 'oneOf is new: [{"required":["a"]}]'], [CrdChangeKind.FIELD_ADDED, ALLOWED, 'is new'],
    ]],
    ['documentation in oneOf', { oneOf: [{ title: 'x' }] }, { oneOf: [{ title: 'y' }] }, [[CrdChangeKind.OTHER_KEYWORD, UNHANDLED, 'title changes from "x" to "y"']]],
    ['a keyword without a rule', STRING, { ...STRING, format: 'byte' }, [[CrdChangeKind.OTHER_KEYWORD, UNHANDLED, 'format is new: "byte"']]],
    ['a description', STRING, { ...STRING, description: 'Words.' }, []],
    ['keywords set to their defaults', STRING, { ...STRING, nullable: false, required: [], pattern: '', enum: null, uniqueItems: false }, []],
    ['a description inside of additionalProperties', { additionalProperties: STRING }, { additionalProperties: { ...STRING, description: 'Words.' } }, [
      [CrdChangeKind.INNER_SCHEMA, UNHANDLED, 'something inside additionalProperties changes, which the check compares as a whole'],
    ]],
    ['nothing inside of additionalProperties', { additionalProperties: STRING }, { additionalProperties: { ...STRING, description: '', nullable: false } }, []],
    ['anyOf', {}, { anyOf: [STRING] }, [[CrdChangeKind.INNER_SCHEMA, UNHANDLED, 'anyOf is new'], [CrdChangeKind.FIELD_ADDED, ALLOWED, 'is new']]],
    ['not', { not: STRING }, {}, [
      [CrdChangeKind.INNER_SCHEMA, UNHANDLED, 'not is removed'], [CrdChangeKind.FIELD_REMOVED, REFUSED, 'is removed'],
    ]],
    ['a list without a rule', { 'x-kubernetes-validations': [{ rule: 'a' }, { rule: 'b&' }] }, { 'x-kubernetes-validations': [{ rule: 'b&' }, { rule: 'c&' }] }, [
      [CrdChangeKind.OTHER_KEYWORD, UNHANDLED, 'removed from x-kubernetes-validations: {"rule":"a"}; new in x-kubernetes-validations: {"rule":"c&"}'],
    ]],
  ])('changes in %s', (_, before, after, expected) => {
    expect(fieldChanges(before, after).map(({ rule, verdict, message }) => [rule, verdict, message])).toEqual(expected);
  });

  it('is reported with version, path, keyword, and the values as JSON', () => {
    expect(fieldChanges({ maxLength: 2 }, { maxLength: 1 })).toEqual([{
      rule: CrdChangeKind.LIMIT_TIGHTENED,
      verdict: REFUSED,
      message: 'maxLength changes from 2 to 1',
      version: 'v1',
      path: 'spec.field',
      keyword: 'maxLength',
      before: '2',
      after: '1',
    }]);
  });

  it.each([
    ['spec.field.name', { properties: { name: STRING } }],
    ['spec.field."a.b"', { properties: { 'a.b': STRING } }],
    ['spec.field[]', { items: STRING }],
    ['spec.field[0]', { items: [STRING] }],
    ['spec.field.*', { additionalProperties: STRING }],
    ['spec.field(allOf[0])', { allOf: [STRING] }],
    ['spec.field(not)', { not: STRING }],
  ])('has the path %s', (path, schema) => {
    expect(fieldChanges(schema, {}).find(({ rule }) => rule === CrdChangeKind.FIELD_REMOVED)?.path).toBe(path);
    expect(fieldChanges({}, schema).find(({ rule }) => rule === CrdChangeKind.FIELD_ADDED)?.path).toBe(path);
  });

  it('that is added or removed is one change, with all fields in it', () => {
    const deep = { properties: { a: { properties: { b: { items: STRING } } } } };
    expect(fieldChanges(deep, {}).map(({ path }) => path)).toEqual(['spec.field.a']);
    expect(fieldChanges({}, deep).map(({ path }) => path)).toEqual(['spec.field.a']);
  });

  it('is compared below additionalProperties too, which is unhandled as a whole', () => {
    const map = (inner: object): object => ({ additionalProperties: { type: 'object', properties: { a: inner } } });
    expect(fieldChanges(map(STRING), map({ type: 'integer' })).map(({ path, rule }) => [path, rule])).toEqual([
      ['spec.field', CrdChangeKind.INNER_SCHEMA], ['spec.field.*.a', CrdChangeKind.TYPE],
    ]);
  });
});

describe('a CustomResourceDefinition', () => {
  const rules = (before: { [key: string]: unknown }, after: { [key: string]: unknown }): string[] => (
    CrdComparison.of(before, after).changes.map(({ version = '', servedBeside = '', rule, verdict }) => `${version} ${servedBeside} ${rule} ${verdict}`.trim())
  );

  it('whose scope changes is refused', () => {
    expect(rules(crd([]), crd([], { scope: 'Cluster' }))).toEqual(['scope refused']);
  });

  it('may change its conversion strategy', () => {
    expect(rules(crd([]), crd([], { conversion: { strategy: 'Webhook' } }))).toEqual(['conversion allowed']);
  });

  it('may lose a version without stored objects, but not the storage version', () => {
    expect(rules(crd([{ name: 'v1', storage: true }, { name: 'v1beta1' }]), crd([{ name: 'v2', storage: true }]))).toEqual([
      'v1  stored-version-removed refused', 'v1beta1  version-removed allowed', 'v2  version-added allowed',
    ]);
  });

  it('from a cluster lists the stored versions in its status', () => {
    const before = crd([{ name: 'v1', storage: true }, { name: 'v1beta1' }], {}, { storedVersions: ['v1alpha1', 'v1beta1', 'v1'] });
    expect(rules(before, crd([{ name: 'v1', storage: true }]))).toEqual([
      'v1beta1  stored-version-removed refused', 'v1alpha1  stored-version-removed refused',
    ]);
  });

  it('may stop serving a version', () => {
    expect(rules(crd([{ name: 'v1' }]), crd([{ name: 'v1', served: false }]))).toEqual(['v1  version-not-served allowed']);
  });

  it('of apiextensions v1beta1 has one schema for all versions, or one version', () => {
    const old = (spec: object): { [key: string]: unknown } => ({ spec: { scope: 'Namespaced', validation: { openAPIV3Schema: { type: 'object' } }, ...spec } });
    const after = crd([{ name: 'v1', storage: true, schema: { type: 'object', default: {} } }]);
    expect(rules(old({ version: 'v1' }), after)).toEqual(['v1  default refused']);
    expect(rules(old({ versions: [{ name: 'v1', served: true, storage: true }] }), after)).toEqual(['v1  default refused']);
  });

  it('does not change when compared with itself, whatever its schema contains', () => {
    fc.assert(fc.property(fc.dictionary(fc.constantFrom('type', 'enum', 'items', 'properties', 'anyOf', 'not', 'default', 'required', 'x'), fc.jsonValue()), (schema) => {
      expect(CrdComparison.of(withField(schema), withField(structuredClone(schema))).changes).toEqual([]);
    }));
  });

  it('is compared without an exception, whatever it contains', () => {
    const anything = fc.dictionary(fc.constantFrom('spec', 'versions', 'metadata', 'status', 'name'), fc.jsonValue());
    fc.assert(fc.property(anything, anything, (before, after) => {
      expect(CrdComparison.of(before, after).toText()).not.toBe('');
    }));
  });
});

describe('served versions', () => {
  const LOOSE = { type: 'object', properties: { a: { properties: { x: STRING } } } };
  const TIGHT = { type: 'object', properties: { a: { properties: { x: { ...STRING, maxLength: 3 } } } } };
  const one = crd([{ name: 'v1beta1', schema: LOOSE, storage: true }]);
  const two = (rest: object = {}): { [key: string]: unknown } => crd([{ name: 'v1', schema: TIGHT }, { name: 'v1beta1', schema: LOOSE, storage: true }], rest);

  it('must accept what less mature versions accept', () => {
    expect(CrdComparison.of(one, two()).unsafeChanges).toMatchObject([
      { rule: CrdChangeKind.LIMIT_ADDED, version: 'v1', servedBeside: 'v1beta1', path: 'a.x' },
    ]);
  });

  it('may differ where a webhook converts them', () => {
    expect(CrdComparison.of(one, two({ conversion: { strategy: 'Webhook' } })).isSafe).toBe(true);
  });

  it('may differ as they did before', () => {
    expect(CrdComparison.of(two(), two()).changes).toEqual([]);
  });

  it('may not newly differ inside a keyword that is compared as a whole', () => {
    const map = (description: string): object => ({ type: 'object', additionalProperties: { type: 'object', description } });
    const before = crd([{ name: 'v1', schema: map('new') }, { name: 'v1beta1', schema: map('old'), storage: true }]);
    const after = crd([{ name: 'v1', schema: map('newer') }, { name: 'v1beta1', schema: map('old'), storage: true }]);
    expect(CrdComparison.of(before, after).changes.map(({ servedBeside }) => servedBeside)).toEqual([undefined, 'v1beta1']);
    expect(CrdComparison.of(before, before).changes).toEqual([]);
  });

  it('are compared pairwise up to sixteen versions', () => {
    const many = crd(Array.from({ length: 400 }, (_, index) => ({ name: `v${index + 1}`, schema: index % 2 === 0 ? LOOSE : TIGHT })));
    expect(CrdComparison.of(one, many).unsafeChanges).toHaveLength(8 * 9 / 2 + 1);
  });
});

describe('CrdComparison.toText', () => {
  it('lists the unsafe changes first, and fields with the same change in one line', () => {
    const schema = (fields: string[], spec: object): object => (
      { type: 'object', properties: { ...Object.fromEntries(fields.map((name) => [name, STRING])), spec: { type: 'object', ...spec } } }
    );
    const before = crd([{ name: 'v1', storage: true, schema: schema(['a', 'b'], { maxProperties: 1 }) }]);
    const after = crd([{ name: 'v1', storage: true, schema: schema(['c', 'd'], { maxProperties: 2, format: 'x' }) }]);
    expect(CrdComparison.of(before, after).toText().split('\n')).toEqual([
      'refused    v1  is removed: the API server drops it from objects that are written (2 fields): a, b',
      'unhandled  v1  spec: format is new: "x"',
      'allowed    v1  spec: maxProperties changes from 1 to 2',
      'allowed    v1  2 new fields: c, d',
    ]);
  });

  it('states that nothing changes', () => {
    expect(CrdComparison.of(crd([]), crd([])).toText()).toBe('no changes');
  });
});

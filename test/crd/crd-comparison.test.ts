import * as fc from 'fast-check';
import { CrdRule, CrdVerdict } from '../../../lib/bundle/crd/crd-change';
import type { CrdChange } from '../../../lib/bundle/crd/crd-change';
import { CrdComparison } from '../../../lib/bundle/crd/crd-comparison';

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

/** A definition whose spec.field has that schema. */
function withField(schema: object): { [key: string]: unknown } {
  const spec = { type: 'object', properties: { field: schema } };
  return crd([{ name: 'v1', storage: true, schema: { type: 'object', properties: { spec } } }]);
}

function fieldChanges(before: object, after: object): readonly CrdChange[] {
  return CrdComparison.of(withField(before), withField(after)).changes;
}

const TEXT = { type: 'string' };
const { REFUSED, UNHANDLED, ALLOWED } = CrdVerdict;

describe('a field of a CustomResourceDefinition', () => {
  it.each<[string, object, object, [CrdRule, CrdVerdict, string][]]>([
    ['type', TEXT, { type: 'integer' }, [[CrdRule.TYPE, REFUSED, 'the type changes from "string" to "integer"']]],
    ['a default that is new', TEXT, { ...TEXT, default: 'a' }, [[CrdRule.DEFAULT, REFUSED, 'the default is new: "a"']]],
    ['a default that is false', { type: 'boolean' }, { type: 'boolean', default: false }, [[CrdRule.DEFAULT, REFUSED, 'the default is new: false']]],
    ['another default', { ...TEXT, default: 'a' }, { ...TEXT, default: 'b' }, [[CrdRule.DEFAULT, REFUSED, 'the default changes from "a" to "b"']]],
    ['a default that goes', { ...TEXT, default: 'a' }, TEXT, [[CrdRule.DEFAULT, REFUSED, 'the default is gone: "a"']]],
    ['an enum that is new', TEXT, { ...TEXT, enum: ['a'] }, [[CrdRule.ENUM_ADDED, REFUSED, 'only ["a"] are allowed, and any value was']]],
    ['an enum that goes', { ...TEXT, enum: ['a'] }, TEXT, [
      [CrdRule.ENUM_REMOVED, REFUSED, 'any value is allowed, and not only ["a"]; the check takes the values for removed'],
    ]],
    ['values of an enum', { ...TEXT, enum: ['a', 'b'] }, { ...TEXT, enum: ['c', 'b'] }, [
      [CrdRule.ENUM_VALUES_REMOVED, REFUSED, 'no longer allowed: "a"'], [CrdRule.ENUM_VALUES_ADDED, ALLOWED, 'allowed as well: "c"'],
    ]],
    ['the order of an enum', { ...TEXT, enum: ['a', 'b'] }, { ...TEXT, enum: ['b', 'a'] }, []],
    ['a minimum that is new', { type: 'integer' }, { type: 'integer', minimum: 0 }, [[CrdRule.LIMIT_ADDED, REFUSED, 'minimum is new: 0']]],
    ['a higher minimum', { minLength: 1 }, { minLength: 2 }, [[CrdRule.LIMIT_TIGHTENED, REFUSED, 'minLength changes from 1 to 2']]],
    ['a lower minimum', { minItems: 2 }, { minItems: 1 }, [[CrdRule.LIMIT_RELAXED, ALLOWED, 'minItems changes from 2 to 1']]],
    ['a minimum that goes', { minProperties: 2 }, {}, [[CrdRule.LIMIT_REMOVED, ALLOWED, 'minProperties is gone: 2']]],
    ['a maximum that is new', {}, { maximum: 9n ** 20n }, [[CrdRule.LIMIT_ADDED, REFUSED, 'maximum is new: 12157665459056928801']]],
    ['a lower maximum', { maxLength: 2 }, { maxLength: 1 }, [[CrdRule.LIMIT_TIGHTENED, REFUSED, 'maxLength changes from 2 to 1']]],
    ['a higher maximum', { maxItems: 1 }, { maxItems: 2 }, [[CrdRule.LIMIT_RELAXED, ALLOWED, 'maxItems changes from 1 to 2']]],
    ['a maximum that goes', { maxProperties: 1 }, {}, [[CrdRule.LIMIT_REMOVED, ALLOWED, 'maxProperties is gone: 1']]],
    ['a limit that is no number', { maximum: 1 }, { maximum: 'x' }, [[CrdRule.OTHER_KEYWORD, UNHANDLED, 'maximum changes from 1 to "x"']]],
    ['a pattern', TEXT, { ...TEXT, pattern: '^a$' }, [[CrdRule.PATTERN, REFUSED, 'the pattern is new: "^a$"']]],
    ['null', TEXT, { ...TEXT, nullable: true }, [[CrdRule.NULLABLE, REFUSED, 'null is allowed, and was not']]],
    ['null no more', { ...TEXT, nullable: true }, { ...TEXT, nullable: false }, [[CrdRule.NULLABLE, REFUSED, 'null is no longer allowed']]],
    ['fields that are required', { required: ['a', 'b'] }, { required: ['b', 'c'] }, [
      [CrdRule.REQUIRED_ADDED, REFUSED, 'must be given now: c'], [CrdRule.REQUIRED_REMOVED, ALLOWED, 'may be left out now: a'],
    ]],
    ['oneOf', {}, { oneOf: [{ required: ['a'] }] }, [
      [CrdRule.ONE_OF, REFUSED, 'oneOf is new: [{"required":["a"]}]'], [CrdRule.FIELD_ADDED, ALLOWED, 'is new'],
    ]],
    ['words in oneOf', { oneOf: [{ title: 'x' }] }, { oneOf: [{ title: 'y' }] }, [[CrdRule.OTHER_KEYWORD, UNHANDLED, 'title changes from "x" to "y"']]],
    ['a keyword without a rule', TEXT, { ...TEXT, format: 'byte' }, [[CrdRule.OTHER_KEYWORD, UNHANDLED, 'format is new: "byte"']]],
    ['a description', TEXT, { ...TEXT, description: 'Words.' }, []],
    ['what says the same by its absence', TEXT, { ...TEXT, nullable: false, required: [], pattern: '', enum: null, uniqueItems: false }, []],
    ['a description inside of additionalProperties', { additionalProperties: TEXT }, { additionalProperties: { ...TEXT, description: 'Words.' } }, [
      [CrdRule.INNER_SCHEMA, UNHANDLED, 'something inside additionalProperties changes, which the check compares as a whole'],
    ]],
    ['nothing inside of additionalProperties', { additionalProperties: TEXT }, { additionalProperties: { ...TEXT, description: '', nullable: false } }, []],
    ['anyOf', {}, { anyOf: [TEXT] }, [[CrdRule.INNER_SCHEMA, UNHANDLED, 'anyOf is new'], [CrdRule.FIELD_ADDED, ALLOWED, 'is new']]],
    ['not', { not: TEXT }, {}, [
      [CrdRule.INNER_SCHEMA, UNHANDLED, 'not is gone'], [CrdRule.FIELD_REMOVED, REFUSED, 'is gone'],
    ]],
    ['a list without a rule', { 'x-kubernetes-validations': [{ rule: 'a' }, { rule: 'b&' }] }, { 'x-kubernetes-validations': [{ rule: 'b&' }, { rule: 'c&' }] }, [
      [CrdRule.OTHER_KEYWORD, UNHANDLED, 'gone from x-kubernetes-validations: {"rule":"a"}; new in x-kubernetes-validations: {"rule":"c&"}'],
    ]],
  ])('changes in %s', (_, before, after, expected) => {
    expect(fieldChanges(before, after).map(({ rule, verdict, message }) => [rule, verdict, message])).toEqual(expected);
  });

  it('is told with version, path, keyword, and the values as JSON', () => {
    expect(fieldChanges({ maxLength: 2 }, { maxLength: 1 })).toEqual([{
      rule: CrdRule.LIMIT_TIGHTENED,
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
    ['spec.field.name', { properties: { name: TEXT } }],
    ['spec.field."a.b"', { properties: { 'a.b': TEXT } }],
    ['spec.field[]', { items: TEXT }],
    ['spec.field[0]', { items: [TEXT] }],
    ['spec.field.*', { additionalProperties: TEXT }],
    ['spec.field(allOf[0])', { allOf: [TEXT] }],
    ['spec.field(not)', { not: TEXT }],
  ])('has the path %s', (path, schema) => {
    expect(fieldChanges(schema, {}).find(({ rule }) => rule === CrdRule.FIELD_REMOVED)?.path).toBe(path);
    expect(fieldChanges({}, schema).find(({ rule }) => rule === CrdRule.FIELD_ADDED)?.path).toBe(path);
  });

  it('that comes or goes stands for all below it', () => {
    const deep = { properties: { a: { properties: { b: { items: TEXT } } } } };
    expect(fieldChanges(deep, {}).map(({ path }) => path)).toEqual(['spec.field.a']);
    expect(fieldChanges({}, deep).map(({ path }) => path)).toEqual(['spec.field.a']);
  });

  it('is compared below additionalProperties too, which is unhandled as a whole', () => {
    const map = (inner: object): object => ({ additionalProperties: { type: 'object', properties: { a: inner } } });
    expect(fieldChanges(map(TEXT), map({ type: 'integer' })).map(({ path, rule }) => [path, rule])).toEqual([
      ['spec.field', CrdRule.INNER_SCHEMA], ['spec.field.*.a', CrdRule.TYPE],
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

  it('may be converted otherwise', () => {
    expect(rules(crd([]), crd([], { conversion: { strategy: 'Webhook' } }))).toEqual(['conversion allowed']);
  });

  it('may lose a version that nothing is stored in, and not the one that objects are stored in', () => {
    expect(rules(crd([{ name: 'v1', storage: true }, { name: 'v1beta1' }]), crd([{ name: 'v2', storage: true }]))).toEqual([
      'v1  stored-version-removed refused', 'v1beta1  version-removed allowed', 'v2  version-added allowed',
    ]);
  });

  it('of a cluster tells by its status what is stored', () => {
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

  it('that is compared with itself does not change, whatever it holds', () => {
    fc.assert(fc.property(fc.dictionary(fc.constantFrom('type', 'enum', 'items', 'properties', 'anyOf', 'not', 'default', 'required', 'x'), fc.jsonValue()), (schema) => {
      expect(CrdComparison.of(withField(schema), withField(structuredClone(schema))).changes).toEqual([]);
    }));
  });

  it('may hold anything without an error that is not ours', () => {
    const anything = fc.dictionary(fc.constantFrom('spec', 'versions', 'metadata', 'status', 'name'), fc.jsonValue());
    fc.assert(fc.property(anything, anything, (before, after) => {
      expect(CrdComparison.of(before, after).toText()).not.toBe('');
    }));
  });
});

describe('served versions', () => {
  const LOOSE = { type: 'object', properties: { a: { properties: { x: TEXT } } } };
  const TIGHT = { type: 'object', properties: { a: { properties: { x: { ...TEXT, maxLength: 3 } } } } };
  const one = crd([{ name: 'v1beta1', schema: LOOSE, storage: true }]);
  const two = (rest: object = {}): { [key: string]: unknown } => crd([{ name: 'v1', schema: TIGHT }, { name: 'v1beta1', schema: LOOSE, storage: true }], rest);

  it('must hold what the less mature ones hold', () => {
    expect(CrdComparison.of(one, two()).unsafeChanges).toMatchObject([
      { rule: CrdRule.LIMIT_ADDED, version: 'v1', servedBeside: 'v1beta1', path: 'a.x' },
    ]);
  });

  it('may differ where a webhook converts them', () => {
    expect(CrdComparison.of(one, two({ conversion: { strategy: 'Webhook' } })).isSafe).toBe(true);
  });

  it('may differ as they did before', () => {
    expect(CrdComparison.of(two(), two()).changes).toEqual([]);
  });

  it('may not differ in another way inside of what is compared as a whole', () => {
    const map = (description: string): object => ({ type: 'object', additionalProperties: { type: 'object', description } });
    const before = crd([{ name: 'v1', schema: map('new') }, { name: 'v1beta1', schema: map('old'), storage: true }]);
    const after = crd([{ name: 'v1', schema: map('newer') }, { name: 'v1beta1', schema: map('old'), storage: true }]);
    expect(CrdComparison.of(before, after).changes.map(({ servedBeside }) => servedBeside)).toEqual([undefined, 'v1beta1']);
    expect(CrdComparison.of(before, before).changes).toEqual([]);
  });

  it('are compared up to sixteen of them', () => {
    const many = crd(Array.from({ length: 400 }, (_, index) => ({ name: `v${index + 1}`, schema: index % 2 === 0 ? LOOSE : TIGHT })));
    expect(CrdComparison.of(one, many).unsafeChanges).toHaveLength(8 * 9 / 2 + 1);
  });
});

describe('the text of a comparison', () => {
  it('has the unsafe changes first, and fields with the same change in one line', () => {
    const schema = (fields: string[], spec: object): object => (
      { type: 'object', properties: { ...Object.fromEntries(fields.map((name) => [name, TEXT])), spec: { type: 'object', ...spec } } }
    );
    const before = crd([{ name: 'v1', storage: true, schema: schema(['a', 'b'], { maxProperties: 1 }) }]);
    const after = crd([{ name: 'v1', storage: true, schema: schema(['c', 'd'], { maxProperties: 2, format: 'x' }) }]);
    expect(CrdComparison.of(before, after).toText().split('\n')).toEqual([
      'refused    v1  is gone: the API server drops it from objects that are written (2 fields): a, b',
      'unhandled  v1  spec: format is new: "x"',
      'allowed    v1  spec: maxProperties changes from 1 to 2',
      'allowed    v1  2 new fields: c, d',
    ]);
  });

  it('says when nothing changes', () => {
    expect(CrdComparison.of(crd([]), crd([])).toText()).toBe('no changes');
  });
});

import type { JsonSchema, ValidationRule } from '../../../../lib/formats/schema/checks/json-schema';
import { objectProblems } from '../../../../lib/formats/schema/checks/object-problems';
import { crdOf, problemsOf, thing } from '../crd-of';

/** Returns the schema of a spec with a field `x` that has a rule. */
function ruled(schema: JsonSchema, ...rules: readonly (string | ValidationRule)[]): JsonSchema {
  const validations = rules.map(rule => (typeof rule === 'string' ? { rule, message: 'violated' } : rule));
  return { type: 'object', properties: { x: { ...schema, 'x-kubernetes-validations': validations } } };
}

const STRING: JsonSchema = { type: 'string' };
const VIOLATED = ['spec.x: violated'];

describe('functions of rules', () => {
  it.each<[string, JsonSchema, readonly unknown[], readonly unknown[]]>([
    ["self.matches('^[a-z]+$')", STRING, ['abc'], ['', 'a1', 'a\n']],
    // As in Go, a vertical tab is not whitespace.
    ["self.matches('^\\\\s$')", STRING, [' ', '\n'], ['\v', '\u00a0']],
    ["self.find('[0-9]+') == '12'", STRING, ['a12b3'], ['a', '123']],
    ["self.findAll('[0-9]+') == ['12', '3']", STRING, ['a12b3'], ['a12']],
    ["self.findAll('[0-9]+', 1) == ['12']", STRING, ['a12b3'], ['a1']],
    ['self.size() == 2', STRING, ['ab', '😀😀'], ['a']],
    ['has(self.a) ? has(self.b) : !has(self.b)', { type: 'object', properties: { a: STRING, b: STRING } }, [{}, { a: '', b: '' }], [{ a: '' }, { b: '' }]],
    ['[has(self.a), has(self.b)].filter(x, x == true).size() == 1', { type: 'object', properties: { a: STRING, b: STRING } }, [{ a: '' }], [{}, { a: '', b: '' }]],
    ["!self.exists(e, e == '')", { type: 'array', items: STRING }, [[], ['a']], [['a', '']]],
    ['isURL(self)', STRING, ['http://a/b', '/a'], ['a', '://']],
    ["url(self).getScheme() == 'https' && url(self).getHost() == 'a:1'", STRING, ['https://a:1/b'], ['http://a:1/b']],
    ['!format.dns1123Label().validate(self).hasValue()', STRING, ['a-b'], ['A', 'a.b', '-', '']],
    ['!format.dns1123Subdomain().validate(self).hasValue()', STRING, ['a.b'], ['a_b']],
    ['!format.uuid().validate(self).hasValue()', STRING, ['123e4567-e89b-12d3-a456-426614174000'], ['a']],
    ['isQuantity(self)', STRING, ['1', '100Mi', '1.5e3'], ['Mi', '1 Mi']],
    ['self > 2 && self % 2 == 0', { type: 'integer' }, [4], [2, 5]],
    ['self > 2.5', { type: 'number' }, [3], [2]],
    ["type(self) == int ? self > 0 : self.endsWith('%')", { 'x-kubernetes-int-or-string': true }, [1, '5%'], [0, '5']],
    ["self.__namespace__ == 'a' && self.b__dash__c == 'd' && self.e__underscores__f == 'g'",
      { type: 'object', properties: { 'namespace': STRING, 'b-c': STRING, 'e__f': STRING } }, [{ 'namespace': 'a', 'b-c': 'd', 'e__f': 'g' }], [{ 'namespace': 'a', 'b-c': 'd', 'e__f': '' }]],
    ["self.all(k, k.startsWith('a'))", { type: 'object', additionalProperties: STRING }, [{ a: '', 'a.b-c': '' }], [{ b: '' }]],
    ["self > timestamp('2024-01-01T00:00:00Z')", { type: 'string', format: 'date-time' }, ['2024-01-01T00:00:01Z'], ['2023-12-31T23:59:59Z']],
  ])('%s', (rule, schema, valid, invalid) => {
    expect(valid.map(x => problemsOf(ruled(schema, rule), { x }))).toEqual(valid.map(() => []));
    expect(invalid.map(x => problemsOf(ruled(schema, rule), { x }))).toEqual(invalid.map(() => VIOLATED));
  });

  it('take linear time where the regular expressions of JavaScript hang', () => {
    const rule = "self.matches('^(a+)+$')";
    expect(problemsOf(ruled(STRING, rule), { x: `${'a'.repeat(5000)}b` })).toEqual(VIOLATED);
  });
});

describe('messages of rules', () => {
  it('are those of the rule, an expression, or the rule itself', () => {
    expect(problemsOf(ruled(STRING, { rule: 'false', message: ' no ' }), { x: '' })).toEqual(['spec.x: no']);
    expect(problemsOf(ruled(STRING, { rule: 'false', message: 'no', messageExpression: "'not ' + self" }), { x: 'a' })).toEqual(['spec.x: not a']);
    expect(problemsOf(ruled(STRING, { rule: 'false', message: 'no', messageExpression: 'self.a' }), { x: 'a' })).toEqual(['spec.x: no']);
    expect(problemsOf(ruled(STRING, { rule: " self == '' " }), { x: 'a' })).toEqual(["spec.x: does not meet the rule self == ''"]);
  });

  it('name another field where the rule does', () => {
    const schema = { type: 'object', properties: { a: STRING } };
    expect(problemsOf(ruled(schema, { rule: 'false', message: 'no', fieldPath: '.a' }), { x: {} })).toEqual(['spec.x.a: no']);
  });

  it('explain why a rule failed to evaluate', () => {
    expect(problemsOf(ruled({ type: 'object', properties: { a: STRING } }, "self.a == ''"), { x: {} }))
      .toEqual(['spec.x: No such key: a, in the rule: violated']);
  });
});

describe('a rule of a later API server', () => {
  it('is left to it', () => {
    expect(problemsOf(ruled(STRING, 'ip(self).isLoopback()'), { x: '' })).toEqual([]);
    expect(problemsOf(ruled(STRING, 'self ='), { x: '' })).toEqual([]);
  });
});

describe('rules about changes', () => {
  const immutable = ruled(STRING, { rule: 'self == oldSelf', message: 'is immutable' });

  it('compare with the earlier object, where it has the field', () => {
    expect(problemsOf(immutable, { x: 'a' }, { x: 'b' })).toEqual(['spec.x: is immutable']);
    expect(problemsOf(immutable, { x: 'a' }, { x: 'a' })).toEqual([]);
    expect(problemsOf(immutable, { x: 'a' }, {})).toEqual([]);
    expect(problemsOf(immutable, { x: 'a' })).toEqual([]);
  });

  it('have an optional value where they also apply to new fields', () => {
    const schema = ruled(STRING, { rule: "oldSelf.orValue('a') == self", message: 'is immutable', optionalOldSelf: true });
    expect(problemsOf(schema, { x: 'a' })).toEqual([]);
    expect(problemsOf(schema, { x: 'b' })).toEqual(['spec.x: is immutable']);
    expect(problemsOf(schema, { x: 'b' }, { x: 'b' })).toEqual([]);
  });

  const items = { type: 'object', properties: { name: STRING, port: { 'type': 'integer', 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'is immutable' }] } } };
  const keyed: JsonSchema = { 'type': 'array', items, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] };
  const [a, b] = [{ name: 'a', port: 1 }, { name: 'b', port: 2 }];

  it('follow the items of lists of type map, and of no others', () => {
    const schema = (list: JsonSchema): JsonSchema => ({ type: 'object', properties: { x: list } });
    expect(problemsOf(schema(keyed), { x: [b, { ...a, port: 3 }] }, { x: [a, b] })).toEqual(['spec.x[1].port: is immutable']);
    expect(problemsOf(schema({ type: 'array', items }), { x: [b, { ...a, port: 3 }] }, { x: [a, b] })).toEqual([]);
  });

  it('ignore the order of lists of types map and set, and of no others', () => {
    const same = { rule: 'self == oldSelf', message: 'is immutable' };
    expect(problemsOf(ruled(keyed, same), { x: [b, a] }, { x: [a, b] })).toEqual([]);
    expect(problemsOf(ruled(keyed, same), { x: [b] }, { x: [a, b] })).toEqual(['spec.x: is immutable']);
    expect(problemsOf(ruled({ 'type': 'array', 'items': STRING, 'x-kubernetes-list-type': 'set' }, same), { x: ['b', 'a'] }, { x: ['a', 'b'] })).toEqual([]);
    expect(problemsOf(ruled({ type: 'array', items: STRING }, same), { x: ['b', 'a'] }, { x: ['a', 'b'] })).toEqual(['spec.x: is immutable']);
  });
});

describe('rules of the whole object', () => {
  it('see its kind and its name', () => {
    const crd = crdOf({ type: 'object' }, { 'x-kubernetes-validations': [{ rule: "self.kind == 'Thing' && self.metadata.name == 'a'", message: 'is named otherwise' }] });
    expect(objectProblems(crd, thing({}, { name: 'a' }))).toEqual([]);
    expect(objectProblems(crd, thing({}, { name: 'b' }))).toEqual([{ field: '', message: 'is named otherwise' }]);
  });
});

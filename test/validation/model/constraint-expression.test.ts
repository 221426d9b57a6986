import { API_SERVER_CEL_LIMITS, CelBudget } from '../../../lib/formats/cel/cel-budget';
import { type ConstraintExpression, constraintExpression, constraintExpressionFault } from '../../../lib/validation/model/constraint-expression';

test('numbers of properties are floats of any size', () => {
  const expression = constraintExpression('properties.exists(p, p.value.size > 9007199254740991.0 && p.value.share < 0.5)') as ConstraintExpression;
  const properties = [{ type: 'x', value: { size: 9007199254740993n, share: 0.25 } }];
  expect(expression.isTrueFor(properties, new CelBudget(API_SERVER_CEL_LIMITS))).toBe(true);
});

describe('constraintExpressionFault', () => {
  it.each([
    'true',
    'properties.exists(p, p.type == "certified")',
    'properties.all(p, p.type in ["a", "b"])',
    'properties.filter(p, p.type == "a").size() > 0',
    'properties.exists(p, p.type == "olm.package" && semver_compare(p.value.version, "1.0.0") >= 0)',
    '[1, "a"].size() == 2',
    'properties.exists(p, has(p.value.version))',
  ])('accepts %s', (expression) => {
    expect(constraintExpressionFault(expression)).toBeUndefined();
  });

  it.each([
    ['', 'is not valid CEL'],
    ['properties.exists(', 'is not valid CEL'],
    ['others.exists(p, true)', 'is not valid CEL'],
    ['semver_compare("1.0.0") == 0', 'is not valid CEL'],
    ['1 == "a"', 'is not valid CEL'],
    ['"text"', 'must be of type bool, got string'],
    ['semver_compare("1.0.0", "2.0.0")', 'must be of type bool, got int'],
    ['properties[0].value', 'must be of type bool, got dyn'],
  ])('rejects %s', (expression, reason) => {
    expect(constraintExpressionFault(expression)).toContain(reason);
  });

  it.each([
    ['deep parentheses', `${'('.repeat(60_000)}true${')'.repeat(60_000)}`],
    ['many negations', `${'!'.repeat(130_000)}true`],
    ['deep lists', '['.repeat(130_000)],
    ['a long chain', `true${' && true'.repeat(16_000)}`],
    ['a long name', 'a'.repeat(131_072)],
    ['nested macros', `${'properties.all(p, '.repeat(5000)}true${')'.repeat(5000)}`],
    ['more bytes than OLM reads', `true${' '.repeat(131_072)}`],
  ])('rejects an extreme expression with a short message: %s', (_what, expression) => {
    expect(constraintExpressionFault(expression)?.length).toBeLessThan(250);
  });
});

/** What OLM says, recorded with operator-framework/api 0.45: the value for the properties below, or `refused`. An error is false. */
const OLM: readonly (readonly [expression: string, verdict: 'true' | 'false' | 'refused'])[] = [
  // Functions of extensions that OLM does not use.
  ['"abc".lowerAscii() == "abc"', 'refused'], ['"a,b".split(",").size() == 2', 'refused'], ['"abc".indexOf("b") == 1', 'refused'],
  ['"abc".substring(1) == "bc"', 'refused'], ['" a ".trim() == "a"', 'refused'], ['["a"].join(",") == "a"', 'refused'],
  ['cel.bind(x, 1, x == 1)', 'refused'], ['optional.of(1).hasValue()', 'refused'], ['b"a".at(0) == 97', 'refused'],
  ['properties.exists(p, p.type == "s" && p.value.upperAscii() == "TEXT")', 'refused'], ['"a".matchesAsGoDoes("a")', 'refused'],
  // Its own functions.
  ['"abc".matches("^a.c$")', 'true'], ['matches("abc", "b")', 'true'], ['properties.exists(p, matches(p.value, "^te"))', 'true'],
  ['timestamp("2020-01-01T00:00:00Z").getFullYear() == 2020', 'true'], ['int(1u) == 1', 'true'],
  // Macros.
  ['has(properties[0].value.version)', 'true'], ['has(properties[0].value.nope)', 'false'], ['has(properties[99].value)', 'false'],
  ['has({"a": 1}.b)', 'false'], ['has(properties.filter(p, true)[0].value.version)', 'true'], ['has("a".b)', 'refused'], ['has(properties.b)', 'refused'],
  ['properties.exists(p, has(p.value.version) && p.value.version == "1.2.3")', 'true'],
  ['properties.exists(p, p.value.exists(x, x == "a"))', 'refused'], ['properties.exists(p, dyn(p.value).exists(x, x == "a"))', 'true'],
  ['properties.exists(p, p.value.list.exists(x, x == "a"))', 'true'], ['{"a": [1], "b": 2}.a.exists(x, x == 1)', 'true'],
  // Numbers.
  ['1 < 1.5', 'refused'], ['1u < 2', 'refused'], ['size(properties) > 1.5', 'refused'], ['[1].exists(x, x < 1.5)', 'true'],
  ['properties.exists(p, p.type == "n" && p.value > 4)', 'true'], ['9223372036854775808 > 0', 'refused'], ['-9223372036854775808 < 0', 'true'],
  ['-9223372036854775809 < 0', 'refused'], ['0xFFFFFFFFFFFFFFFF > 0', 'refused'], ['{1: 2}[1.0] == 2', 'refused'], ['{"a": 1}[1] == 1', 'refused'], ['{1: 2}[1] == 2', 'true'],
  // Versions.
  ['semver_compare(1, 1) == 0', 'true'], ['semver_compare(1u, 2) < 0', 'true'], ['semver_compare(1.5, "1.5.0") == 0', 'true'], ['semver_compare(1000000, "1000000.0.0") == 0', 'true'],
  ['semver_compare(1000000.0, "1000000.0.0") == 0', 'false'], ['semver_compare(0.00001, "1") > -2', 'false'], ['semver_compare(true, "1") > -2', 'false'],
  ['properties.exists(p, p.type == "date" && semver_compare(p.value, "20230101.0.0") == 0)', 'false'],
  ['properties.exists(p, p.type == "n" && semver_compare(p.value, "5.0.0") == 0)', 'true'],
];

test.each(OLM)('has the same verdict as OLM on %s', (expression, verdict) => {
  const properties = [
    { type: 'olm.package', value: { packageName: 'foo', version: '1.2.3' } }, { type: 'n', value: 5 }, { type: 's', value: 'text' },
    { type: 'l', value: ['a'] }, { type: 'm', value: { list: ['a'] } }, { type: 'date', value: 20230101 },
  ];
  const compiled = constraintExpression(expression);
  expect('fault' in compiled ? 'refused' : String(compiled.isTrueFor(properties, new CelBudget(API_SERVER_CEL_LIMITS)))).toBe(verdict);
});

test.each([
  ['"a".trim() == "a"', 'uses trim(), which OLM does not have'],
  ['properties.exists(p, p.value.exists(x, x == "a"))', 'goes through the items of a field of a property, whose type OLM does not know; write dyn(…) around the field'],
  ['size(properties) > 1.5', 'compares int with double, which OLM refuses; convert one of them, such as with double(…)'],
  ['9223372036854775808 > 0', 'is not valid CEL: 9223372036854775808 does not fit into an int of 64 bits'],
])('says what to change in %s', (expression, fault) => {
  expect(constraintExpressionFault(expression)).toBe(fault);
});

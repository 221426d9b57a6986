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

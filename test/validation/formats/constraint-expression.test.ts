import { constraintExpressionFault } from '../../../lib/bundle/validation/constraint-expression';

describe('the expression of a constraint', () => {
  it.each([
    'true',
    'properties.exists(p, p.type == "certified")',
    'properties.all(p, p.type in ["a", "b"])',
    'properties.filter(p, p.type == "a").size() > 0',
    'properties.exists(p, p.type == "olm.package" && semver_compare(p.value.version, "1.0.0") >= 0)',
    '[1, "a"].size() == 2',
    'properties.exists(p, has(p.value.version))',
  ])('may be %s', (expression) => {
    expect(constraintExpressionFault(expression)).toBeUndefined();
  });

  it.each([
    ['', 'cannot be compiled'],
    ['properties.exists(', 'cannot be compiled'],
    ['others.exists(p, true)', 'cannot be compiled'],
    ['semver_compare("1.0.0") == 0', 'cannot be compiled'],
    ['1 == "a"', 'cannot be compiled'],
    ['"text"', 'but is of type string'],
    ['semver_compare("1.0.0", "2.0.0")', 'but is of type int'],
    ['properties[0].value', 'but is of type dyn'],
  ])('may not be %s', (expression, reason) => {
    expect(constraintExpressionFault(expression)).toContain(reason);
  });

  it.each([
    ['deep parentheses', `${'('.repeat(60_000)}true${')'.repeat(60_000)}`],
    ['many negations', `${'!'.repeat(130_000)}true`],
    ['deep lists', '['.repeat(130_000)],
    ['a long chain', `true${' && true'.repeat(16_000)}`],
    ['a long name', 'a'.repeat(131_072)],
    ['nested macros', `${'properties.all(p, '.repeat(5000)}true${')'.repeat(5000)}`],
    ['what OLM does not read at all', `true${' '.repeat(131_072)}`],
  ])('is refused in few words when it is %s', (_what, expression) => {
    expect(constraintExpressionFault(expression)?.length).toBeLessThan(250);
  });
});

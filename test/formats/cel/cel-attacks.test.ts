import { CelBudget, CelLimitError } from '../../../lib/formats/cel/cel-budget';
import { celEnvironment, compileCel, isCelFault } from '../../../lib/formats/cel/cel-expression';

const LIST = `[${Array.from({ length: 100 }, () => '1').join(',')}]`;

/** A tenth of the limits of the API server. */
const LIMITS = { maxCelCost: 100_000, maxTotalCelCost: 100_000 };

/** Returns the value of an expression, or why it has none. */
function valueOf(expression: string, variables: { readonly [name: string]: unknown } = {}): unknown {
  const compiled = compileCel(celEnvironment({ unlistedVariablesAreDyn: true, enableOptionalTypes: true }), expression);
  if (isCelFault(compiled)) {
    return compiled.fault;
  }
  try {
    return compiled.evaluate(variables, new CelBudget(LIMITS));
  } catch (error) {
    return error instanceof CelLimitError ? `limit: ${error.message}` : error;
  }
}

/** CPU time of an action, in seconds. */
function cpuTime(action: () => void): number {
  const start = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

const TOO_COSTLY = 'limit: it costs more than 100000 (limit maxCelCost)';
const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 'v']));
const words = Array.from({ length: 20_000 }, (_, index) => `word-${index}`);
const long = 'a'.repeat(200_000);

/** Expressions and variables that would take minutes or all of the memory. */
const ATTACKS: { readonly [what: string]: readonly [string, { readonly [name: string]: unknown }?] } = {
  'macros within macros': [`${'LIST.all(a, '.repeat(6)}true${')'.repeat(6)}`.replaceAll('LIST', LIST)],
  'exists within exists': [`${'LIST.exists(a, '.repeat(6)}false${')'.repeat(6)}`.replaceAll('LIST', LIST)],
  'maps of maps': [`${'LIST.map(a, '.repeat(6)}1${')'.repeat(6)}.size() > 0`.replaceAll('LIST', LIST)],
  'filters in errors that are ignored': [`${'LIST.exists(a, '.repeat(6)}1 / 0 == 1${')'.repeat(6)} || true`.replaceAll('LIST', LIST)],
  'a string that doubles': [`['a']${'.map(s, s + s)'.repeat(40)}.all(s, s != '')`],
  'a list that doubles': [`[[1]]${'.map(l, l + l)'.repeat(40)}.all(l, l != [])`],
  'a value that shares its parts': [`[1]${'.map(l, [l, l])'.repeat(40)} == [1]${'.map(l, [l, l])'.repeat(40)}`],
  'a value among those that share their parts': [`[[1]${'.map(l, [l, l])'.repeat(40)}[0]] in [[1]${'.map(l, [l, l])'.repeat(40)}]`],
  'a separator as long as the list': ['words.map(w, long).join(long).size() > 0', { words, long }],
  'a long string in a long string': ['words.all(w, long.contains(long))', { words, long }],
  'a regular expression on many strings': ['words.all(w, long.matches("(a|a)*b") || true)', { words, long }],
  'nested quantifiers in a regular expression': ['words.all(w, (w + long).matches("^((a+)+)+$") || true)', { words, long }],
  'all matches of many strings': ['words.all(w, long.split("").size() > 0)', { words, long }],
  'a duration of digits': ['duration(long) == duration("1s")', { long }],
  'the size of a map, again and again': ['words.all(w, keys.size() > 0)', { words, keys }],
  'the keys of a map, again and again': ['words.all(w, keys.exists(k, true))', { words, keys }],
  'comparing maps': ['words.all(w, keys == other)', { words, keys, other: { ...keys } }],
  'membership in a list': ['words.all(w, w in words)', { words }],
};

describe('expressions that would take forever', () => {
  it.each(Object.entries(ATTACKS))('end soon, and are neither true nor false: %s', (_, [expression, variables]) => {
    let value: unknown;
    expect(cpuTime(() => value = valueOf(expression, variables))).toBeLessThan(0.5);
    expect(value).toBe(TOO_COSTLY);
  });

  it.each([
    ['types of maps', `[1]${'.map(m, {m: m})'.repeat(40)}.size() > 0`],
    ['parentheses', `${'('.repeat(60_000)}true${')'.repeat(60_000)}`],
    ['negations', `${'!'.repeat(60_000)}true`],
    ['a chain of sums', `1${' + 1'.repeat(9000)} > 0`],
    ['macros', `${'[1].all(a, '.repeat(5000)}true${')'.repeat(5000)}`],
  ])('are refused before they are evaluated if they are nested too deeply: %s', (_, expression) => {
    let value: unknown;
    expect(cpuTime(() => value = valueOf(expression))).toBeLessThan(0.5);
    expect(value).toBe('is nested too deeply (limit maxCelDepth)');
  });

  it('have a limit on their size', () => {
    expect(valueOf(`[${'1,'.repeat(20_000)}1].size() > 0`)).toBe('has more than 20000 parts (limit maxCelNodes)');
  });

  it('end what a budget allows for all together', () => {
    const budget = new CelBudget({ maxCelCost: 1000, maxTotalCelCost: 2500 });
    const compiled = compileCel(celEnvironment(), `${LIST}.all(a, a > 0)`);
    const evaluate = (): unknown => isCelFault(compiled) ? compiled : compiled.evaluate({}, budget);
    const outcomes = Array.from({ length: 8 }, () => {
      try {
        return evaluate();
      } catch (error) {
        return (error as Error).message;
      }
    });
    const exceeded = 'all evaluations together cost more than 2500 (limit maxTotalCelCost)';
    expect(outcomes.filter(outcome => outcome === true).length).toBeGreaterThan(2);
    expect(outcomes.slice(-2)).toEqual([exceeded, exceeded]);
  });

  it.each([1000, 4000])('cost in proportion to their values: %d items', (size) => {
    const cost = (items: number): number => {
      const [variables, limits] = [{ items: words.slice(0, items) }, { maxCelCost: 1_000_000, maxTotalCelCost: 1_000_000 }];
      const compiled = compileCel(celEnvironment({ unlistedVariablesAreDyn: true }), 'items.all(i, i.startsWith("word"))');
      const budget = new CelBudget(limits);
      return isCelFault(compiled) || compiled.evaluate(variables, budget) !== true ? 0 : 1_000_000 - budget.left;
    };
    expect(cost(4 * size) / cost(size)).toBeCloseTo(4, 1);
  });
});

describe('expressions of real CRDs and constraints', () => {
  it.each<[string, { readonly [name: string]: unknown }]>([
    ['properties.exists(p, p.type == "olm.package" && p.value.version != "1.0.0")', { properties: [{ type: 'olm.package', value: { version: '1.1.0' } }] }],
    ['words.all(w, w.matches("^[a-z]+-[0-9]+$"))', { words: words.slice(0, 1000) }],
    ['has(self.a) && !has(self.b) && self.a.size() <= 253', { self: { a: 'x' } }],
    ['cel.bind(first, words[0], first == "word-0")', { words }],
    ['optional.of(1).hasValue() && [1, 2].exists_one(i, i == 2) && {"a": 1}.all(k, k == "a")', {}],
    ['true || words[100000] == ""', { words }],
  ])('are evaluated: %s', (expression, variables) => {
    expect(valueOf(expression, variables)).toBe(true);
  });
});

import { UNKNOWN } from '../../../lib/pulumi/provider/inputs';
import { inputProblems } from '../../../lib/pulumi/provider/waiter-inputs';

const KIND = "must be kind and group such as 'Database.example.com', got";
const ABSENT = 'is required: set it to a non-empty string';

/** Returns why Pulumi refuses an input. */
function reasonFor(takes: string, value: unknown): string | undefined {
  const [problem, ...others] = inputProblems({ input: value }, { input: { takes } });
  expect(others).toEqual([]);
  return problem?.reason;
}

test.each<[string, string, readonly unknown[], readonly (readonly [value: unknown, reason: string])[]]>([
  ['a name', 'Name', ['a', UNKNOWN, null], [['', "must be a non-empty string, got ''"], [1, 'must be a non-empty string, got 1: write it in quotes']]],
  ['a string', 'string', ['', 'a'], [[true, 'must be a string, got true: write it in quotes']]],
  ['a boolean', 'boolean', [true, false, UNKNOWN], [['true', "must be true or false, got 'true'"], [0, 'must be true or false, got 0']]],
  ['seconds', 'Seconds', [0, 0.5, 60, UNKNOWN], [
    [-0.1, 'must be a number of seconds, 0 or more, got -0.1'], ['1', "must be a number of seconds, 0 or more, got '1'"],
  ]],
  ['a count', 'Count', [0, 1], [
    [-1, 'must be an integer, 0 or more, got -1'], [0.5, 'must be an integer, 0 or more, got 0.5'], ['1', "must be an integer, 0 or more, got '1'"],
  ]],
  ['an object', 'object', [{}, UNKNOWN], [[[], 'must be an object, got a list'], ['a', "must be an object, got 'a'"]]],
  ['kind and group', 'KindAndGroup', ['Database.example.com', 'A1.b-2', 'Database.db.example.com', UNKNOWN], [
    ...['database.example.com', 'Database', 'Database.', 'Data-base.example.com', 'Database.Example.com', ' Database.example.com', 'Database.example.com/v1']
      .map((found) => [found, `${KIND} '${found}'`] as const),
    [1, `${KIND} 1`],
  ]],
  ['one of several strings', "'abort' | 'ignore'", ['abort', 'ignore', UNKNOWN], [
    ['delete', "must be 'abort' or 'ignore', got 'delete'"], [true, "must be 'abort' or 'ignore', got true"],
  ]],
  ['a boolean or a list', 'boolean | Name[]', [true, false, [], ['a'], [UNKNOWN], UNKNOWN], [
    [[''], "[0] must be a non-empty string, got ''"], ['a', "must be true, false or a list of non-empty strings, got 'a': write ['a']"],
  ]],
  ['a list', 'Name[]', [[], ['a', 'b'], [UNKNOWN, null], UNKNOWN], [
    [{}, 'must be a list of non-empty strings, got an object'], ['a', "must be a list of non-empty strings, got 'a': write ['a']"],
    [['a', 1, true], '[1] must be a non-empty string, got 1: write it in quotes; [2] must be a non-empty string, got true: write it in quotes'],
  ]],
  ['fields', 'PlainBundle', [{ name: 'a' }, { name: 'a', version: '1' }, { name: UNKNOWN, version: null }, { name: null }, UNKNOWN], [
    ['a', "must be an object with 'name', got 'a'"], [[], "must be an object with 'name', got a list"],
    [{}, `name ${ABSENT}`], [{ version: '' }, `name ${ABSENT}; version must be a non-empty string, got ''`],
    [{ name: 'a', version: '' }, "version must be a non-empty string, got ''"],
    [{ name: 'a', versoin: 1 }, "unknown key 'versoin' in input; known keys: 'name', 'version'"],
  ]],
  ['fields in a list', 'PlannedInstallPlan[]', [[{ namespace: 'a', csvs: [] }, UNKNOWN, null]], [
    [[{ namespace: 'a', csvs: [''] }], "[0].csvs[0] must be a non-empty string, got ''"],
    [[{ namespace: 'a', csvs: [], csv: 'a' }], "unknown key 'csv' in [0]; known keys: 'namespace', 'csvs'"],
  ]],
  ['values', 'map<Count>', [{}, { a: 1, b: 2, c: UNKNOWN, d: null }], [
    ['a', "must be an object with integers as its values, got 'a'"], [{ a: 1, b: -1 }, 'b must be an integer, 0 or more, got -1'],
  ]],
])('%s', (_, takes, valid, invalid) => {
  expect(valid.map((value) => reasonFor(takes, value))).toEqual(valid.map(() => undefined));
  expect(invalid.map(([value]) => reasonFor(takes, value))).toEqual(invalid.map(([, reason]) => reason));
});

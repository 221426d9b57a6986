import { repeatedKey } from '../../../lib/formats/yaml/locate';

const LIMITS = { maxDepth: 50, maxNodes: 1000 };

describe('repeatedKey', () => {
  it.each<[string, string, string, number, number]>([
    ['at the top level', 'a: 1\nb: 2\na: 3\n', 'a', 3, 1],
    ['in a map in a list', 'x:\n  - a: 1\n  - {b: 1, "b": 2}\n', 'b', 3, 12],
    ['after maps and lists', 'a: {b: [1, {c: 2}]}\nd: [a]\na: x\n', 'a', 3, 1],
    ['in JSON', '{"a":{"b":1},"a":2}', 'a', 1, 14],
  ])('finds a repeated key %s', (_, source, key, line, column) => {
    expect(repeatedKey(source, LIMITS)).toEqual({ key, position: { line, column } });
  });

  it.each(['a: 1\nb: {a: 1}\nc: [{a: 1}, {a: 1}]\n', '', 'a', '[a, a]', 'a: b\nb: a\n', '? [a]\n: 1\n? [b]\n: 2\n', 'a: &x {b: 1}\nc: *x\n'])('finds none in %j', (source) => {
    expect(repeatedKey(source, LIMITS)).toBeUndefined();
  });
});

import { detail, formatDuration, list, messageLine, shortList } from '../../../../lib/cluster/waiting/explain/formatting';

const items = (count: number): string[] => [...'abcdefghijklmnop'].slice(0, count);

test('a quoted message is on one line, and at most 400 characters long', () => {
  expect(messageLine(' two\n  lines\t')).toBe('two lines');
  expect(messageLine('x'.repeat(400))).toBe('x'.repeat(400));
  expect(messageLine('x'.repeat(401))).toBe(`${'x'.repeat(400)}…`);
});

test('a detail is appended only if there is one', () => {
  expect([detail(undefined), detail(''), detail('why\nnot')]).toEqual(['', '', ': why not']);
});

test('a list has commas, an "and", and at most ten items', () => {
  expect([0, 1, 2, 3].map((count) => list(items(count)))).toEqual(['', 'a', 'a and b', 'a, b and c']);
  expect(list(items(10))).toBe('a, b, c, d, e, f, g, h, i and j');
  expect(list(items(11))).toBe('a, b, c, d, e, f, g, h, i, j and 1 more');
});

test('a short list has at most four items', () => {
  expect(shortList(items(4))).toBe('a, b, c and d');
  expect(shortList(items(5))).toBe('a, b, c and 2 more');
});

test('a long duration has hours or days', () => {
  expect([119, 120, 766, 2_879, 2_880, 3_180].map((minutes) => formatDuration(minutes * 60_000)))
    .toEqual(['119 min', '2 h', '12 h 46 min', '47 h 59 min', '2 d', '2 d 5 h']);
});

test('a duration has whole seconds and minutes', () => {
  expect([-5, 0, 999, 1_000, 59_999, 60_000, 61_000, 3_600_000].map(formatDuration))
    .toEqual(['0 s', '0 s', '0 s', '1 s', '59 s', '1 min', '1 min 1 s', '60 min']);
});

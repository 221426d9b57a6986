import { sample } from '../../../scripts/mutation/sample';

const ITEMS = Array.from({ length: 100 }, (_, index) => index);

test('returns the same sample for the same seed', () => {
  expect(sample(ITEMS, 10, 7)).toEqual(sample(ITEMS, 10, 7));
  expect(sample(ITEMS, 10, 7)).not.toEqual(sample(ITEMS, 10, 8));
});

test('returns each item at most once', () => {
  expect([...sample(ITEMS, 100, 3)].sort((left, right) => left - right)).toEqual(ITEMS);
  expect(sample(ITEMS, 200, 3)).toHaveLength(100);
});

import { offeredNames } from '../../lib/bundle/offered-names';

const MANY = ['dev', 'stage', 'prod', ...Array.from({ length: 20 }, (_, index) => `customer-${index}`)];

test.each<[string, string, readonly string[], string]>([
  ['says that there is nothing', 'a', [], 'none'],
  ['names all of a few', 'prd', ['dev', 'stage', 'prod'], "'dev', 'stage', 'prod'"],
  ['names the nearest of many', 'prd', MANY, "23, and the nearest is 'prod'"],
  ['names several that are as near', 'customer-2x', MANY, "23, and the nearest are 'customer-2', 'customer-0', 'customer-1'"],
  ['names some of many where nothing is asked for', '', MANY, "23, such as 'dev', 'stage', 'prod'"],
  ['names some of many where none is near', 'xyzzy', MANY, "23, such as 'dev', 'stage', 'prod'"],
])('%s', (_, name, there, offered) => {
  expect(offeredNames(name, there)).toBe(offered);
});

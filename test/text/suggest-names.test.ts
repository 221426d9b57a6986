import { suggestNames } from '../../lib/text/suggest-names';

const MANY = ['dev', 'stage', 'prod', ...Array.from({ length: 20 }, (_, index) => `customer-${index}`)];

const THOUSANDS = Array.from({ length: 5000 }, (_, index) => `${index.toString(36).split('').reverse().join('')}-${index % 7}-operator`).concat('prometheus-operator', 'etcd');

test.each<[string, string, readonly string[], string]>([
  ['returns none if no names exist', 'a', [], 'none'],
  ['lists a few names in full', 'prd', ['dev', 'stage', 'prod'], "'dev', 'stage', 'prod'"],
  ['lists the most similar of many names', 'prd', MANY, "23, and the nearest is 'prod'"],
  ['lists several names that are equally similar', 'customer-2x', MANY, "23, and the nearest are 'customer-2', 'customer-0', 'customer-1'"],
  ['lists the first of many names for an empty name', '', MANY, "23, such as 'dev', 'stage', 'prod'"],
  ['lists the first of many names if none is similar', 'xyzzy', MANY, "23, such as 'dev', 'stage', 'prod'"],
  ['finds the most similar of thousands of names', 'promethues-operator', THOUSANDS, "5002, and the nearest are 'prometheus-operator', 'et-1-operator', 'hu-5-operator'"],
  ['finds a short name among thousands', 'etc', THOUSANDS, "5002, and the nearest is 'etcd'"],
])('%s', (_, name, existing, expected) => {
  expect(suggestNames(name, existing)).toBe(expected);
});

import * as fc from 'fast-check';
import { sleep, backoff, retryDelay, retryAfter } from '../../../lib/cluster/client/backoff';

test('waits longer after each failure, up to a limit', () => {
  expect([1, 2, 3, 4, 7, 8, 1000].map((failures) => backoff(failures, 1))).toEqual([250, 500, 1000, 2000, 15_000, 15_000, 15_000]);
  expect(backoff(1, 0)).toBe(125);
});

test.each<[string | undefined, number | undefined]>([
  [undefined, undefined], ['0', 0], [' 7 ', 7000], ['9999', 600_000], ['-1', undefined], ['1.5', undefined], ['Fri, 31 Dec 1999 23:59:59 GMT', undefined], ['', undefined],
])('parses Retry-After %p as %p ms', (header, milliseconds) => {
  expect(retryAfter(header)).toBe(milliseconds);
});

test('always waits, and never less than the server requests', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 1000 }), fc.option(fc.nat(600_000), { nil: undefined }), fc.double({ min: 0, max: 1, noNaN: true }),
    (failures, requested, spread) => {
      const wait = retryDelay(failures, requested, spread);
      expect(wait).toBeGreaterThanOrEqual(Math.max(125, requested ?? 0));
      expect(wait).toBeLessThanOrEqual(Math.max(15_000, (requested ?? 0) + 250));
    }));
});

test('ends with the signal', async () => {
  const ending = new AbortController();
  const waiting = sleep(3_600_000, ending.signal);
  ending.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(sleep(3_600_000, ending.signal)).rejects.toThrow('enough');
});

import * as fc from 'fast-check';
import { backoff, isTransientStatus, requestedDelay, retryDelay, sleep } from '../../lib/net/retry';

test('waits longer after each failure, up to a limit', () => {
  expect([1, 2, 3, 4, 7, 8, 1000].map((failures) => backoff(failures, 1))).toEqual([250, 500, 1000, 2000, 15_000, 15_000, 15_000]);
  expect(backoff(1, 0)).toBe(125);
});

const NEW_YEAR = 'Thu, 01 Jan 2026 00:00:00 GMT';

test.each<[string | undefined, string | undefined, number | undefined]>([
  [undefined, undefined, undefined], ['0', undefined, 0], [' 7 ', undefined, 7000], ['9999', undefined, 9_999_000],
  ['-1', NEW_YEAR, undefined], ['1.5', NEW_YEAR, undefined], ['', NEW_YEAR, undefined], ['soon', NEW_YEAR, undefined], ['9999999999', NEW_YEAR, undefined],
  ['Thu, 01 Jan 2026 00:00:05 GMT', NEW_YEAR, 5000], ['Thursday, 01-Jan-26 00:00:05 GMT', NEW_YEAR, 5000], ['Thu Jan  1 00:00:05 2026 GMT', NEW_YEAR, 5000],
  ['Fri, 31 Dec 1999 23:59:59 GMT', NEW_YEAR, 0],
  ['Thu, 01 Jan 2026 00:00:05 GMT', undefined, undefined], ['Thu, 01 Jan 2026 00:00:05 GMT', 'x', undefined],
])('parses Retry-After %p of a response from %p as %p ms', (retryAfter, date, milliseconds) => {
  expect(requestedDelay({ 'retry-after': retryAfter, date })).toBe(milliseconds);
});

test('always waits, and never less than the server requests', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 1000 }), fc.option(fc.nat(600_000), { nil: undefined }), fc.double({ min: 0, max: 1, noNaN: true }),
    (failures, requested, spread) => {
      const wait = retryDelay(failures, requested, spread);
      expect(wait).toBeGreaterThanOrEqual(Math.max(125, requested ?? 0));
      expect(wait).toBeLessThanOrEqual(Math.max(15_000, (requested ?? 0) + 250));
    }));
});

test('waits ten minutes at most, whatever the server requests', () => {
  expect(retryDelay(1, requestedDelay({ 'retry-after': '9999' }), 0)).toBe(600_000);
  expect(retryDelay(1, requestedDelay({ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT', 'date': NEW_YEAR }), 0)).toBe(600_000);
});

test('retries what may be fixed by waiting', () => {
  const all = [200, 301, 400, 401, 403, 404, 407, 408, 409, 410, 422, 429, 500, 501, 502, 503, 504, 505];
  expect(all.filter(isTransientStatus)).toEqual([408, 429, 500, 502, 503, 504]);
});

test('ends with the signal', async () => {
  const ending = new AbortController();
  const waiting = sleep(3_600_000, ending.signal);
  ending.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(sleep(3_600_000, ending.signal)).rejects.toThrow('enough');
});

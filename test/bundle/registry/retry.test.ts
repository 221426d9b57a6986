import type { HttpResponse } from '../../../lib/bundle/registry/http-exchange';
import { HttpFailure } from '../../../lib/bundle/registry/http-failure';
import { retried } from '../../../lib/bundle/registry/retry';

type Outcome = number | [status: number, retryAfter: string, date?: string] | HttpFailure;

/** Sends a request with the given outcomes, and returns how it ended and the delays. */
async function outcomeOf(outcomes: readonly Outcome[], retries = 4): Promise<{ end: unknown; pauses: number[] }> {
  const left = [...outcomes];
  const pauses: number[] = [];
  const send = (): Promise<HttpResponse> => {
    const outcome = left.shift()!;
    if (outcome instanceof HttpFailure) {
      return Promise.reject(outcome);
    }
    const [status, retryAfter, date] = typeof outcome === 'number' ? [outcome] : outcome;
    const headers = { ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }), ...(date === undefined ? {} : { date }) };
    return Promise.resolve({ url: new URL('http://registry'), status, headers, body: Buffer.alloc(0) });
  };
  const pause = (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds);
    return Promise.resolve();
  };
  const end = await retried(send, { retries, pause }).then(({ status }) => status, (error: unknown) => (error as HttpFailure).kind);
  return { end, pauses };
}

const broken = new HttpFailure('connection', '');

describe('a request', () => {
  it.each<[string, readonly Outcome[], unknown, number[]]>([
    ['is sent once if it succeeds', [200], 200, []],
    ['is sent once if it is refused', [404], 404, []],
    ['is retried with exponential backoff', [503, 502, 500, 504, 200], 200, [500, 1000, 2000, 4000]],
    ['is retried four times at most', [503, 503, 503, 503, 503, 200], 503, [500, 1000, 2000, 4000]],
    ['is retried after a connection error', [broken, new HttpFailure('silence', ''), 200], 200, [500, 1000]],
    ['fails if all retries fail', [broken, broken, broken, broken, broken], 'connection', [500, 1000, 2000, 4000]],
    ['is not retried if the certificate is not trusted', [new HttpFailure('certificate', '')], 'certificate', []],
    ['is not retried if the response is too large', [new HttpFailure('too-large', '')], 'too-large', []],
    ['waits for the requested seconds', [[429, '7'], 200], 200, [7000]],
    ['waits until the requested date', [[503, 'Thu, 01 Jan 2026 00:00:05 GMT', 'Thu, 01 Jan 2026 00:00:00 GMT'], 200], 200, [5000]],
    ['does not wait for a date in the past', [[503, 'Thu, 01 Jan 2026 00:00:00 GMT', 'Thu, 01 Jan 2026 00:00:05 GMT'], 200], 200, [0]],
    ['waits for the default time if the response has no date', [[503, 'Thu, 01 Jan 2026 00:00:05 GMT'], 200], 200, [500]],
    ['waits for the default time if the requested time is invalid', [[503, 'soon', 'x'], 200], 200, [500]],
    ['does not wait longer than a minute', [[429, '61'], 200], 429, []],
    ['does not wait for a huge number of seconds', [[429, '999999999'], 200], 429, []],
  ])('%s', async (_, outcomes, end, pauses) => {
    expect(await outcomeOf(outcomes)).toEqual({ end, pauses });
  });

  it('waits at most eight seconds by default', async () => {
    expect((await outcomeOf([503, 503, 503, 503, 503, 503, 503, 200], 9)).pauses.at(-1)).toBe(8000);
  });

  it('is sent once if retries are turned off', async () => {
    expect(await outcomeOf([503, 200], 0)).toEqual({ end: 503, pauses: [] });
  });
});

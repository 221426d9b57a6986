import type { HttpResponse } from '../../../../lib/bundle/read/registry/http-exchange';
import { HttpFailure } from '../../../../lib/bundle/read/registry/http-failure';
import { retried } from '../../../../lib/bundle/read/registry/retry';

type Outcome = number | [status: number, retryAfter: string, date?: string] | HttpFailure;

/** Sends a request that goes as given; tells how it ended and what was waited before. */
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
    ['is sent once when it is answered', [200], 200, []],
    ['is sent once when it is refused', [404], 404, []],
    ['is sent again with growing pauses', [503, 502, 500, 504, 200], 200, [500, 1000, 2000, 4000]],
    ['is sent so often and no more', [503, 503, 503, 503, 503, 200], 503, [500, 1000, 2000, 4000]],
    ['is sent again when the connection breaks', [broken, new HttpFailure('silence', ''), 200], 200, [500, 1000]],
    ['fails when it breaks every time', [broken, broken, broken, broken, broken], 'connection', [500, 1000, 2000, 4000]],
    ['is not sent again to whom is not trusted', [new HttpFailure('certificate', '')], 'certificate', []],
    ['is not sent again when the answer is too large', [new HttpFailure('too-large', '')], 'too-large', []],
    ['waits as long as is asked for', [[429, '7'], 200], 200, [7000]],
    ['waits until the date that is asked for', [[503, 'Thu, 01 Jan 2026 00:00:05 GMT', 'Thu, 01 Jan 2026 00:00:00 GMT'], 200], 200, [5000]],
    ['does not wait for a date that is past', [[503, 'Thu, 01 Jan 2026 00:00:00 GMT', 'Thu, 01 Jan 2026 00:00:05 GMT'], 200], 200, [0]],
    ['waits as usual for a date without another', [[503, 'Thu, 01 Jan 2026 00:00:05 GMT'], 200], 200, [500]],
    ['waits as usual when nothing sensible is asked for', [[503, 'soon', 'x'], 200], 200, [500]],
    ['does not wait for hours', [[429, '61'], 200], 429, []],
    ['does not wait as long as a number can say', [[429, '999999999'], 200], 429, []],
  ])('%s', async (_, outcomes, end, pauses) => {
    expect(await outcomeOf(outcomes)).toEqual({ end, pauses });
  });

  it('waits no longer than eight seconds by itself', async () => {
    expect((await outcomeOf([503, 503, 503, 503, 503, 503, 503, 200], 9)).pauses.at(-1)).toBe(8000);
  });

  it('is sent once when it is not to be sent again', async () => {
    expect(await outcomeOf([503, 200], 0)).toEqual({ end: 503, pauses: [] });
  });
});

import { getEventListeners } from 'node:events';
import { LinkedAbort } from '../../lib/net/linked-abort';

describe('LinkedAbort', () => {
  it('aborts with the other signal, for the same reason', () => {
    const outer = new AbortController();
    const { signal } = new LinkedAbort(outer.signal);
    expect(signal.aborted).toBe(false);
    outer.abort(new Error('stop'));
    expect(signal.reason).toEqual(new Error('stop'));
  });

  it('is aborted if the other signal is', () => {
    expect(new LinkedAbort(AbortSignal.abort('stopped')).signal).toMatchObject({ aborted: true, reason: 'stopped' });
  });

  it.each<[string, (linked: LinkedAbort) => void, unknown]>([
    ['aborted', (linked) => linked.abort('own reason'), 'own reason'], ['closed', (linked) => linked.close(), undefined],
  ])('does not listen to the other signal once it is %s', (_, end, reason) => {
    const outer = new AbortController();
    const linked = new LinkedAbort(outer.signal);
    expect(getEventListeners(outer.signal, 'abort')).toHaveLength(1);
    end(linked);
    outer.abort('later');
    expect([getEventListeners(outer.signal, 'abort').length, linked.signal.reason]).toEqual([0, reason]);
  });
});

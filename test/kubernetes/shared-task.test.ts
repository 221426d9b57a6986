import { SharedWork } from '../../../../lib/pulumi/wait/client/shared-work';

/** Work that a test finishes, and whose ends it counts. */
function work(): { shared: SharedWork<number>; finish: ((value: number) => void)[]; ended: number[]; fail: ((error: Error) => void)[] } {
  const finish: ((value: number) => void)[] = [];
  const fail: ((error: Error) => void)[] = [];
  const ended: number[] = [];
  const shared = new SharedWork<number>((signal) => new Promise((resolve, reject) => {
    const number = finish.push(resolve) - 1;
    fail.push(reject);
    signal.addEventListener('abort', () => ended.push(number));
  }));
  return { shared, finish, ended, fail };
}

test('is done once for all who wait, and anew for who comes later', async () => {
  const { shared, finish } = work();
  const { signal } = new AbortController();
  const both = [shared.wait(signal), shared.wait(signal)];
  finish[0]!(7);
  expect(await Promise.all(both)).toEqual([7, 7]);
  const later = shared.wait(signal);
  finish[1]!(8);
  expect(await later).toBe(8);
});

test('goes on when one of two stops to wait, and ends when the other does too', async () => {
  const { shared, finish, ended } = work();
  const [one, two] = [new AbortController(), new AbortController()];
  const waiting = [shared.wait(one.signal), shared.wait(two.signal)].map((wait) => wait.catch((error: Error) => error.message));
  one.abort(new Error('first'));
  expect(await waiting[0]).toBe('first');
  expect(ended).toEqual([]);
  two.abort(new Error('second'));
  expect(await waiting[1]).toBe('second');
  expect(ended).toEqual([0]);
  const later = shared.wait(new AbortController().signal);
  finish[1]!(9);
  expect(await later).toBe(9);
});

test('fails for all who wait, and is begun anew', async () => {
  const { shared, finish, fail } = work();
  const { signal } = new AbortController();
  const both = [shared.wait(signal), shared.wait(signal)].map((wait) => wait.catch((error: Error) => error.message));
  fail[0]!(new Error('no'));
  expect(await Promise.all(both)).toEqual(['no', 'no']);
  const later = shared.wait(signal);
  finish[1]!(1);
  expect(await later).toBe(1);
});

test('does not begin for one who does not wait', async () => {
  const { shared, finish } = work();
  await expect(shared.wait(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  expect(finish).toEqual([]);
});

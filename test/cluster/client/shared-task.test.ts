import { SharedTask } from '../../../lib/cluster/client/shared-task';

/** A shared task whose runs the test finishes, and which records aborted runs. */
function work(): { shared: SharedTask<number>; finish: ((value: number) => void)[]; ended: number[]; fail: ((error: Error) => void)[] } {
  const finish: ((value: number) => void)[] = [];
  const fail: ((error: Error) => void)[] = [];
  const ended: number[] = [];
  const shared = new SharedTask<number>((signal) => new Promise((resolve, reject) => {
    const number = finish.push(resolve) - 1;
    fail.push(reject);
    signal.addEventListener('abort', () => ended.push(number));
  }));
  return { shared, finish, ended, fail };
}

test('runs once for concurrent waits, and again for a later one', async () => {
  const { shared, finish } = work();
  const { signal } = new AbortController();
  const both = [shared.wait(signal), shared.wait(signal)];
  finish[0]!(7);
  expect(await Promise.all(both)).toEqual([7, 7]);
  const later = shared.wait(signal);
  finish[1]!(8);
  expect(await later).toBe(8);
});

test('continues when one of two waits is aborted, and is aborted with the last one', async () => {
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

test('fails for all concurrent waits, and runs again for a later one', async () => {
  const { shared, finish, fail } = work();
  const { signal } = new AbortController();
  const both = [shared.wait(signal), shared.wait(signal)].map((wait) => wait.catch((error: Error) => error.message));
  fail[0]!(new Error('no'));
  expect(await Promise.all(both)).toEqual(['no', 'no']);
  const later = shared.wait(signal);
  finish[1]!(1);
  expect(await later).toBe(1);
});

test('does not run for a wait that is already aborted', async () => {
  const { shared, finish } = work();
  await expect(shared.wait(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  expect(finish).toEqual([]);
});

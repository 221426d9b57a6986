import type { Ended, ProgramProcess } from './program-process';

const WITHIN_MILLISECONDS = 1_000;

/** Sends a signal to a process, and checks that it stops in time. */
export async function stopped(running: ProgramProcess, signal: 'SIGINT' | 'SIGTERM'): Promise<Ended> {
  running.kill(signal);
  const at = performance.now();
  const ended = await running.end();
  expect(performance.now() - at).toBeLessThan(WITHIN_MILLISECONDS);
  expect(ended.exitCode).toBe(signal === 'SIGINT' ? 130 : 143);
  return ended;
}

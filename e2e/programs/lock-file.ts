import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether a process with this ID is running. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Creates the lock file, which contains our process ID; returns false if it exists. */
function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

/** Removes a lock whose owner has died. An empty file belongs to a process that is about to write its ID. */
function removeIfStale(file: string): void {
  try {
    const owner = readFileSync(file, 'utf8');
    if (owner !== '' && !runs(Number(owner))) {
      rmSync(file, { force: true });
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw error;
    }
  }
}

/**
 * Works while no other process of this machine works under the same lock file, waiting for its turn.
 *
 * Two processes that find the same stale lock may both continue; for what is guarded here that costs time and breaks nothing.
 */
export async function withLockFile<T>(file: string, work: () => Promise<T>): Promise<T> {
  while (!take(file)) {
    removeIfStale(file);
    await sleep(250);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether a process with this id runs. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Makes the lock file, which holds our process id; false where somebody else has made it. */
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

/** Removes a lock whose owner has died. An empty file belongs to somebody who is about to write its id. */
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
 * Does work while no other process of this machine does work under the same lock file, and waits for its turn.
 *
 * Two that find the same stale lock may both go on; for what is guarded here that costs time and breaks nothing.
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

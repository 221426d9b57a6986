import { ChildProcessByStdio, ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import * as path from 'node:path';
import { Writable } from 'node:stream';

const WATCHDOG = path.join(__dirname, 'watchdog.mjs');

/** One watchdog for all processes of a test suite. */
let watchdog: ChildProcessByStdio<Writable, null, null> | undefined;
let running = 0;

/** Ensures that a process ends with this one, however this one ends. */
export function endWithTests(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) {
    // It did not start, which its user notices.
    return;
  }
  watchdog ??= startWatchdog();
  const { stdin } = watchdog;
  stdin.write(`+${String(pid)}\n`);
  running++;
  child.once('exit', () => {
    stdin.write(`-${String(pid)}\n`);
    running--;
    if (running === 0) {
      stdin.end();
      watchdog = undefined;
    }
  });
}

function startWatchdog(): ChildProcessByStdio<Writable, null, null> {
  // Its own process group: what ends the tests, such as Ctrl-C, must not end it.
  const started = spawn(process.execPath, [WATCHDOG], { stdio: ['pipe', 'ignore', 'inherit'], detached: true });
  // It must not keep the tests alive.
  started.unref();
  (started.stdin as Socket).unref();
  return started;
}

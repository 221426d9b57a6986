import { ChildProcessByStdio, ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import * as path from 'node:path';
import { Writable } from 'node:stream';

const WATCHDOG = path.join(__dirname, 'watchdog.mjs');

/** One for all processes of a test suite, for as long as there are some. */
let watchdog: ChildProcessByStdio<Writable, null, null> | undefined;
let running = 0;

/** Sees to it that a process lives no longer than this one, however this one ends. */
export function endWithTests(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) {
    // It did not start, which its user is told.
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
  // A process group of its own: what ends the tests, Ctrl-C for one, must not end it.
  const started = spawn(process.execPath, [WATCHDOG], { stdio: ['pipe', 'ignore', 'inherit'], detached: true });
  // It is no reason for the tests to go on.
  started.unref();
  (started.stdin as Socket).unref();
  return started;
}

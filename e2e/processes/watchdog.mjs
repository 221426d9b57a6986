import { createInterface } from 'node:readline';

/**
 * Ends processes when the process that started the watchdog has ended, for whatever reason: `node watchdog.mjs`.
 *
 * The starter holds the other end of standard input, and writes a line for each process that it started (`+ID`) and for each that has
 * ended (`-ID`). When standard input closes, the remaining ones get SIGTERM, and SIGKILL if they have not ended after a while.
 */
const GRACE_MILLISECONDS = 5000;

const running = new Set();

function send(signal) {
  for (const id of running) {
    try {
      process.kill(id, signal);
    } catch {
      // It has ended meanwhile.
      running.delete(id);
    }
  }
}

createInterface({ input: process.stdin })
  .on('line', line => {
    const id = Number(line.slice(1));
    if (line.startsWith('+')) {
      running.add(id);
    } else {
      running.delete(id);
    }
  })
  .on('close', () => {
    send('SIGTERM');
    if (running.size > 0) {
      setTimeout(() => send('SIGKILL'), GRACE_MILLISECONDS);
    }
  });

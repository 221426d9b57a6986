import { spawn } from 'node:child_process';

/**
 * Runs a command for as long as the process that started the guardian lives: `node guardian.mjs COMMAND ARG...`.
 *
 * The starter holds the other end of standard input. When it closes, because the starter wants the command to end or
 * because it was killed in whatever way, the command gets SIGTERM, and SIGKILL when it has not ended after a while.
 */
const GRACE_MILLISECONDS = 5000;

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

child.on('error', error => {
  console.error(`cannot run ${command}: ${error.message}`);
  process.exit(127);
});
child.on('exit', (code, signal) => {
  if (signal !== null) {
    console.error(`${command} was ended by ${signal}`);
  }
  process.exit(code ?? 0);
});

process.stdin.resume();
process.stdin.on('close', () => {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), GRACE_MILLISECONDS);
});

import { runHelper } from '../../lib/net/helper-process';

/** Runs a shell script as a helper, and prints its result. */
const [script = '', isInteractive = 'false', timeout = '20000', listens = 'false'] = process.argv.slice(2);
const ending = new AbortController();
if (listens === 'true') {
  process.on('SIGTERM', () => ending.abort(new Error('ended by the program')));
  process.on('SIGINT', () => ending.abort(new Error('interrupted by the program')));
}
runHelper('/bin/sh', ['-c', script], { timeout: Number(timeout), maxOutput: 1000, signal: ending.signal, isInteractive: isInteractive === 'true' })
  .then((result) => console.log(JSON.stringify(result)), (error: Error) => console.log(error.message));

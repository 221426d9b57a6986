import { spawn } from 'node:child_process';
import * as path from 'node:path';
import { waitUntil } from './olm/wait-until';
import { commandLine, descendants, runs } from './processes/process-tree';

/** Processes started by a suite end with it, even if it is killed. */

const ROOT = path.resolve(__dirname, '..');
const WITHIN_MILLISECONDS = 60_000;

test.each([
  ['server', /^sleep 3600$/],
  ['deaf server', /^sleep 1$/],
  ['program', /cmd\/run\S* .*--project=dynamic-program/],
  ['provider of the stand-in', /cmd\/dynamic-provider/],
  ['provider', /cmd\/dynamic-provider/],
])('a %s ends with the tests that started it', async (kind, command) => {
  const starter = spawn(process.execPath, ['--import', 'tsx', path.join(__dirname, 'processes', 'starter.ts'), kind], {
    cwd: ROOT, env: { ...process.env, TSX_TSCONFIG_PATH: path.join(ROOT, 'tsconfig.dev.json') }, stdio: ['ignore', 'inherit', 'inherit'],
  });
  const watches = (pid: number): boolean => commandLine(pid).includes('watchdog.mjs');
  const started = await waitUntil(`the ${kind} runs`, WITHIN_MILLISECONDS, () => {
    const found = descendants(starter.pid!);
    return Promise.resolve(found.some(pid => command.test(commandLine(pid))) && found.some(watches) ? found : new Error(found.map(commandLine).join('\n')));
  });
  starter.kill('SIGKILL');
  await waitUntil('all of them have ended', WITHIN_MILLISECONDS, () => {
    const left = started.filter(runs);
    return Promise.resolve(left.length === 0 ? [] : new Error(left.map(commandLine).join('\n')));
  });
});

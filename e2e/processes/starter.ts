import * as path from 'node:path';
import { GuardedProcess } from '../control-plane/guarded-process';
import { ProviderProcess } from '../waiters/provider-process';
import { DynamicProvider } from '../engine/dynamic-provider';
import { runProgram, typescriptEnvironment } from '../engine/program-process';

/** Starts a process of the given kind, as the suites do, and runs until it is killed. */

const FOLDER = path.resolve(__dirname, '../engine/dynamic-program');
const log = (): void => undefined;

const KINDS: Readonly<Record<string, () => unknown>> = {
  'server': () => new GuardedProcess('sleep', 'sleep', ['3600'], '/dev/null'),
  'deaf server': () => new GuardedProcess('sh', 'sh', ['-c', 'trap "" TERM; while :; do sleep 1; done'], '/dev/null'),
  // Nothing listens at the address of its engine, as when that has ended.
  'program': () => runProgram({ folder: FOLDER, project: 'dynamic-program', stack: 'e2e', config: {} }, '127.0.0.1:1', false, environment(), log),
  'provider of the stand-in': () => DynamicProvider.start({ folder: FOLDER, environment: environment(), log }),
  'provider': () => ProviderProcess.start(FOLDER),
};

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, ...typescriptEnvironment(false) };
}

KINDS[process.argv[2] ?? '']?.();
setInterval(log, 1000);

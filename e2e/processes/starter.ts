import * as path from 'node:path';
import { GuardedProcess } from '../control-plane/guarded-process';
import { ProviderProcess } from '../pulumi/provider-process';
import { DynamicProvider } from '../pulumi-engine/dynamic-provider';
import { runProgram, typescriptEnvironment } from '../pulumi-engine/program-process';

/** Starts a process of the kind that its argument names, as the suites do, and goes on until it is killed. */

const FOLDER = path.resolve(__dirname, '../pulumi-engine/dynamic-program');
const log = (): void => undefined;

const KINDS: Readonly<Record<string, () => unknown>> = {
  'server': () => new GuardedProcess('sleep', 'sleep', ['3600'], '/dev/null'),
  'deaf server': () => new GuardedProcess('sh', 'sh', ['-c', 'trap "" TERM; while :; do sleep 1; done'], '/dev/null'),
  // Nobody listens where its engine should be, as when that is gone.
  'program': () => runProgram({ folder: FOLDER, project: 'dynamic-program', stack: 'e2e', config: {} }, '127.0.0.1:1', false, environment(), log),
  'provider of the stand-in': () => DynamicProvider.start({ folder: FOLDER, environment: environment(), log }),
  'provider': () => ProviderProcess.start(FOLDER),
};

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, ...typescriptEnvironment(false) };
}

KINDS[process.argv[2] ?? '']?.();
setInterval(log, 1000);

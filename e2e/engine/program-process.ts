import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as path from 'node:path';
import { createInterface } from 'node:readline';
import { endWithTests } from '../processes/end-with-tests';

const RUN = require.resolve('@pulumi/pulumi/cmd/run');
const ROOT = path.resolve(__dirname, '../..');

/** A user's program: a folder with a Pulumi.yaml and an index.ts. */
export interface PulumiProgram {
  readonly folder: string;
  readonly project: string;
  readonly stack: string;
  /** Settings of the stack, by name without the project's. */
  readonly config: Readonly<Record<string, string>>;
}

/**
 * Environment in which Node runs TypeScript files.
 *
 * @param installed whether the project has the package installed; otherwise its name resolves to the sources
 */
export function typescriptEnvironment(installed: boolean): Record<string, string> {
  return {
    // Node 20 takes minutes, and gigabytes, to color a stack with a line of `node_modules/@scope/file`, which the source maps of the SDK produce.
    NODE_OPTIONS: `--stack-trace-limit=0 --import=${require.resolve('tsx')}`,
    ...(installed ? {} : { TSX_TSCONFIG_PATH: path.join(ROOT, 'tsconfig.dev.json') }),
  };
}

/** Runs a program as Pulumi's language host for Node does. Returns whether it succeeded. */
export async function runProgram(
  program: PulumiProgram, monitor: string, preview: boolean, environment: NodeJS.ProcessEnv, log: (line: string) => void,
): Promise<boolean> {
  const config = Object.fromEntries(Object.entries(program.config).map(([key, value]) => [`${program.project}:${key}`, value]));
  const child = spawn(process.execPath, [
    RUN, `--monitor=${monitor}`, `--engine=${monitor}`, `--project=${program.project}`, `--stack=${program.stack}`, '--organization=organization',
    `--pwd=${program.folder}`, '--parallel=16', ...(preview ? ['--dry-run'] : []), path.join(program.folder, 'index.ts'),
  ], { cwd: program.folder, env: { ...environment, PULUMI_CONFIG: JSON.stringify(config) }, stdio: ['ignore', 'pipe', 'pipe'] });
  endWithTests(child);
  createInterface(child.stdout).on('line', log);
  createInterface(child.stderr).on('line', log);
  const [code] = await once(child, 'close') as [number | null];
  return code === 0;
}

import { spawn } from 'node:child_process';
import { builtProgram } from '../programs/go-build';
import { LUA_HEALTH } from '../programs/program';

/** Result of a health check: status and message, or both empty and the error of the script. */
export interface LuaHealth {
  readonly status: string;
  readonly message: string;
  readonly error?: string;
}

/** Runs health checks in the Lua VM of Argo CD, in one process. */
export async function luaHealth(checks: readonly { readonly script: string; readonly object: unknown }[]): Promise<LuaHealth[]> {
  const child = spawn(await builtProgram(LUA_HEALTH), { stdio: ['pipe', 'pipe', 'inherit'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (data: Buffer) => output.push(data));
  child.stdin.end(checks.map(check => `${JSON.stringify(check)}\n`).join(''));
  const code = await new Promise(resolve => child.on('close', resolve));
  if (code !== 0) {
    throw new Error(`lua-health ended with code ${String(code)}`);
  }
  return Buffer.concat(output).toString().trim().split('\n').map(line => JSON.parse(line) as LuaHealth);
}

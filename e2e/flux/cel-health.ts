import { spawn } from 'node:child_process';
import { FluxHealthCheckExpression } from 'olm-constructs/gitops';
import { builtProgram } from '../programs/go-build';
import { CEL_HEALTH } from '../programs/program';

/** Evaluates health checks with cel-go as Flux does, in one process. An error of the evaluation is `unknown: ` and the error. */
export async function celHealth(checks: readonly { readonly check: FluxHealthCheckExpression; readonly object: unknown }[]): Promise<string[]> {
  const child = spawn(await builtProgram(CEL_HEALTH), { stdio: ['pipe', 'pipe', 'inherit'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (data: Buffer) => output.push(data));
  child.stdin.end(checks.map(check => `${JSON.stringify(check)}\n`).join(''));
  const code = await new Promise(resolve => child.on('close', resolve));
  if (code !== 0) {
    throw new Error(`cel-health ended with code ${String(code)}`);
  }
  return Buffer.concat(output).toString().trim().split('\n');
}

import { spawn } from 'node:child_process';
import { ArgoCdIgnoredDifference } from 'olm-constructs/gitops';
import { builtProgram } from '../programs/go-build';
import { IGNORED_DIFFERENCES } from '../programs/program';

/** An object, as far as the tests look into it. */
export interface ComparedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** An object in git and in the cluster as Argo CD compares them, and what it applies with `RespectIgnoreDifferences=true`. */
export interface Compared {
  readonly git: ComparedObject;
  readonly cluster: ComparedObject;
  readonly applied: ComparedObject;
}

/** Removes ignored differences as Argo CD does, in one process. */
export async function withoutIgnored(
  pairs: readonly { readonly git: ComparedObject; readonly cluster: ComparedObject }[], differences: readonly ArgoCdIgnoredDifference[],
): Promise<Compared[]> {
  const child = spawn(await builtProgram(IGNORED_DIFFERENCES), { stdio: ['pipe', 'pipe', 'inherit'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (data: Buffer) => output.push(data));
  child.stdin.end(pairs.map(pair => {
    const rules = differences.filter(({ group = '', kind }) => kind === pair.git.kind && group === groupOf(pair.git.apiVersion));
    return `${JSON.stringify({
      ...pair,
      jsonPointers: rules.flatMap(({ jsonPointers = [] }) => jsonPointers),
      jqPathExpressions: rules.flatMap(({ jqPathExpressions = [] }) => jqPathExpressions),
    })}\n`;
  }).join(''));
  const code = await new Promise(resolve => child.on('close', resolve));
  if (code !== 0) {
    throw new Error(`ignored-differences ended with code ${String(code)}`);
  }
  return Buffer.concat(output).toString().trim().split('\n').map(line => JSON.parse(line) as Compared);
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

/** How a kubectl command ended, and what it said. */
export interface KubectlResult {
  readonly exitCode: number;
  readonly stdout: string;
  /** Errors, and the server's warnings. */
  readonly stderr: string;
}

/** kubectl against one cluster, with a discovery cache of its own. */
export class Kubectl {
  private readonly cache = mkdtempSync(path.join(tmpdir(), 'olm-constructs-kubectl-'));

  public constructor(private readonly executable: string, private readonly kubeconfig: string) {}

  /** Client-side apply of a file: what `kubectl apply -f FILE` does, and refuses unknown fields. */
  public apply(file: string): Promise<KubectlResult> {
    return this.run(['apply', '--validate=strict', '-f', file]);
  }

  /** Deletes what a file names, without waiting until it is gone. */
  public delete(file: string): Promise<KubectlResult> {
    return this.run(['delete', '--ignore-not-found', '--wait=false', '-f', file]);
  }

  /** Runs a command; one that fails is a result too. */
  public run(args: readonly string[]): Promise<KubectlResult> {
    const options = { env: { ...process.env, KUBECONFIG: this.kubeconfig, KUBECACHEDIR: this.cache }, maxBuffer: 64 * 1024 * 1024 };
    return new Promise((resolve, reject) => {
      execFile(this.executable, args, options, (error, stdout, stderr) => {
        const exitCode = error === null ? 0 : error.code;
        if (typeof exitCode === 'number') {
          resolve({ exitCode, stdout, stderr });
        } else {
          reject(error ?? new Error(`${this.executable} did not run`));
        }
      });
    });
  }

  /** Removes the discovery cache. */
  public close(): void {
    rmSync(this.cache, { recursive: true, force: true });
  }
}

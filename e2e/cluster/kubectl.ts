import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

/** Exit code and output of a kubectl command. */
export interface KubectlResult {
  readonly exitCode: number;
  readonly stdout: string;
  /** Errors and the server's warnings. */
  readonly stderr: string;
}

/** kubectl for one cluster, with its own discovery cache. */
export class Kubectl {
  private readonly cache = mkdtempSync(path.join(tmpdir(), 'olm-constructs-kubectl-'));

  public constructor(private readonly executable: string, private readonly kubeconfig: string) {}

  /** Client-side apply of a file, as `kubectl apply -f FILE`, rejecting unknown fields. */
  public apply(file: string): Promise<KubectlResult> {
    return this.run(['apply', '--validate=strict', '-f', file]);
  }

  /** Deletes the objects of a file without waiting for the end of their deletion. */
  public delete(file: string): Promise<KubectlResult> {
    return this.run(['delete', '--ignore-not-found', '--wait=false', '-f', file]);
  }

  /** Runs a shell command in which `kubectl` is this one, as a user would paste it. */
  public shell(line: string): Promise<KubectlResult> {
    return this.execute('sh', ['-c', line]);
  }

  private run(args: readonly string[]): Promise<KubectlResult> {
    return this.execute(this.executable, args);
  }

  /** Runs a command. A failure is also a result. */
  private execute(command: string, args: readonly string[]): Promise<KubectlResult> {
    const env = {
      ...process.env,
      PATH: [path.dirname(this.executable), process.env['PATH']].join(path.delimiter),
      KUBECONFIG: this.kubeconfig,
      KUBECACHEDIR: this.cache,
    };
    return new Promise((resolve, reject) => {
      execFile(command, args, { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
        const exitCode = error === null ? 0 : error.code;
        if (typeof exitCode === 'number') {
          resolve({ exitCode, stdout, stderr });
        } else {
          reject(error ?? new Error(`${command} did not run`));
        }
      });
    });
  }

  /** Removes the discovery cache. */
  public close(): void {
    rmSync(this.cache, { recursive: true, force: true });
  }
}

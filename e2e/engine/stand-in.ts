import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Deployment } from './deployment';
import type { Outcome, PulumiStack, StackOptions, StateResource } from './engine';
import { Monitor } from './monitor';
import { PulumiProgram, runProgram, typescriptEnvironment } from './program-process';
import { Providers } from './providers';
import { StackResources } from './stack-resources';
import { StateFile } from './state-file';

const PASSPHRASE = 'e2e';

/** A stack run by the engine's stand-in, with its state in a file. */
export class StandIn implements PulumiStack {
  /** Number of requests for objects that the last operation sent to clusters through the Kubernetes provider. */
  public requests = 0;

  private readonly temporary = mkdtempSync(path.join(tmpdir(), 'olm-constructs-pulumi-'));
  private readonly file = new StateFile(path.join(this.temporary, 'state.json'), PASSPHRASE);

  public constructor(private readonly options: StackOptions) {}

  public preview(program: PulumiProgram): Promise<Outcome> {
    return this.run(program, true);
  }

  public up(program: PulumiProgram): Promise<Outcome> {
    return this.run(program, false);
  }

  public async crash(program: PulumiProgram, at: RegExp): Promise<void> {
    await this.run(program, false, at);
  }

  public refresh(): Promise<Outcome> {
    return this.operate(false, deployment => deployment.refresh());
  }

  public destroy(): Promise<Outcome> {
    return this.operate(false, (deployment, resources) => deployment.delete(resources.all));
  }

  public resources(): Promise<readonly StateResource[]> {
    return Promise.resolve(this.file.load());
  }

  public exported(): Promise<string> {
    return Promise.resolve(this.file.content);
  }

  public close(): Promise<void> {
    rmSync(this.temporary, { recursive: true, force: true });
    return Promise.resolve();
  }

  private run(program: PulumiProgram, preview: boolean, crashAt?: RegExp): Promise<Outcome> {
    return this.operate(preview, async (deployment, _resources, log) => {
      const monitor = await Monitor.start(deployment, log);
      try {
        const ended = await runProgram(program, monitor.address, preview, this.environment(), log);
        await deployment.settle();
        if (!ended || deployment.failures.length > 0) {
          throw new Error(deployment.failures.length > 0 ? deployment.failures.join('\n') : 'the program failed');
        }
        await deployment.deleteTheRest();
      } finally {
        monitor.close();
      }
    }, crashAt);
  }

  private async operate(
    preview: boolean, work: (deployment: Deployment, resources: StackResources, log: (line: string) => void) => Promise<void>, crashAt?: RegExp,
  ): Promise<Outcome> {
    const lines: string[] = [];
    const log = (line: string): void => {
      lines.push(line);
      if (crashAt?.test(line) === true) {
        providers.kill();
      }
    };
    const { kubeconfig, folder } = this.options;
    const providers: Providers = new Providers({ kubeconfig, folder, environment: this.environment(), log });
    const resources = new StackResources(this.file.load(), all => (preview ? undefined : this.file.save(all)));
    const deployment = new Deployment(this.options.stack, this.options.project, resources, providers, preview);
    let succeeded = true;
    try {
      await work(deployment, resources, log);
    } catch (error) {
      succeeded = false;
      log((error as Error).message);
    } finally {
      this.requests = providers.requests;
      await providers.close();
    }
    return { succeeded, steps: deployment.steps, output: lines.join('\n') };
  }

  private environment(): NodeJS.ProcessEnv {
    return { ...process.env, ...typescriptEnvironment(this.options.installed ?? false), KUBECONFIG: this.options.kubeconfig };
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { ResourceProviderClient } from '@pulumi/pulumi/proto/provider_grpc_pb';
import type { ConstructRequest, ConstructResponse } from '@pulumi/pulumi/proto/provider_pb';
import { printableMessage } from '../../text/printable';
import { printLine } from './plugin-output';
import { grpc } from './sdk-modules';
import { CHANNEL_OPTIONS } from './serve';

/** Program that creates the resources of components. */
const PROGRAM = join(__dirname, 'component-host.js');

/**
 * The process that creates the resources of components, with Pulumi's SDK. It starts when the program has a component, so that a program with
 * resources only does not load cdk8s, and ends with this process.
 */
export class ComponentProcess {
  #started: Promise<ResourceProviderClient> | undefined;
  #child: ChildProcess | undefined;

  /**
   * @param args arguments with which Pulumi started the plugin
   * @param program program to run, and options of Node before it
   */
  public constructor(private readonly args: readonly string[], private readonly program: readonly string[] = [PROGRAM]) {}

  /** Creates the resources of a component. Errors are those of the process. */
  public async construct(request: ConstructRequest): Promise<ConstructResponse> {
    this.#started ??= this.#start();
    const client = await this.#started;
    return new Promise((resolve, reject) => {
      client.construct(request, (error, response) => {
        if (error === null) {
          resolve(response);
        } else {
          reject(error);
        }
      });
    });
  }

  /** Ends the process. */
  public stop(): void {
    this.#child?.kill();
  }

  async #start(): Promise<ResourceProviderClient> {
    // The process ends when its standard input is closed, also if this one is killed.
    const child = spawn(process.execPath, [...this.program, ...this.args], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    const lines = createInterface(child.stdout);
    const port = await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(printableMessage(`the process for components ended with exit code ${code ?? 'of a signal'} before it was ready; its output shows why`))));
    });
    lines.on('line', printLine);
    return new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), CHANNEL_OPTIONS);
  }
}

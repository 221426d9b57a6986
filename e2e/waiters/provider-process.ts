import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { credentials, type ServiceError } from '@grpc/grpc-js';
import { ResourceProviderClient } from '@pulumi/pulumi/proto/provider_grpc_pb';
import * as provider from '@pulumi/pulumi/proto/provider_pb';
import { Status } from '@pulumi/pulumi/proto/status_pb';
import { Empty } from 'google-protobuf/google/protobuf/empty_pb';
import { JavaScriptValue, Struct } from 'google-protobuf/google/protobuf/struct_pb';
import { endWithTests } from '../processes/end-with-tests';

/** Inputs or outputs of a resource. */
export interface Values {
  [key: string]: JavaScriptValue;
}

/** Error that the engine receives if a resource exists but is not ready. */
export class InitFailed extends Error {
  public constructor(public readonly id: string, public readonly reasons: readonly string[], public readonly properties: Values) {
    super(reasons.join('\n'));
  }
}

/** Returns the error of a call that must fail with a given class. */
export async function failureOf(called: Promise<unknown>): Promise<InitFailed> {
  const outcome = await called.catch((error: unknown) => error);
  if (outcome instanceof InitFailed) {
    return outcome;
  }
  throw outcome instanceof Error ? outcome : new Error(`it did not fail, and gave ${JSON.stringify(outcome)}`);
}

/** The process that Pulumi starts for the dynamic resources of a program, and its engine's calls. */
export class ProviderProcess {
  /** Starts one in a project's folder. */
  public static async start(folder: string, environment: NodeJS.ProcessEnv = {}): Promise<ProviderProcess> {
    const script = require.resolve('@pulumi/pulumi/cmd/dynamic-provider');
    const child = spawn(process.execPath, [script, '127.0.0.1:1'], { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder, ...environment } });
    endWithTests(child);
    const started = new ProviderProcess(child);
    const port = await started.nextLine();
    started.client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
    // The engine configures it before anything else.
    const request = new provider.ConfigureRequest();
    request.setArgs(Struct.fromJavaScript({}));
    await call<provider.ConfigureResponse>((done) => started.client.configure(request, done));
    return started;
  }

  /** Printed lines. */
  public readonly lines: string[] = [];

  private client!: ResourceProviderClient;
  private waiting: (() => void)[] = [];

  private constructor(private readonly child: ChildProcessWithoutNullStreams) {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        this.lines.push(line);
        const waiting = this.waiting;
        this.waiting = [];
        waiting.forEach((check) => check());
      });
    }
  }

  /** Waits until a matching line is printed. */
  public async line(pattern: RegExp, from = 0): Promise<string> {
    for (;;) {
      const found = this.lines.slice(from).find((line) => pattern.test(line));
      if (found !== undefined) {
        return found;
      }
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  public async check(before: Values, inputs: Values): Promise<{ inputs: Values; failures: string[] }> {
    const request = new provider.CheckRequest();
    request.setOlds(Struct.fromJavaScript(before));
    request.setNews(Struct.fromJavaScript(inputs));
    const response = await call<provider.CheckResponse>((done) => this.client.check(request, done));
    return {
      inputs: values(response.getInputs()),
      failures: response.getFailuresList().map((failure) => `${failure.getProperty()}: ${failure.getReason()}`),
    };
  }

  public async diff(id: string, outputs: Values, inputs: Values): Promise<{ changes: boolean; replaces: string[]; deleteBeforeReplace: boolean }> {
    const request = new provider.DiffRequest();
    request.setId(id);
    request.setOlds(Struct.fromJavaScript(outputs));
    request.setNews(Struct.fromJavaScript(inputs));
    const response = await call<provider.DiffResponse>((done) => this.client.diff(request, done));
    return {
      changes: response.getChanges() === provider.DiffResponse.DiffChanges.DIFF_SOME,
      replaces: response.getReplacesList(),
      deleteBeforeReplace: response.getDeletebeforereplace(),
    };
  }

  public async create(inputs: Values): Promise<{ id: string; outputs: Values }> {
    const request = new provider.CreateRequest();
    request.setProperties(Struct.fromJavaScript(inputs));
    const response = await call<provider.CreateResponse>((done) => this.client.create(request, done));
    return { id: response.getId(), outputs: values(response.getProperties()) };
  }

  public async read(id: string, outputs: Values): Promise<{ id: string; outputs: Values }> {
    const request = new provider.ReadRequest();
    request.setId(id);
    request.setProperties(Struct.fromJavaScript(outputs));
    const response = await call<provider.ReadResponse>((done) => this.client.read(request, done));
    return { id: response.getId(), outputs: values(response.getProperties()) };
  }

  public async update(id: string, outputs: Values, inputs: Values): Promise<Values> {
    const request = new provider.UpdateRequest();
    request.setId(id);
    request.setOlds(Struct.fromJavaScript(outputs));
    request.setNews(Struct.fromJavaScript(inputs));
    const response = await call<provider.UpdateResponse>((done) => this.client.update(request, done));
    return values(response.getProperties());
  }

  public async delete(id: string, outputs: Values): Promise<void> {
    const request = new provider.DeleteRequest();
    request.setId(id);
    request.setProperties(Struct.fromJavaScript(outputs));
    await call<Empty>((done) => this.client.delete(request, done));
  }

  /** Memory of the process, in bytes. */
  public get memory(): number {
    return Number(/^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${String(this.child.pid)}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  }

  /** CPU time of the process so far, in milliseconds: other programs of the machine do not count. */
  public get worked(): number {
    const [user, system] = readFileSync(`/proc/${String(this.child.pid)}/stat`, 'utf8').split(' ').slice(13, 15).map(Number) as [number, number];
    // Linux counts hundredths of a second.
    return (user + system) * 10;
  }

  /** Kills it, like a crash. */
  public async kill(): Promise<void> {
    this.client.close();
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await ended;
    }
  }

  private async nextLine(): Promise<string> {
    return this.line(/^\d+$/);
  }
}

function values(struct: Struct | undefined): Values {
  return (struct?.toJavaScript() ?? {});
}

function call<Response>(make: (done: (error: ServiceError | null, response: Response) => void) => unknown): Promise<Response> {
  return new Promise((resolve, reject) => {
    make((error, response) => {
      if (error === null) {
        resolve(response);
      } else {
        reject(initFailed(error) ?? error);
      }
    });
  });
}

/** The failure that the engine keeps in the state; it travels in the metadata of the error. */
function initFailed({ metadata }: ServiceError): InitFailed | undefined {
  const details = metadata.get('grpc-status-details-bin')[0];
  if (!(details instanceof Uint8Array)) {
    return undefined;
  }
  const [any] = Status.deserializeBinary(details).getDetailsList();
  const failure = provider.ErrorResourceInitFailed.deserializeBinary(any!.getValue_asU8());
  return new InitFailed(failure.getId(), failure.getReasonsList(), values(failure.getProperties()));
}

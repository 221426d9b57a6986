import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { credentials, ServiceError } from '@grpc/grpc-js';
import { ResourceProviderClient } from '@pulumi/pulumi/proto/provider_grpc_pb';
import * as messages from '@pulumi/pulumi/proto/provider_pb';
import { Status } from '@pulumi/pulumi/proto/status_pb';
import { answered, propertiesOf, struct } from './grpc-messages';
import { endWithTests } from '../processes/end-with-tests';
import type { Properties } from './property-values';
import { Difference, Found, Known, PartialFailure, Provided, ResourceProvider } from './resource-provider';

const PROGRAM = require.resolve('@pulumi/pulumi/cmd/dynamic-provider');
const FAILURE_DETAILS = 'grpc-status-details-bin';
/** Same as in the real engine. */
const MAXIMUM_MESSAGE_BYTES = 400 * 1024 * 1024;

/** Settings of the provider's process. */
export interface DynamicProviderOptions {
  /** Folder of the program, from which the provider resolves packages. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Receives each line that a resource's code prints. */
  readonly log: (line: string) => void;
}

/** The npm package's own provider of dynamic resources, in a separate process. */
export class DynamicProvider implements ResourceProvider {
  public static async start({ folder, environment, log }: DynamicProviderOptions): Promise<DynamicProvider> {
    const child = spawn(process.execPath, [PROGRAM, '127.0.0.1:1'], { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    endWithTests(child);
    createInterface(child.stderr).on('line', log);
    const lines = createInterface(child.stdout);
    const [port] = await Promise.race([
      once(lines, 'line') as Promise<[string]>,
      once(child, 'exit').then(() => Promise.reject(new Error('the provider of dynamic resources ended before it was ready'))),
    ]);
    lines.on('line', log);
    const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure(), {
      'grpc.max_receive_message_length': MAXIMUM_MESSAGE_BYTES,
    });
    await answered(done => client.configure(new messages.ConfigureRequest().setArgs(struct({})), done));
    return new DynamicProvider(child, client);
  }

  private constructor(private readonly child: ChildProcess, private readonly client: ResourceProviderClient) {}

  /** ID of the process. */
  public get pid(): number {
    return this.child.pid!;
  }

  public async check(urn: string, oldInputs: Properties, newInputs: Properties): Promise<Properties> {
    const request = new messages.CheckRequest().setUrn(urn).setOlds(struct(oldInputs)).setNews(struct(newInputs));
    const answer = await answered<messages.CheckResponse>(done => this.client.check(request, done));
    const failures = answer.getFailuresList().map(failure => [failure.getProperty(), failure.getReason()].filter(part => part !== '').join(': '));
    if (failures.length > 0) {
      throw new Error(failures.join('\n'));
    }
    return propertiesOf(answer.getInputs());
  }

  public async diff({ urn, id, outputs, inputs }: Known, newInputs: Properties): Promise<Difference> {
    const request = new messages.DiffRequest().setUrn(urn).setId(id).setOlds(struct(outputs)).setNews(struct(newInputs));
    const answer = await answered<messages.DiffResponse>(done => this.client.diff(request, done));
    // If the provider does not know, the engine compares inputs.
    const changes = answer.getChanges() === messages.DiffResponse.DiffChanges.DIFF_UNKNOWN
      ? JSON.stringify(inputs) !== JSON.stringify(newInputs)
      : answer.getChanges() === messages.DiffResponse.DiffChanges.DIFF_SOME;
    return { changes, replaces: answer.getReplacesList(), deleteBeforeReplace: answer.getDeletebeforereplace() };
  }

  public async create(urn: string, inputs: Properties): Promise<Provided> {
    const request = new messages.CreateRequest().setUrn(urn).setProperties(struct(inputs));
    const answer = await this.received(answered<messages.CreateResponse>(done => this.client.create(request, done)));
    return { id: answer.getId(), outputs: propertiesOf(answer.getProperties()) };
  }

  public async update({ urn, id, outputs }: Known, newInputs: Properties): Promise<Properties> {
    const request = new messages.UpdateRequest().setUrn(urn).setId(id).setOlds(struct(outputs)).setNews(struct(newInputs));
    return propertiesOf((await this.received(answered<messages.UpdateResponse>(done => this.client.update(request, done)))).getProperties());
  }

  public async read({ urn, id, inputs, outputs }: Known): Promise<Found | undefined> {
    const request = new messages.ReadRequest().setUrn(urn).setId(id).setProperties(struct(outputs)).setInputs(struct(inputs));
    const answer = await answered<messages.ReadResponse>(done => this.client.read(request, done));
    return answer.getId() === '' ? undefined : {
      id: answer.getId(),
      outputs: propertiesOf(answer.getProperties()),
      inputs: answer.hasInputs() ? propertiesOf(answer.getInputs()) : inputs,
    };
  }

  public async delete({ urn, id, outputs }: Known): Promise<void> {
    const request = new messages.DeleteRequest().setUrn(urn).setId(id).setProperties(struct(outputs));
    await answered(done => this.client.delete(request, done));
  }

  public async close(): Promise<void> {
    this.client.close();
    const ended = this.child.exitCode === null && this.child.signalCode === null ? once(this.child, 'exit') : undefined;
    this.child.kill();
    await ended;
  }

  /** Returns the response, or throws a PartialFailure if the error reports a resource that exists but is not ready. */
  private async received<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer;
    } catch (error) {
      throw partialFailure(error as ServiceError) ?? error;
    }
  }
}

function partialFailure({ metadata }: ServiceError): PartialFailure | undefined {
  const [details] = metadata.get(FAILURE_DETAILS);
  if (!Buffer.isBuffer(details)) {
    return undefined;
  }
  const [detail] = Status.deserializeBinary(details).getDetailsList();
  const failure = messages.ErrorResourceInitFailed.deserializeBinary(detail!.getValue_asU8());
  return new PartialFailure({ id: failure.getId(), outputs: propertiesOf(failure.getProperties()) }, failure.getReasonsList());
}

import { credentials, type ServiceError } from '@grpc/grpc-js';
import { Struct } from 'google-protobuf/google/protobuf/struct_pb';
import { ResourceProviderClient } from '@pulumi/pulumi/proto/provider_grpc_pb';
import * as messages from '@pulumi/pulumi/proto/provider_pb';
import { Status } from '@pulumi/pulumi/proto/status_pb';
import { Empty } from 'google-protobuf/google/protobuf/empty_pb';
import type { JsonMap } from '../../../lib/formats/json/json-value';

/** Answer of the plugin about a resource. */
export interface Answer {
  readonly id: string;
  readonly inputs: JsonMap;
  readonly outputs: JsonMap;
}

/** A failure after which Pulumi keeps the resource. */
export interface Failure extends Answer {
  readonly reasons: readonly string[];
}

/** Calls the plugin over gRPC, as Pulumi's engine does. */
export class PluginClient {
  readonly #client: ResourceProviderClient;

  public constructor(port: number) {
    this.#client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  }

  public close(): void {
    this.#client.close();
  }

  public async configure(settings: JsonMap): Promise<messages.ConfigureResponse> {
    return answered((done) => this.#client.configure(new messages.ConfigureRequest().setArgs(struct(settings)), done));
  }

  public async checkConfig(settings: JsonMap): Promise<string[]> {
    const request = new messages.CheckRequest().setOlds(struct({})).setNews(struct(settings));
    return failuresOf(await answered((done) => this.#client.checkConfig(request, done)));
  }

  public async diffConfig(before: JsonMap, settings: JsonMap): Promise<messages.DiffResponse> {
    const request = new messages.DiffRequest().setOlds(struct(before)).setNews(struct(settings));
    return answered((done) => this.#client.diffConfig(request, done));
  }

  public async schema(): Promise<JsonMap> {
    const found = await answered<messages.GetSchemaResponse>((done) => this.#client.getSchema(new messages.GetSchemaRequest(), done));
    return JSON.parse(found.getSchema()) as JsonMap;
  }

  public async version(): Promise<string> {
    return (await answered<{ getVersion(): string }>((done) => this.#client.getPluginInfo(new Empty(), done as never))).getVersion();
  }

  public async check(type: string, inputs: JsonMap, before: JsonMap = {}): Promise<{ readonly inputs: JsonMap; readonly failures: string[] }> {
    const request = new messages.CheckRequest().setUrn(urn(type)).setOlds(struct(before)).setNews(struct(inputs));
    const response = await answered<messages.CheckResponse>((done) => this.#client.check(request, done));
    return { inputs: map(response.getInputs()), failures: failuresOf(response) };
  }

  public async diff(type: string, { id, outputs }: Pick<Answer, 'id' | 'outputs'>, inputs: JsonMap): Promise<{ readonly changes: boolean; readonly replaces: string[] }> {
    const request = new messages.DiffRequest().setUrn(urn(type)).setId(id).setOlds(struct(outputs)).setNews(struct(inputs));
    const response = await answered<messages.DiffResponse>((done) => this.#client.diff(request, done));
    return { changes: response.getChanges() === messages.DiffResponse.DiffChanges.DIFF_SOME, replaces: response.getReplacesList() };
  }

  public async create(type: string, inputs: JsonMap, timeout = 0): Promise<Answer> {
    const request = new messages.CreateRequest().setUrn(urn(type)).setProperties(struct(inputs)).setTimeout(timeout);
    const response = await answered<messages.CreateResponse>((done) => this.#client.create(request, done));
    return { id: response.getId(), inputs, outputs: map(response.getProperties()) };
  }

  public async update(type: string, { id, outputs }: Answer, inputs: JsonMap, timeout = 0): Promise<Answer> {
    const request = new messages.UpdateRequest().setUrn(urn(type)).setId(id).setOlds(struct(outputs)).setNews(struct(inputs)).setTimeout(timeout);
    const response = await answered<messages.UpdateResponse>((done) => this.#client.update(request, done));
    return { id, inputs, outputs: map(response.getProperties()) };
  }

  public async read(type: string, { id, inputs, outputs }: Answer): Promise<Answer> {
    const request = new messages.ReadRequest().setUrn(urn(type)).setId(id).setInputs(struct(inputs)).setProperties(struct(outputs));
    const response = await answered<messages.ReadResponse>((done) => this.#client.read(request, done));
    return { id: response.getId(), inputs: map(response.getInputs()), outputs: map(response.getProperties()) };
  }

  /** Imports what exists under an ID. */
  public async import(type: string, id: string): Promise<Answer> {
    return this.read(type, { id, inputs: {}, outputs: {} });
  }

  public async delete(type: string, { id, outputs }: Answer, timeout = 0): Promise<void> {
    const request = new messages.DeleteRequest().setUrn(urn(type)).setId(id).setProperties(struct(outputs)).setTimeout(timeout);
    await answered((done) => this.#client.delete(request, done));
  }

  /** Creates a component; `monitor` is the address of the engine's monitor. */
  public async construct(monitor: string, kind: string, name: string, inputs: JsonMap): Promise<{ readonly urn: string; readonly state: JsonMap }> {
    const request = new messages.ConstructRequest().setProject('shop').setStack('dev').setMonitorendpoint(monitor).setParallel(4)
      .setType(`olm-constructs:index:${kind}`).setName(name).setInputs(struct(inputs))
      .setCustomtimeouts(new messages.ConstructRequest.CustomTimeouts());
    const response = await answered<messages.ConstructResponse>((done) => this.#client.construct(request, done));
    return { urn: response.getUrn(), state: map(response.getState()) };
  }

  public async cancel(): Promise<void> {
    await answered((done) => this.#client.cancel(new Empty(), done));
  }
}

/** Returns the URN of a resource of the plugin. */
export function urn(type: string): string {
  return `urn:pulumi:dev::shop::olm-constructs:index:OperatorSubscription$olm-constructs:index:${type}::hello`;
}

/** Returns the failure of a call after which Pulumi keeps the resource. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  const { metadata } = await call.then(() => Promise.reject(new Error('the call succeeded')), (error: unknown) => error as ServiceError);
  const [details] = metadata.get('grpc-status-details-bin');
  const [detail] = Status.deserializeBinary(Uint8Array.from(details as Buffer)).getDetailsList();
  const failure = messages.ErrorResourceInitFailed.deserializeBinary(detail!.getValue_asU8());
  return { id: failure.getId(), inputs: {}, outputs: map(failure.getProperties()), reasons: failure.getReasonsList() };
}

function failuresOf(response: messages.CheckResponse): string[] {
  return response.getFailuresList().map((failure) => `${failure.getProperty()} ${failure.getReason()}`.trim());
}

function struct(properties: JsonMap): Struct {
  return Struct.fromJavaScript(JSON.parse(JSON.stringify(properties)) as Parameters<typeof Struct.fromJavaScript>[0]);
}

function map(message: Struct | undefined): JsonMap {
  return message?.toJavaScript() ?? {};
}

function answered<Response>(call: (done: (error: ServiceError | null, response: Response) => void) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    call((error, response) => {
      if (error === null) {
        resolve(response);
      } else {
        reject(error);
      }
    });
  });
}

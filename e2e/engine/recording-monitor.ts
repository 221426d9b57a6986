import { type sendUnaryData, Server, ServerCredentials, type ServerUnaryCall } from '@grpc/grpc-js';
import { EngineService } from '@pulumi/pulumi/proto/engine_grpc_pb';
import type { LogRequest } from '@pulumi/pulumi/proto/engine_pb';
import { ResourceMonitorService } from '@pulumi/pulumi/proto/resource_grpc_pb';
import { type RegisterResourceRequest, RegisterResourceResponse, SupportsFeatureResponse } from '@pulumi/pulumi/proto/resource_pb';
import { Empty } from 'google-protobuf/google/protobuf/empty_pb';
import { propertiesOf, struct } from './grpc-messages';
import type { Properties } from './property-values';

/** A resource as a plugin registered it. */
export interface RecordedResource {
  readonly type: string;
  readonly name: string;
  readonly parent: string;
  readonly inputs: Properties;
  readonly aliases: readonly string[];
}

/** The services of Pulumi's engine that a plugin talks to. They accept everything, and record it. */
export class RecordingMonitor {
  public static async start(): Promise<RecordingMonitor> {
    const monitor = new RecordingMonitor();
    await monitor.listen();
    return monitor;
  }

  public readonly resources: RecordedResource[] = [];
  /** Lines, each with the URN of its resource. */
  public readonly lines: { readonly urn: string; readonly line: string }[] = [];
  private readonly server = new Server();
  private port = 0;

  public get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  public close(): void {
    this.server.forceShutdown();
  }

  private async listen(): Promise<void> {
    this.server.addService(ResourceMonitorService, {
      supportsFeature: unary(() => new SupportsFeatureResponse().setHassupport(true)),
      registerResource: unary((request: RegisterResourceRequest) => {
        const [type, name] = [request.getType(), request.getName()];
        const inputs = propertiesOf(request.getObject());
        const aliases = request.getAliasesList().map(alias => alias.getSpec()?.getType() ?? '');
        this.resources.push({ type, name, parent: request.getParent(), inputs, aliases });
        return new RegisterResourceResponse().setUrn(`urn:pulumi:dev::shop::${type}::${name}`).setId(request.getCustom() ? name : '').setObject(struct(inputs));
      }),
      registerResourceOutputs: unary(() => new Empty()),
    });
    this.server.addService(EngineService, {
      log: unary((request: LogRequest) => {
        this.lines.push({ urn: request.getUrn(), line: request.getMessage() });
        return new Empty();
      }),
    });
    this.port = await new Promise<number>((resolve, reject) => {
      this.server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => (error === null ? resolve(port) : reject(error)));
    });
  }
}

function unary<Request, Response>(answer: (request: Request) => Response) {
  return (call: ServerUnaryCall<Request, Response>, done: sendUnaryData<Response>): void => done(null, answer(call.request));
}

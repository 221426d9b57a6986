import { handleUnaryCall, sendUnaryData, Server, ServerCredentials, ServerUnaryCall, status } from '@grpc/grpc-js';
import { GetRootResourceResponse, LogRequest, LogSeverity, SetRootResourceRequest, SetRootResourceResponse } from '@pulumi/pulumi/proto/engine_pb';
import type { Callback } from '@pulumi/pulumi/proto/callback_pb';
import { EngineService } from '@pulumi/pulumi/proto/engine_grpc_pb';
import { InvokeResponse } from '@pulumi/pulumi/proto/provider_pb';
import { ResourceMonitorService } from '@pulumi/pulumi/proto/resource_grpc_pb';
import {
  RegisterResourceOutputsRequest, RegisterResourceRequest, RegisterResourceResponse, ResourceInvokeRequest, SupportsFeatureRequest,
  SupportsFeatureResponse,
} from '@pulumi/pulumi/proto/resource_pb';
import { Empty } from 'google-protobuf/google/protobuf/empty_pb';
import type { Deployment } from './deployment';
import { goalOf } from './goal';
import { propertiesOf, struct } from './grpc-messages';
import { Transforms } from './transforms';

/** Supported features; others, such as hooks, are missing, and the SDK reports it to programs that use them. */
const FEATURES = new Set(['secrets', 'resourceReferences', 'aliasSpecs', 'deletedWith', 'transforms']);
const MAXIMUM_MESSAGE_BYTES = 400 * 1024 * 1024;

/** The services that a running program talks to: resource monitor and engine log. */
export class Monitor {
  public static async start(deployment: Deployment, log: (line: string) => void): Promise<Monitor> {
    const monitor = new Monitor(deployment, log);
    await monitor.listen();
    return monitor;
  }

  private readonly server = new Server({ 'grpc.max_receive_message_length': MAXIMUM_MESSAGE_BYTES });
  private readonly transforms = new Transforms();
  private root = '';
  private port = 0;

  private constructor(private readonly deployment: Deployment, private readonly log: (line: string) => void) {}

  /** Its address. */
  public get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  public close(): void {
    this.transforms.close();
    this.server.forceShutdown();
  }

  private async listen(): Promise<void> {
    this.server.addService(ResourceMonitorService, {
      supportsFeature: unary<SupportsFeatureRequest, SupportsFeatureResponse>(
        request => new SupportsFeatureResponse().setHassupport(FEATURES.has(request.getId()))),
      // Exit code of programs when something fails. With any other the SDK prints each resource with everything it knows, for a minute.
      registerResource: unary<RegisterResourceRequest, RegisterResourceResponse>(
        request => this.register(request), () => this.deployment.failures.length > 0 ? status.UNAVAILABLE : status.UNKNOWN),
      registerResourceOutputs: unary<RegisterResourceOutputsRequest, Empty>(request => {
        this.deployment.registerOutputs(request.getUrn(), propertiesOf(request.getOutputs()));
        return new Empty();
      }),
      registerStackTransform: unary<Callback, Empty>(callback => {
        this.transforms.addToStack(callback);
        return new Empty();
      }),
      invoke: unary<ResourceInvokeRequest, InvokeResponse>(request => {
        throw new Error(`the stand-in does not support the function ${request.getTok()}`);
      }),
      signalAndWaitForShutdown: unary<Empty, Empty>(() => new Empty()),
    });
    this.server.addService(EngineService, {
      log: unary<LogRequest, Empty>(request => {
        if (request.getSeverity() !== LogSeverity.DEBUG) {
          this.log(request.getMessage().trimEnd());
        }
        return new Empty();
      }),
      getRootResource: unary<Empty, GetRootResourceResponse>(() => new GetRootResourceResponse().setUrn(this.root)),
      setRootResource: unary<SetRootResourceRequest, SetRootResourceResponse>(request => {
        this.root = request.getUrn();
        return new SetRootResourceResponse();
      }),
    });
    this.port = await new Promise<number>((resolve, reject) => {
      this.server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => (error === null ? resolve(port) : reject(error)));
    });
  }

  private async register(request: RegisterResourceRequest): Promise<RegisterResourceResponse> {
    await this.transforms.apply(request);
    const { urn, id, outputs } = await this.deployment.register(goalOf(request));
    this.transforms.keep(urn, request);
    return new RegisterResourceResponse().setUrn(urn).setId(id).setObject(struct(outputs));
  }
}

/** A method with one request and one response. */
function unary<Request, Response>(
  answer: (request: Request) => Response | Promise<Response>, failed: () => status = () => status.UNKNOWN,
): handleUnaryCall<Request, Response> {
  return (call: ServerUnaryCall<Request, Response>, done: sendUnaryData<Response>) => {
    Promise.resolve(call.request).then(answer).then(
      response => done(null, response),
      (error: unknown) => done({ code: failed(), details: (error as Error).message }),
    );
  };
}

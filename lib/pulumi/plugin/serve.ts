import type { UntypedServiceImplementation } from '@grpc/grpc-js';
import { ResourceProviderService } from '@pulumi/pulumi/proto/provider_grpc_pb';
import { grpc } from './sdk-modules';

/** Maximum size of a message, as in Pulumi's engine, in bytes. */
const MAX_MESSAGE = 400 * 1024 * 1024;

/** Options of gRPC channels with Pulumi. */
export const CHANNEL_OPTIONS = { 'grpc.max_receive_message_length': MAX_MESSAGE, 'grpc.max_send_message_length': MAX_MESSAGE };

/** A running server. */
export interface RunningServer {
  readonly port: number;
  readonly stop: () => void;
}

/** Serves the calls of Pulumi's engine on loopback, at a free port. */
export async function serve(service: UntypedServiceImplementation): Promise<RunningServer> {
  const server = new grpc.Server(CHANNEL_OPTIONS);
  server.addService(ResourceProviderService, service);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) {
        resolve(bound);
      } else {
        reject(error);
      }
    });
  });
  return { port, stop: () => server.forceShutdown() };
}

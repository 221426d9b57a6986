import type { ServiceError } from '@grpc/grpc-js';
import type { Struct as StructMessage } from 'google-protobuf/google/protobuf/struct_pb';
import { ErrorResourceInitFailed } from '@pulumi/pulumi/proto/provider_pb';
import { Status } from '@pulumi/pulumi/proto/status_pb';
import { printableMessage, thrownMessage } from '../../text/printable';
import { NotReadyError } from '../provider/resource-provider';
import { Any, grpc, Struct } from './sdk-modules';
import { exactJson } from '../../formats/json/exact-json';

/** Metadata in which gRPC transfers the details of an error. */
const DETAILS = 'grpc-status-details-bin';

/**
 * Returns an error as Pulumi's engine receives it. A resource that exists but did not become ready is in the details, so that the engine keeps it in
 * the state, prints the reasons, and updates it the next time.
 */
export function providerError(error: unknown): Partial<ServiceError> {
  const message = printableMessage(thrownMessage(error));
  const metadata = new grpc.Metadata();
  if (error instanceof NotReadyError) {
    const failure = new ErrorResourceInitFailed().setId(error.id).setReasonsList([...error.reasons]).setProperties(structOf(error.properties));
    const detail = new Any();
    detail.pack(failure.serializeBinary(), 'pulumirpc.ErrorResourceInitFailed');
    const details = new Status().setCode(grpc.status.UNKNOWN).setMessage(message);
    details.addDetails(detail);
    metadata.add(DETAILS, Buffer.from(details.serializeBinary()));
  }
  return { code: grpc.status.UNKNOWN, details: message, metadata };
}

/** Returns properties as a message, without fields that are undefined. */
export function structOf(properties: object): StructMessage {
  return Struct.fromJavaScript(JSON.parse(exactJson(properties)) as Parameters<typeof Struct.fromJavaScript>[0]);
}

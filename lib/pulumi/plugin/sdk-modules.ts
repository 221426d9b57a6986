import { createRequire } from 'node:module';
import type * as GrpcModule from '@grpc/grpc-js';
import type * as AnyModule from 'google-protobuf/google/protobuf/any_pb';
import type * as EmptyModule from 'google-protobuf/google/protobuf/empty_pb';
import type * as StructModule from 'google-protobuf/google/protobuf/struct_pb';

/** Loads packages as Pulumi's SDK does, of which they are dependencies: this package does not have them in a strict `node_modules`. */
const requireOfSdk = createRequire(createRequire(__filename).resolve('@pulumi/pulumi'));

/** gRPC, as Pulumi's SDK uses it. */
export const grpc = requireOfSdk('@grpc/grpc-js') as typeof GrpcModule;

/** Messages of Protocol Buffers that Pulumi's messages consist of. */
export const { Any } = requireOfSdk('google-protobuf/google/protobuf/any_pb') as typeof AnyModule;
export const { Empty } = requireOfSdk('google-protobuf/google/protobuf/empty_pb') as typeof EmptyModule;
export const { Struct } = requireOfSdk('google-protobuf/google/protobuf/struct_pb') as typeof StructModule;

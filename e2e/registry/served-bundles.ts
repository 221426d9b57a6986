import { setTimeout as sleep } from 'node:timers/promises';
import { grpcCall } from './grpc-call';
import { readTextFields } from './protobuf-reader';
import { GuardedProcess } from '../control-plane/guarded-process';

const ANSWERS_WITHIN_MILLISECONDS = 60_000;

/** A bundle in a channel, as the registry's gRPC service tells OLM of it. */
export interface ServedBundle {
  readonly packageName: string;
  readonly channelName: string;
  readonly csvName: string;
  readonly version: string;
}

/**
 * Field numbers of the message `Bundle`.
 *
 * @see https://github.com/operator-framework/operator-registry/blob/master/pkg/api/registry.proto
 */
const FIELD = { CSV_NAME: 1, PACKAGE_NAME: 2, CHANNEL_NAME: 3, VERSION: 9 };

/** All that a registry serves, asked for as OLM asks for it. Waits until the server answers, while it lives. */
export async function servedBundles(server: GuardedProcess, authority: string): Promise<ServedBundle[]> {
  const deadline = Date.now() + ANSWERS_WITHIN_MILLISECONDS;
  for (;;) {
    try {
      const messages = await grpcCall(authority, 'api.Registry/ListBundles', Buffer.alloc(0));
      return messages.map(message => {
        const fields = readTextFields(message);
        return {
          packageName: fields.get(FIELD.PACKAGE_NAME) ?? '',
          channelName: fields.get(FIELD.CHANNEL_NAME) ?? '',
          csvName: fields.get(FIELD.CSV_NAME) ?? '',
          version: fields.get(FIELD.VERSION) ?? '',
        };
      });
    } catch (error) {
      if (!server.alive || Date.now() > deadline) {
        throw server.failure(`did not list its bundles (${String(error)})`);
      }
      await sleep(200);
    }
  }
}

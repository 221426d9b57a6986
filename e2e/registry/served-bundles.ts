import { setTimeout as sleep } from 'node:timers/promises';
import { grpcCall } from './grpc-call';
import { readByteFields } from './protobuf-reader';
import { GuardedProcess } from '../control-plane/guarded-process';

const ANSWERS_WITHIN_MILLISECONDS = 60_000;

/** A bundle in a channel, as the registry's gRPC service reports it to OLM. */
export interface ServedBundle {
  readonly packageName: string;
  readonly channelName: string;
  readonly csvName: string;
  readonly version: string;
  /** Empty if it replaces none. */
  readonly replaces: string;
  readonly skips: readonly string[];
}

/**
 * Field numbers of the message `Bundle`.
 *
 * @see https://github.com/operator-framework/operator-registry/blob/master/pkg/api/registry.proto
 */
const FIELD = { CSV_NAME: 1, PACKAGE_NAME: 2, CHANNEL_NAME: 3, VERSION: 9, REPLACES: 13, SKIPS: 14 };

/** Returns all bundles that a registry serves, requested as by OLM. Waits until the server responds, as long as it runs. */
export async function servedBundles(server: GuardedProcess, authority: string): Promise<ServedBundle[]> {
  const deadline = Date.now() + ANSWERS_WITHIN_MILLISECONDS;
  for (;;) {
    try {
      const messages = await grpcCall(authority, 'api.Registry/ListBundles', Buffer.alloc(0));
      return messages.map(message => {
        const fields = readByteFields(message);
        const string = (field: number): string => fields.get(field)?.at(-1)?.toString() ?? '';
        return {
          packageName: string(FIELD.PACKAGE_NAME),
          channelName: string(FIELD.CHANNEL_NAME),
          csvName: string(FIELD.CSV_NAME),
          version: string(FIELD.VERSION),
          replaces: string(FIELD.REPLACES),
          skips: (fields.get(FIELD.SKIPS) ?? []).map(String),
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

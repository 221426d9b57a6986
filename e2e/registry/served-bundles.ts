import { setTimeout as sleep } from 'node:timers/promises';
import { grpcCall } from './grpc-call';
import { readByteFields } from './protobuf-reader';
import { GuardedProcess } from '../control-plane/guarded-process';

const ANSWERS_WITHIN_MILLISECONDS = 60_000;

/** A bundle in a channel, as the registry's gRPC service tells OLM of it. */
export interface ServedBundle {
  readonly packageName: string;
  readonly channelName: string;
  readonly csvName: string;
  readonly version: string;
  /** Empty where it replaces none. */
  readonly replaces: string;
  readonly skips: readonly string[];
}

/**
 * Field numbers of the message `Bundle`.
 *
 * @see https://github.com/operator-framework/operator-registry/blob/master/pkg/api/registry.proto
 */
const FIELD = { CSV_NAME: 1, PACKAGE_NAME: 2, CHANNEL_NAME: 3, VERSION: 9, REPLACES: 13, SKIPS: 14 };

/** All that a registry serves, asked for as OLM asks for it. Waits until the server answers, while it lives. */
export async function servedBundles(server: GuardedProcess, authority: string): Promise<ServedBundle[]> {
  const deadline = Date.now() + ANSWERS_WITHIN_MILLISECONDS;
  for (;;) {
    try {
      const messages = await grpcCall(authority, 'api.Registry/ListBundles', Buffer.alloc(0));
      return messages.map(message => {
        const fields = readByteFields(message);
        const text = (field: number): string => fields.get(field)?.at(-1)?.toString() ?? '';
        return {
          packageName: text(FIELD.PACKAGE_NAME),
          channelName: text(FIELD.CHANNEL_NAME),
          csvName: text(FIELD.CSV_NAME),
          version: text(FIELD.VERSION),
          replaces: text(FIELD.REPLACES),
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

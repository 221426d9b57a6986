import { grpcCall } from './grpc-call';
import { readByteFields, readTextFields } from './protobuf-reader';

/** A package, as the registry's gRPC service reports it to OLM. */
export interface ServedPackage {
  readonly name: string;
  readonly defaultChannel: string;
  readonly channels: readonly ServedChannel[];
}

/** A channel with its head. */
export interface ServedChannel {
  readonly name: string;
  readonly head: string;
}

/**
 * Field numbers of the messages `PackageName`, `GetPackageRequest`, `Package` and `Channel`.
 *
 * @see https://github.com/operator-framework/operator-registry/blob/master/pkg/api/registry.proto
 */
const FIELD = { NAME: 1, CHANNELS: 2, DEFAULT_CHANNEL: 3, HEAD: 2 };

/** Returns all packages that a running registry serves, by name, with their channels by name. */
export async function servedPackages(authority: string): Promise<ServedPackage[]> {
  const names = (await grpcCall(authority, 'api.Registry/ListPackages', Buffer.alloc(0)))
    .map(message => readTextFields(message).get(FIELD.NAME) ?? '');
  return Promise.all(names.sort().map(name => servedPackage(authority, name)));
}

async function servedPackage(authority: string, name: string): Promise<ServedPackage> {
  const bytes = Buffer.from(name);
  const request = Buffer.concat([Buffer.from([FIELD.NAME << 3 | 2, bytes.length]), bytes]);
  const [answer] = await grpcCall(authority, 'api.Registry/GetPackage', request) as [Buffer];
  const strings = readTextFields(answer);
  const channels = (readByteFields(answer).get(FIELD.CHANNELS) ?? []).map(readTextFields)
    .map(fields => ({ name: fields.get(FIELD.NAME) ?? '', head: fields.get(FIELD.HEAD) ?? '' }));
  return {
    name: strings.get(FIELD.NAME) ?? '',
    defaultChannel: strings.get(FIELD.DEFAULT_CHANNEL) ?? '',
    channels: channels.sort((left, right) => left.name < right.name ? -1 : 1),
  };
}

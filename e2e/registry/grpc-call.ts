import { once } from 'node:events';
import { connect, IncomingHttpHeaders } from 'node:http2';

/** Bytes before each message: a flag for compression, and the length. */
const PREFIX_BYTES = 5;

/** Splits the body of a response into its messages. */
function messages(body: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let start = 0; start < body.length;) {
    if (body.readUInt8(start) !== 0) {
      throw new Error('the server sent a compressed message, which it was not asked for');
    }
    const end = start + PREFIX_BYTES + body.readUInt32BE(start + 1);
    found.push(body.subarray(start + PREFIX_BYTES, end));
    start = end;
  }
  return found;
}

/**
 * Calls a gRPC method without TLS with one message, and returns all messages of the response.
 *
 * @param authority the server, for example `http://127.0.0.1:50051`
 * @param method the full name, for example `api.Registry/ListBundles`
 */
export async function grpcCall(authority: string, method: string, message: Buffer): Promise<Buffer[]> {
  const session = connect(authority);
  try {
    await once(session, 'connect');
    const stream = session.request({
      ':method': 'POST',
      ':path': `/${method}`,
      'content-type': 'application/grpc',
      'te': 'trailers',
    });
    let headers: IncomingHttpHeaders = {};
    stream.on('response', received => {
      headers = { ...headers, ...received };
    });
    stream.on('trailers', received => {
      headers = { ...headers, ...received as IncomingHttpHeaders };
    });
    const prefix = Buffer.alloc(PREFIX_BYTES);
    prefix.writeUInt32BE(message.length, 1);
    stream.end(Buffer.concat([prefix, message]));
    const chunks: Buffer[] = [];
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer);
    }
    if (headers['grpc-status'] !== '0') {
      throw new Error(`${method} ended with gRPC status ${String(headers['grpc-status'])}: ${String(headers['grpc-message'])}`);
    }
    return messages(Buffer.concat(chunks));
  } finally {
    session.close();
  }
}

import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { type AddressInfo, connect, createServer as createProxy, type Server, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Http2Transport } from '../../../lib/cluster/client/http2-transport';
import { CLIENT_TIMEOUTS, type ClientTimeouts, type Request, type Response } from '../../../lib/cluster/client/transport';

/** A server on loopback, without TLS: the transport receives open connections. */

const MAX_STREAMS = 2;

let server: Http2Server;
let sessions: ServerHttp2Session[];
let streams: ServerHttp2Stream[];
let transports: Http2Transport[];

beforeEach(async () => {
  [sessions, streams, transports] = [[], [], []];
  server = createServer({ settings: { maxConcurrentStreams: MAX_STREAMS } });
  server.on('session', (session) => sessions.push(session));
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    streams.push(stream);
    if (headers[':path'] === '/held') {
      stream.respond({ ':status': 200 });
      stream.write('first');
    } else if (headers[':path'] !== '/silent') {
      let body = '';
      stream.on('data', (chunk: Buffer) => body += chunk.toString());
      stream.on('end', () => {
        stream.respond({ ':status': 201, 'x-many': ['a', 'b'], 'x-got': String(headers['x-sent']) });
        stream.end(`${String(headers[':method'])} ${body}`);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  transports.forEach((transport) => transport.close());
  sessions.forEach((session) => session.destroy());
  server.close();
  await once(server, 'close');
});

const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function open(to: Http2Server | Server = server): Promise<TLSSocket> {
  const socket: Socket = connect((to.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  return socket as TLSSocket;
}

async function transport(timeouts: ClientTimeouts = CLIENT_TIMEOUTS): Promise<Http2Transport> {
  const created = new Http2Transport(() => open(), await open(), url(), timeouts);
  transports.push(created);
  return created;
}

function request(path: string, more: Partial<Request> = {}): Request {
  return { method: 'GET', path, headers: {}, signal: new AbortController().signal, ...more };
}

async function text({ body }: Response): Promise<string> {
  let all = '';
  for await (const chunk of body) {
    all += chunk.toString();
  }
  return all;
}

/** Reads what has arrived of a response. */
async function firstOf({ body }: Response): Promise<string> {
  const { value } = await body[Symbol.asyncIterator]().next() as IteratorResult<Buffer, undefined>;
  return String(value);
}

/** Waits for something that the other end causes. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('a request', () => {
  test('has lowercase header names and its body, also with DELETE; headers of the response have one value each', async () => {
    const client = await transport();
    const response = await client.send(request('/', { method: 'DELETE', headers: { 'X-Sent': 'yes' }, body: '{"preconditions":{}}' }));
    expect(response).toMatchObject({ status: 201, headers: { 'x-many': 'a, b', 'x-got': 'yes' } });
    expect(await text(response)).toBe('DELETE {"preconditions":{}}');
  });

  test('rejects if it is aborted before it is sent or answered', async () => {
    const client = await transport();
    await expect(client.send(request('/', { signal: AbortSignal.abort(new Error('stopped')) }))).rejects.toThrow('stopped');
    const controller = new AbortController();
    const sent = client.send(request('/silent', { signal: controller.signal }));
    await until(() => streams.length === 1);
    controller.abort();
    await expect(sent).rejects.toThrow(`${url()} closed the connection before it answered`);
  });

  test('rejects if the connection is lost before the response, and the next one uses a new connection', async () => {
    const client = await transport();
    const sent = client.send(request('/silent'));
    const lost = expect(sent).rejects.toThrow(/closed the connection before it answered|ECONNRESET|socket hang up/);
    await until(() => streams.length === 1);
    sessions[0]!.destroy();
    await lost;
    await until(() => client.connections === 0);
    expect((await client.send(request('/'))).status).toBe(201);
    expect(sessions).toHaveLength(2);
  });
});

describe('a response', () => {
  test.each<[string, () => void, RegExp]>([
    ['the server gives up', () => streams[0]!.destroy(new Error('given up')), /NGHTTP2_INTERNAL_ERROR/],
    ['the connection is lost', () => sessions[0]!.destroy(), /^the response from http:\S+ was cut off$/],
  ])('is an error if %s', async (_, damage, message) => {
    const client = await transport();
    const reading = expect(text(await client.send(request('/held')))).rejects.toThrow(message);
    damage();
    await reading;
  });

  test('is not an error if its reader ends it', async () => {
    const client = await transport();
    const response = await client.send(request('/held'));
    const all = text(response);
    response.end();
    expect(await all).toMatch(/^(first)?$/);
  });
});

describe('connections', () => {
  test('are as many as the limit of streams requires, which is not known at first, and requests that wait share one', async () => {
    const client = await transport();
    const held = await Promise.all(Array.from({ length: 2 * MAX_STREAMS }, () => client.send(request('/held'))));
    expect(await Promise.all(held.map(firstOf))).toEqual(held.map(() => 'first'));
    expect(client.connections).toBe(2);
    expect(sessions).toHaveLength(2);
  });

  test('that are retired complete their requests, and take no new ones', async () => {
    const client = await transport();
    const held = await client.send(request('/held'));
    client.retire();
    await client.send(request('/'));
    expect(sessions).toHaveLength(2);
    streams[0]!.end(' last');
    expect(await text(held)).toBe('first last');
    await until(() => client.connections === 1);
  });

  test('that the server is about to end are not used again', async () => {
    const client = await transport();
    await text(await client.send(request('/')));
    sessions[0]!.close();
    await until(() => client.connections === 0);
    await text(await client.send(request('/')));
    expect(sessions).toHaveLength(2);
  });

  test('that do not answer a ping are lost', async () => {
    const sockets: Socket[] = [];
    const proxy = createProxy((socket) => {
      const onward = connect((server.address() as AddressInfo).port, '127.0.0.1');
      sockets.push(socket, onward);
      socket.pipe(onward).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const client = new Http2Transport(() => open(proxy), await open(proxy), url(), { ...CLIENT_TIMEOUTS, pingInterval: 20, ping: 50 });
    transports.push(client);
    const reading = expect(text(await client.send(request('/held')))).rejects.toThrow(`${url()} did not answer a ping within 0.05 s`);
    sockets.forEach((socket) => socket.unpipe().pause());
    await reading;
    sockets.forEach((socket) => socket.destroy());
    proxy.close();
    await until(() => client.connections === 0);
  });

  test('that are closed immediately are an error', async () => {
    const socket = await open();
    socket.destroy();
    expect(() => new Http2Transport(() => open(), socket, url(), CLIENT_TIMEOUTS)).toThrow(`${url()} closed the connection as soon as it was established`);
  });
});
